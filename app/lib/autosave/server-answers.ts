import { t } from "@lingui/core/macro";
import { followedBy, retryDelay, type Step, sendAfter, stay } from "./settle.ts";
import type { AutosaveState, Place, SendProblem } from "./state.ts";

const idle = { kind: "idle" } as const;

/** The draft is a document now: its lock and its device copy move to the document's key. */
export function takeDocument<Draft>(state: AutosaveState<Draft>, place: Place): Step<Draft> {
  if (state.server.kind !== "creating") return stay(state);
  return stay({ ...state, place, isUnrecorded: true, server: { kind: "moving", from: state.place } });
}

export function endMove<Draft>(state: AutosaveState<Draft>, isWritten: boolean): Step<Draft> {
  if (state.device.kind !== "moving") return stay(state);
  const onDevice = isWritten ? state.device.draft : undefined;
  const moved: AutosaveState<Draft> = { ...state, onDevice, device: idle };
  if (state.server.kind !== "moving") return { state: moved, effects: [{ kind: "releaseLock" }] };
  const { document } = state.place;
  if (!document) return sendAfter({ ...moved, server: idle });
  return {
    state: { ...moved, server: { kind: "due" } },
    effects: state.life === "open" ? [{ kind: "nameInAddress", documentId: document.id }] : [],
  };
}

export function endSave<Draft>(state: AutosaveState<Draft>, rev: number): Step<Draft> {
  const { place, server, isUnrecorded, present, onDevice } = state;
  if (server.kind !== "saving" || !place.document) return stay(state);
  const { draft } = server;
  const document = { id: place.document.id, rev };
  const saved: AutosaveState<Draft> = {
    ...state,
    place: { ...place, document },
    onServer: draft,
    base: draft,
    // A newer draft is written again, with the new revision: the old one would be a conflict after a crash.
    onDevice: present === draft ? onDevice : undefined,
    unconfirmed: undefined,
    problem: undefined,
    failures: 0,
    isUnrecorded: false,
    server: idle,
  };
  return followedBy(sendAfter(saved), (next) => ({
    state: next,
    effects: isUnrecorded ? [{ kind: "recordCreation", documentId: document.id, draft }] : [],
  }));
}

export function takeConflict<Draft>(state: AutosaveState<Draft>, theirs: Draft, rev: number): Step<Draft> {
  if (state.server.kind !== "saving") return stay(state);
  const { draft } = state.server;
  const server = { kind: "conflict", theirs, rev } as const;
  return stay({ ...state, server, unconfirmed: draft, problem: undefined });
}

/** Deleted elsewhere while it was edited here: the draft becomes a new document. */
export function replaceGone<Draft>(state: AutosaveState<Draft>, place: Place): Step<Draft> {
  const { server, place: from } = state;
  if (server.kind !== "saving" && server.kind !== "creating") return stay(state);
  const moving = { ...state, place, base: undefined, unconfirmed: undefined, problem: undefined };
  const message = t`This document was deleted elsewhere. Your version will be saved as a new document.`;
  return {
    state: { ...moving, server: { kind: "moving", from } },
    effects: [{ kind: "notify", toast: { kind: "fact", message } }],
  };
}

export function takeProblem<Draft>(state: AutosaveState<Draft>, problem: SendProblem): Step<Draft> {
  const { server } = state;
  if (server.kind !== "saving" && server.kind !== "creating") return stay(state);
  const failures = state.failures + 1;
  const failed: AutosaveState<Draft> = { ...state, problem, failures, server: idle };
  if (server.kind === "saving") {
    failed.unconfirmed = server.draft;
    // Without an answer the server may have the new draft or the old one.
    if (problem.kind !== "unreachable") failed.onServer = server.before;
  }
  if (problem.kind === "unreachable") return sendAfter(failed, retryDelay(failures));
  const isOutdated = server.kind === "saving" && server.draft !== state.present;
  return problem.kind === "refused" && isOutdated ? sendAfter(failed) : stay(failed);
}
