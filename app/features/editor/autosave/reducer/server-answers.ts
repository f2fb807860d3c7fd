import type { Draft } from "../../draft.ts";
import { retryDelay, SEND_AFTER_MS, type Step, sendAfter, stay } from "./schedule.ts";
import { type AutosaveState, type DocumentRevision, documentKey, newKey, type SendTrouble } from "./state.ts";

const idle = { kind: "idle" } as const;

/** The draft is a document from now on: its lock and its device copy go to the document's key. */
export function takeDocument(state: AutosaveState, document: DocumentRevision): Step {
  if (state.server.kind !== "creating") return stay(state);
  const place = { ...state.place, owner: state.email, key: documentKey(document.id), document };
  return stay({ ...state, place, isUnrecorded: true, server: { kind: "moving", from: state.place } });
}

export function endMove(state: AutosaveState, isWritten: boolean): Step {
  if (state.device.kind !== "moving") return stay(state);
  const onDevice = isWritten ? state.device.draft : undefined;
  const moved: AutosaveState = { ...state, onDevice, device: idle };
  if (state.server.kind !== "moving") return { state: moved, effects: [{ kind: "releaseLock" }] };
  const { document } = state.place;
  if (!document) return sendAfter({ ...moved, server: idle }, SEND_AFTER_MS);
  return {
    state: { ...moved, server: { kind: "due" } },
    effects: state.life === "open" ? [{ kind: "nameInAddress", documentId: document.id }] : [],
  };
}

export function endSave(state: AutosaveState, rev: number): Step {
  const { place, server, isUnrecorded } = state;
  if (server.kind !== "saving" || !place.document) return stay(state);
  const { draft } = server;
  const document = { id: place.document.id, rev };
  const next = sendAfter(
    {
      ...state,
      place: { ...place, document },
      onServer: draft,
      unconfirmed: undefined,
      trouble: undefined,
      failures: 0,
      isUnrecorded: false,
      server: idle,
    },
    SEND_AFTER_MS,
  );
  if (!isUnrecorded) return next;
  return {
    ...next,
    effects: [...next.effects, { kind: "recordCreation", documentId: document.id, draft }],
  };
}

export function takeConflict(state: AutosaveState, theirs: Draft, rev: number): Step {
  if (state.server.kind !== "saving") return stay(state);
  const { draft } = state.server;
  const server = { kind: "conflict", theirs, rev } as const;
  return stay({ ...state, server, unconfirmed: draft, trouble: undefined });
}

/** Deleted elsewhere while being written here: what is written here is not thrown away. */
export function replaceGone(state: AutosaveState, createKey: string): Step {
  const { server, place: from, email, templateId } = state;
  if (server.kind !== "saving" && server.kind !== "creating") return stay(state);
  return {
    state: {
      ...state,
      place: { key: newKey(email, templateId, createKey), owner: email, createKey },
      unconfirmed: undefined,
      trouble: undefined,
      server: { kind: "moving", from },
    },
    effects: [
      {
        kind: "tell",
        message: {
          kind: "fact",
          message: "This document was deleted elsewhere; what you have here becomes a new one",
        },
      },
    ],
  };
}

export function takeTrouble(state: AutosaveState, trouble: SendTrouble): Step {
  const { server } = state;
  if (server.kind !== "saving" && server.kind !== "creating") return stay(state);
  const failures = state.failures + 1;
  const failed: AutosaveState = { ...state, trouble, failures, server: idle };
  if (server.kind === "saving") {
    failed.unconfirmed = server.draft;
    // Without an answer the server may have the new words or the old ones.
    if (trouble.kind !== "unreachable") failed.onServer = server.before;
  }
  if (trouble.kind === "unreachable") return sendAfter(failed, retryDelay(failures));
  const isOutdated = server.kind === "saving" && server.draft !== state.present;
  return trouble.kind === "refused" && isOutdated ? sendAfter(failed, SEND_AFTER_MS) : stay(failed);
}
