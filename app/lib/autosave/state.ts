import type { Toast } from "../browser/toasts.ts";

/** Where a draft is stored: its key on the device and, once there is one, its document on the server. */
export type Place = {
  key: string;
  /** Whose draft it is: a person's email; empty for a visitor's. */
  owner: string;
  /** The idempotency key of the request that creates the document. */
  createKey: string;
  document?: DocumentRevision;
};
export type DocumentRevision = { id: string; rev: number };

/** Why the server does not have the newest draft. */
export type SendProblem =
  /** `hasAnswered`: the server answered with a failure. Both cases are retried. */
  | { kind: "unreachable"; hasAnswered?: boolean }
  | { kind: "sessionEnded" }
  /** `isFull`: the person's quota is used up. */
  | { kind: "refused"; message: string; isFull?: boolean };

/** The state of one open draft. `tab`, `device`, `server` and `life` are drawn in docs/autosave.md. */
export type AutosaveState<Draft> = {
  /** The pause between the last change and a request. */
  pauseMs: number;
  isPerson: boolean;
  place: Place;
  /** The draft on the screen. */
  present: Draft;
  /** The draft as it was created, until the first change: it is stored nowhere. */
  untouched?: Draft | undefined;
  onDevice?: Draft | undefined;
  onServer?: Draft | undefined;
  /** The server's draft at the revision of `place.document`, as far as it is known. */
  base?: Draft | undefined;
  /** The last draft that this browser could not write, in this tab or in the writer, until a write succeeds. */
  unwritten?: Draft | undefined;
  /** Sent without an answer: the server may have it or not. */
  unconfirmed?: Draft | undefined;
  /** A person's own draft becomes a document; a visitor's draft that they found only after they change it. */
  wantsDocument: boolean;
  /** The document was created here, and history doesn't have it yet. */
  isUnrecorded: boolean;
  problem?: SendProblem | undefined;
  failures: number;
  tab: TabState;
  device: DeviceState<Draft>;
  server: ServerState<Draft>;
  life: LifeState;
};

/** Only the writer writes and sends. A tab that yields finishes its work and becomes a reader. */
export type TabState = "writer" | "yielding" | "reader" | "takingOver";

/** One operation at a time on the device copy. */
export type DeviceState<Draft> =
  | { kind: "idle" }
  | { kind: "writing"; draft: Draft }
  | { kind: "removing" }
  | { kind: "moving"; draft: Draft };

export type ServerState<Draft> =
  | { kind: "idle" }
  /** A timer runs: the pause after a change, or before a retry. */
  | { kind: "waiting" }
  /** To be sent as soon as the device has it. */
  | { kind: "due" }
  | { kind: "creating" }
  /** The draft gets another place; `from` is the old one. */
  | { kind: "moving"; from: Place }
  /** Until the answer the server's draft is unknown; `before` is the last known one. */
  | { kind: "saving"; draft: Draft; before: Draft | undefined }
  /** Another device or author saved first; `theirs` is the stored draft. */
  | { kind: "conflict"; theirs: Draft; rev: number }
  | { kind: "copying"; theirs: Draft; rev: number; draft: Draft }
  /** The lock was lost during a request: its answer is ignored. */
  | { kind: "abandoned" };

/** A closed draft is sent once more; the editor then ends whether that succeeded or not. */
export type LifeState = "open" | "closing" | "lastTry" | "closed";

export type AutosaveEvent<Draft> =
  /** The person edited, undid or redid something. */
  | { kind: "draftChanged"; draft: Draft }
  | { kind: "saveRequested" }
  | { kind: "takeOverRequested" }
  | { kind: "loadTheirsRequested" }
  /** The draft on the screen may replace the one that the conflict found. */
  | { kind: "conflictResolved" }
  /** The session ended or was renewed. */
  | { kind: "personChanged"; isPerson: boolean }
  | { kind: "opened" }
  | { kind: "cameOnline" }
  | { kind: "pageShown" }
  | { kind: "closeRequested" }
  | { kind: "timerFired" }
  | { kind: "deviceWritten" }
  | { kind: "deviceFailed" }
  | { kind: "deviceRemoved" }
  | { kind: "draftMoved"; isWritten: boolean }
  | { kind: "documentCreated"; place: Place }
  | { kind: "documentSaved"; rev: number }
  | { kind: "conflictFound"; theirs: Draft; rev: number }
  /** Deleted elsewhere; `place` is for the document that replaces it. */
  | { kind: "documentGone"; place: Place }
  | { kind: "sendFailed"; problem: SendProblem }
  | { kind: "copyMade" }
  | { kind: "copyFailed" }
  /** The document as the server has it, requested at revision `known`. */
  | { kind: "documentRead"; known: DocumentRevision; draft: Draft; rev: number }
  | { kind: "creationRecorded"; isRecorded: boolean }
  /** Another tab opened the draft with the copy that was stored at that moment. */
  | { kind: "otherTabOpened" }
  | ({ kind: "otherTabWrote" } & BroadcastDraft<Draft>)
  /** The writer's draft has another place now: it is a document. */
  | { kind: "otherTabMoved"; place: Place }
  /** Another tab wants to be the writer. */
  | { kind: "otherTabAsked" }
  | { kind: "lockLost" }
  /** This tab has the lock now. */
  | { kind: "tookOver"; newest: NewestCopy<Draft> | undefined };

