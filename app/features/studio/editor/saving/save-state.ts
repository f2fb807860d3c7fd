import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import type { DraftContent } from "../draft-content.ts";

/**
 * How a draft is saved: a while after the last change, one request at a time, naming the revision it stands on. What somebody else
 * saved meanwhile is never written over without being asked.
 */
export type SaveState = {
  /** What the server has, at which revision. */
  saved: DraftContent;
  rev: number;
  work: DraftContent;
  /** What is on its way. */
  sent: DraftContent | undefined;
  /** Sent without an answer: the server may have it or not. */
  unconfirmed: DraftContent | undefined;
  trouble: SaveTrouble | undefined;
  tries: number;
};

type SaveTrouble =
  | { kind: "away" }
  | { kind: "refused"; words: string }
  /** Somebody else has saved this meanwhile. */
  | { kind: "conflict"; theirs: DraftContent; rev: number };

export type SaveEvent =
  | { kind: "changed"; work: DraftContent }
  | { kind: "due" }
  | { kind: "stored"; rev: number }
  | { kind: "inTheWay"; theirs: DraftContent; rev: number }
  | { kind: "away" }
  | { kind: "refused"; words: string }
  | { kind: "settled"; work: DraftContent };

/** What happens next: a request, a wait for one, or nothing. */
type SaveEffect =
  | { kind: "send"; rev: number; changes: Partial<DraftContent> }
  | { kind: "wait"; ms: number }
  | undefined;

const PAUSE_MS = 800;
const LONGEST_WAIT_MS = 15_000;

export function beginSaving(
  draft: Pick<TemplateDraft, "rev">,
  saved: DraftContent,
  work: DraftContent = saved,
): SaveState {
  return {
    saved,
    rev: draft.rev,
    work,
    sent: undefined,
    unconfirmed: undefined,
    trouble: undefined,
    tries: 0,
  };
}

export function reduceSaving(state: SaveState, event: SaveEvent): { state: SaveState; effect: SaveEffect } {
  switch (event.kind) {
    case "changed":
      return waitIfOpen({ ...state, work: event.work }, PAUSE_MS);
    case "due":
      return send(state);
    case "stored": {
      const saved = state.sent ?? state.saved;
      return waitIfOpen(
        {
          ...state,
          saved,
          rev: event.rev,
          sent: undefined,
          unconfirmed: undefined,
          trouble: undefined,
          tries: 0,
        },
        PAUSE_MS,
      );
    }
    case "inTheWay": {
      const { theirs, rev } = event;
      const own = [state.sent, state.unconfirmed].find((one) => one && isSame(theirs, one));
      // The answer to an earlier try was lost on its way.
      if (own) {
        const known = { saved: own, rev, sent: undefined, unconfirmed: undefined, trouble: undefined };
        return waitIfOpen({ ...state, ...known }, PAUSE_MS);
      }
      // The other author changed nothing that is typed here since.
      if (isSame(theirs, state.saved)) return send({ ...state, rev, sent: undefined });
      return {
        state: { ...state, sent: undefined, trouble: { kind: "conflict", theirs, rev } },
        effect: undefined,
      };
    }
    case "away": {
      const tries = state.tries + 1;
      const ms = Math.min(PAUSE_MS * 2 ** tries, LONGEST_WAIT_MS);
      return {
        state: { ...state, sent: undefined, unconfirmed: state.sent, trouble: { kind: "away" }, tries },
        effect: { kind: "wait", ms },
      };
    }
    case "refused":
      return {
        state: { ...state, sent: undefined, trouble: { kind: "refused", words: event.words } },
        effect: undefined,
      };
    case "settled": {
      const { trouble } = state;
      if (trouble?.kind !== "conflict") return { state, effect: undefined };
      const { theirs, rev } = trouble;
      return send({ ...state, saved: theirs, rev, work: event.work, trouble: undefined });
    }
  }
}

function waitIfOpen(state: SaveState, ms: number): { state: SaveState; effect: SaveEffect } {
  const isOpen = !state.sent && state.trouble?.kind !== "conflict" && hasUnsaved(state);
  const trouble = state.trouble?.kind === "refused" ? undefined : state.trouble;
  return { state: { ...state, trouble }, effect: isOpen ? { kind: "wait", ms } : undefined };
}

function send(state: SaveState): { state: SaveState; effect: SaveEffect } {
  if (state.sent || state.trouble?.kind === "conflict" || !hasUnsaved(state))
    return { state, effect: undefined };
  const changes = changesOf(state.saved, state.work);
  return { state: { ...state, sent: state.work }, effect: { kind: "send", rev: state.rev, changes } };
}

export function hasUnsaved({ saved, work }: Pick<SaveState, "saved" | "work">): boolean {
  return !isSame(saved, work);
}

const PARTS = [
  "content",
  "fields",
  "sample",
  "page",
  "theme",
  "title",
  "template_name",
  "type",
  "category",
  "slug",
  "description",
  "words",
] as const satisfies (keyof DraftContent)[];

const isPartSame = (one: DraftContent, other: DraftContent, part: keyof DraftContent) =>
  one[part] === other[part] || JSON.stringify(one[part]) === JSON.stringify(other[part]);

function isSame(one: DraftContent, other: DraftContent): boolean {
  return PARTS.every((part) => isPartSame(one, other, part));
}

/** Only what was changed is sent. */
function changesOf(before: DraftContent, after: DraftContent): Partial<DraftContent> {
  return Object.fromEntries(
    PARTS.filter((part) => !isPartSame(before, after, part)).map((part) => [part, after[part]]),
  );
}
