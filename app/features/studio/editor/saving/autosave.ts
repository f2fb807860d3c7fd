import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { createAutosave, type PerformedEffect } from "../../../../lib/autosave/autosave.ts";
import { problemOf, sendDraft } from "../../../../lib/autosave/save-request.ts";
import { isSending } from "../../../../lib/autosave/settle.ts";
import { type AutosaveEvent, type AutosaveState, isServerCurrent } from "../../../../lib/autosave/state.ts";
import { deviceStorage } from "../../../../lib/browser/local-storage.ts";
import { createStore, type Store } from "../../../../lib/browser/store.ts";
import {
  type ContentStore,
  changesOf,
  contentOf,
  type DraftContent,
  isSameContent,
} from "../draft-content.ts";
import { saveDraft } from "../drafts-client.ts";

export type StudioAutosave = {
  state: Store<AutosaveState<DraftContent>>;
  /** When the server last had everything. */
  savedAt: Store<Date | undefined>;
  /** Sends unsaved content at once. Resolves with the stored revision, or undefined if saving failed. */
  flush(): Promise<number | undefined>;
  /** Ends a conflict with the content that both authors agree on. */
  resolve(content: DraftContent): void;
  close(): void;
};

type DeviceCopy = { rev: number; work: DraftContent };
const PAUSE_MS = 800;

/** Saves a template draft. This tab is always the writer: revisions protect other authors and other tabs. */
export function startAutosave(draft: TemplateDraft, work: ContentStore): StudioAutosave {
  const key = `studio-draft-${draft.id}`;
  const saved = contentOf(draft);
  const copy = readDeviceCopy(key);
  const isUnsent = copy !== undefined && !isSameContent(copy.work, saved);
  if (isUnsent) work.set(copy.work);
  else deviceStorage.remove(key);
  const savedAt = createStore<Date | undefined>(isUnsent ? undefined : new Date(draft.date_updated));
  const rev = isUnsent ? copy.rev : draft.rev;
  const request = {
    send: async ({ rev }: { rev: number }, content: DraftContent, base: DraftContent | undefined) =>
      (await saveDraft(draft.id, rev, changesOf(base, content))).rev,
    fromStored: (stored: TemplateDraft) => contentOf(stored),
    isSame: isSameContent,
  };

  async function perform(
    effect: PerformedEffect<DraftContent>,
  ): Promise<AutosaveEvent<DraftContent> | undefined> {
    switch (effect.kind) {
      case "writeDevice": {
        const written = { rev: effect.place.document?.rev ?? draft.rev, work: effect.draft };
        const isWritten = deviceStorage.writeJson(key, written satisfies DeviceCopy);
        return { kind: isWritten ? "deviceWritten" : "deviceFailed" };
      }
      case "removeDevice":
        deviceStorage.remove(key);
        return { kind: "deviceRemoved" };
      case "saveDocument":
        try {
          const answer = await sendDraft(request, effect);
          if (answer.kind === "documentSaved") savedAt.set(new Date());
          return answer;
        } catch (error) {
          return { kind: "sendFailed", problem: problemOf(error) };
        }
    }
    return undefined;
  }

  const { state, dispatch, until, close } = createAutosave<DraftContent>({
    beginning: {
      pauseMs: PAUSE_MS,
      place: { key, owner: "", createKey: "", document: { id: draft.id, rev } },
      stored: isUnsent ? "device" : "server",
      base: rev === draft.rev ? saved : undefined,
      isPerson: true,
      isWriter: true,
    },
    perform,
    read: work.get,
    subscribe: work.subscribe,
    isSame: isSameContent,
  });
  dispatch({ kind: "opened" });

  async function flush(): Promise<number | undefined> {
    dispatch({ kind: "saveRequested" });
    const now = await until((each) => !isSending(each));
    if (isServerCurrent(now)) return now.place.document?.rev;
    const hasFailed = now.problem || now.server.kind === "conflict" || now.life === "closed";
    return hasFailed ? undefined : flush();
  }

  return {
    state,
    savedAt,
    flush,
    resolve: (content) => {
      work.set(content);
      dispatch({ kind: "conflictResolved" });
    },
    close: () => void close(),
  };
}

/** Content that was typed on this device and never reached the server. */
function readDeviceCopy(key: string): DeviceCopy | undefined {
  const copy = deviceStorage.readJson<DeviceCopy>(key);
  return typeof copy?.work?.content === "string" && typeof copy.rev === "number" ? copy : undefined;
}
