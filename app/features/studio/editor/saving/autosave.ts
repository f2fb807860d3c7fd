import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { deviceStorage } from "../../../../lib/browser/local-storage.ts";
import { createStore, type Store } from "../../../../lib/browser/store.ts";
import { RefusedCall, reasonOf } from "../../../../lib/http/http-client.ts";
import { type ContentStore, contentOf, type DraftContent } from "../draft-content.ts";
import { draftInTheWay, saveDraft } from "../drafts-client.ts";
import { beginSaving, hasUnsaved, reduceSaving, type SaveEvent, type SaveState } from "./save-state.ts";

export type Autosave = {
  state: Store<SaveState>;
  /** When the server last had everything. */
  savedAt: Store<Date | undefined>;
  /** Sends what is unsaved at once; gives the revision once everything is stored, or undefined if it can't be. */
  flush(): Promise<number | undefined>;
  /** Ends a conflict with the words that both authors are to have. */
  settle(work: DraftContent): void;
  stop(): void;
};

type DeviceCopy = { rev: number; work: DraftContent };
const keyOf = (id: string) => `studio-draft-${id}`;

/** What is on this device and not yet on the server: the page was closed, or the server was away. */
export function readDeviceCopy(draft: TemplateDraft): DeviceCopy | undefined {
  const copy = deviceStorage.readJson<DeviceCopy>(keyOf(draft.id));
  return typeof copy?.work?.content === "string" && typeof copy.rev === "number" ? copy : undefined;
}

/** What was typed on this device, on top of a revision that has moved on since, is never sent without being asked. */
function beginFrom(
  draft: TemplateDraft,
  saved: DraftContent,
  copy: DeviceCopy | undefined,
  work: DraftContent,
): SaveState {
  const begun = beginSaving(draft, saved, work);
  const isBehind = copy !== undefined && copy.rev !== draft.rev && hasUnsaved(begun);
  return isBehind ? { ...begun, trouble: { kind: "conflict", theirs: saved, rev: draft.rev } } : begun;
}

export function createAutosave(draft: TemplateDraft, work: ContentStore): Autosave {
  const copy = readDeviceCopy(draft);
  const saved = contentOf(draft);
  const state = createStore(beginFrom(draft, saved, copy, work.get()));
  const savedAt = createStore<Date | undefined>(copy ? undefined : new Date(draft.date_updated));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: ((rev: number | undefined) => void)[] = [];

  function dispatch(event: SaveEvent): void {
    const { state: next, effect } = reduceSaving(state.get(), event);
    state.set(next);
    remember(next);
    if (effect?.kind === "send") void send(effect.rev, effect.changes);
    if (effect?.kind === "wait") {
      clearTimeout(timer);
      timer = setTimeout(() => dispatch({ kind: "due" }), effect.ms);
    }
    if (!next.sent && (!hasUnsaved(next) || next.trouble)) answerWaiting(next);
    else if (!next.sent && waiting.length > 0) dispatch({ kind: "due" });
  }

  function answerWaiting(now: SaveState): void {
    const told = waiting;
    waiting = [];
    for (const tell of told) tell(now.trouble ? undefined : now.rev);
  }

  function remember(now: SaveState): void {
    if (hasUnsaved(now))
      deviceStorage.writeJson(keyOf(draft.id), { rev: now.rev, work: now.work } satisfies DeviceCopy);
    else deviceStorage.remove(keyOf(draft.id));
  }

  async function send(rev: number, changes: Partial<DraftContent>): Promise<void> {
    try {
      const stored = await saveDraft(draft.id, rev, changes);
      savedAt.set(new Date());
      dispatch({ kind: "stored", rev: stored.rev });
    } catch (error) {
      const theirs = draftInTheWay(error);
      if (theirs) return dispatch({ kind: "inTheWay", theirs: contentOf(theirs), rev: theirs.rev });
      const isRefused = error instanceof RefusedCall && error.status < 500 && error.status !== 429;
      dispatch(isRefused ? { kind: "refused", words: reasonOf(error) } : { kind: "away" });
    }
  }

  const leave = work.subscribe(() => dispatch({ kind: "changed", work: work.get() }));
  const tryNow = () => dispatch({ kind: "due" });
  addEventListener("online", tryNow);
  if (copy) dispatch({ kind: "due" });

  return {
    state,
    savedAt,
    flush: () =>
      new Promise((tell) => {
        waiting.push(tell);
        clearTimeout(timer);
        const now = state.get();
        if (!now.sent && !hasUnsaved(now)) answerWaiting(now);
        else dispatch({ kind: "due" });
      }),
    settle: (settled) => {
      dispatch({ kind: "settled", work: settled });
      work.set(settled);
    },
    stop: () => {
      leave();
      clearTimeout(timer);
      removeEventListener("online", tryNow);
      tryNow();
    },
  };
}