/** The draft that the writer sends to the other tabs, and whether the device has it. */
export type BroadcastDraft<Draft> = {
  draft: Draft;
  document?: DocumentRevision | undefined;
  isWritten: boolean;
};

/** The newest stored copy when a tab becomes the writer. */
export type NewestCopy<Draft> = {
  draft: Draft;
  on: "device" | "server";
  document?: DocumentRevision | undefined;
};

export type SaveEffect<Draft> = {
  kind: "saveDocument";
  document: DocumentRevision;
  draft: Draft;
  base: Draft | undefined;
  unconfirmed: Draft | undefined;
};

export type AutosaveEffect<Draft> =
  | { kind: "writeDevice"; place: Place; draft: Draft }
  | { kind: "removeDevice"; key: string }
  /** Moves the lock, the channel and the device copy to another key. */
  | { kind: "moveDraft"; from: string; place: Place; draft: Draft }
  /** Moves the channel of a tab that doesn't write to another key. */
  | { kind: "followDraft"; place: Place }
  | { kind: "createDocument"; createKey: string }
  | SaveEffect<Draft>
  | { kind: "copyDocument"; draft: Draft }
  | { kind: "readDocument"; document: DocumentRevision }
  | { kind: "recordCreation"; documentId: string; draft: Draft }
  | { kind: "startTimer"; delayMs: number }
  | { kind: "stopTimer" }
  /** Asks the writer for a draft that is stored nowhere. */
  | { kind: "announceTab" }
  | ({ kind: "broadcast" } & BroadcastDraft<Draft>)
  | { kind: "takeOver"; place: Place }
  | { kind: "releaseLock" }
  | { kind: "leave" }
  | { kind: "showDraft"; draft: Draft }
  | { kind: "nameInAddress"; documentId: string }
  | { kind: "notify"; toast: Toast };

export type Beginning<Draft> = {
  pauseMs: number;
  draft: Draft;
  place: Place;
  /** Where the opened draft is stored already; "memory": this browser could not store it. */
  stored: "nowhere" | "memory" | "device" | "server";
  /** The server's draft at the revision of `place.document`; with `stored: "server"` it is the draft itself. */
  base?: Draft | undefined;
  isPerson: boolean;
  isWriter: boolean;
};

export function beginAutosave<Draft>(beginning: Beginning<Draft>): AutosaveState<Draft> {
  const { pauseMs, draft, place, stored, isPerson, isWriter } = beginning;
  return {
    pauseMs,
    isPerson,
    place,
    present: draft,
    untouched: stored === "nowhere" ? draft : undefined,
    onDevice: stored === "device" ? draft : undefined,
    onServer: stored === "server" ? draft : undefined,
    base: stored === "server" ? draft : beginning.base,
    unwritten: stored === "memory" ? draft : undefined,
    wantsDocument: place.owner !== "" || place.document !== undefined,
    isUnrecorded: false,
    failures: 0,
    tab: isWriter ? "writer" : "reader",
    device: { kind: "idle" },
    server: { kind: "idle" },
    life: "open",
  };
}

/** Whether this tab has the lock and may change the draft. */
export function isWriter({ tab }: Pick<AutosaveState<unknown>, "tab">): boolean {
  return tab === "writer" || tab === "yielding";
}

/** Whether the server has everything that is worth storing. */
export function isServerCurrent({ present, onServer, untouched }: AutosaveState<unknown>): boolean {
  return present === onServer || present === untouched;
}

/** Whether nothing is left to do on the device: the copy is there, is not needed, or can't be written. */
export function isDeviceCurrent(state: AutosaveState<unknown>): boolean {
  const { present, onDevice, onServer, unwritten } = state;
  if (state.device.kind !== "idle") return false;
  if (!isWriter(state)) return true;
  if (present === onServer) return onDevice === undefined;
  return isServerCurrent(state) || present === onDevice || present === unwritten;
}

/** Whether the newest draft exists only on this screen. */
export function isUnstored(state: AutosaveState<unknown>): boolean {
  return state.unwritten !== undefined && isWriter(state) && !isServerCurrent(state);
}
