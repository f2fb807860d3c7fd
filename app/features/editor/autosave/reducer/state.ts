import type { Toast } from "../../../../lib/browser/toasts.ts";
import type { Draft } from "../../draft.ts";

/** Where a draft is stored: its key on the device and, once there is one, its document on the server. */
export type Place = {
  key: string;
  /** Whose draft it is: a person's e-mail; empty for a visitor's. */
  owner: string;
  /** Makes a document once, however often it is asked for. */
  createKey: string;
  document?: DocumentRevision;
};
export type DocumentRevision = { id: string; rev: number };

export const visitorKey = (template: string) => `visitor/${template}`;
export const newKey = (owner: string, template: string, createKey: string) =>
  `new/${owner}/${template}/${createKey}`;
export const documentKey = (id: string) => `document/${id}`;

/** Why the server does not have the newest words. */
export type SendTrouble =
  /** `hasAnswered`: the server is there, and failed. Both are tried again. */
  | { kind: "unreachable"; hasAnswered?: boolean }
  | { kind: "sessionEnded" }
  /** `isFull`: the person has to make room first. */
  | { kind: "refused"; words: string; isFull?: boolean };

/** What autosave knows of one open draft. `tab`, `device`, `server` and `life` are drawn in docs/autosave.md. */
export type AutosaveState = {
  templateId: string;
  /** Who is here, if anybody is known. */
  email: string;
  isPerson: boolean;
  place: Place;
  /** The draft on the screen. */
  present: Draft;
  /** The draft as it was begun, while nobody has touched it: it is stored nowhere. */
  untouched?: Draft | undefined;
  onDevice?: Draft | undefined;
  onServer?: Draft | undefined;
  /** The last draft that this browser could not write, in this tab or in the writer, until a write succeeds. */
  unwritten?: Draft | undefined;
  /** Sent without hearing back: the server may have it or not. */
  unconfirmed?: Draft | undefined;
  /** A person's own draft becomes a document; a visitor's that they found here only once they go on with it. */
  wantsDocument: boolean;
  /** The document was made here, and history doesn't have it yet. */
  isUnrecorded: boolean;
  trouble?: SendTrouble | undefined;
  failures: number;
  tab: TabState;
  device: DeviceState;
  server: ServerState;
  life: LifeState;
};

/** The writer alone writes and sends. A tab that yields finishes what it has, then it only shows the draft. */
export type TabState = "writer" | "yielding" | "reader" | "takingOver";

/** One thing at a time is done to the copy on the device. */
export type DeviceState =
  | { kind: "idle" }
  | { kind: "writing"; draft: Draft }
  | { kind: "removing" }
  | { kind: "moving"; draft: Draft };

export type ServerState =
  | { kind: "idle" }
  /** A timer runs: the pause between words, or the pause before another try. */
  | { kind: "waiting" }
  /** To be sent as soon as the device has it. */
  | { kind: "due" }
  | { kind: "creating" }
  /** The draft has another place from now on; `from` is the old one. */
  | { kind: "moving"; from: Place }
  /** Until the answer nobody knows what the server has; `before` is what it had. */
  | { kind: "saving"; draft: Draft; before: Draft | undefined }
  /** Another device was faster; `theirs` is what the document says now. */
  | { kind: "conflict"; theirs: Draft; rev: number }
  | { kind: "copying"; theirs: Draft; rev: number; draft: Draft }
  /** The lock was lost with a request on its way: its answer is nobody's any more. */
  | { kind: "abandoned" };

/** A draft that is left is sent once more, and then let go whether that succeeded or not. */
export type LifeState = "open" | "closing" | "lastTry" | "closed";

export type AutosaveEvent =
  /** A step of the person's: an edit, an undo, a redo. */
  | { kind: "draftChanged"; draft: Draft }
  | { kind: "keepRequested" }
  | { kind: "takeOverRequested" }
  | { kind: "loadTheirsRequested" }
  /** The session has ended, or is back. */
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
  | { kind: "documentCreated"; document: DocumentRevision }
  | { kind: "documentSaved"; rev: number }
  | { kind: "conflictFound"; theirs: Draft; rev: number }
  /** Deleted elsewhere; `createKey` is for the document that takes its place. */
  | { kind: "documentGone"; createKey: string }
  | { kind: "sendFailed"; trouble: SendTrouble }
  | { kind: "copyMade" }
  | { kind: "copyFailed" }
  /** The document as the server has it, asked for when it was at `known`. */
  | { kind: "documentRead"; known: DocumentRevision; draft: Draft; rev: number }
  | { kind: "creationRecorded"; isRecorded: boolean }
  /** Another tab shows the draft from now on, with the words that were stored when it looked. */
  | { kind: "otherTabOpened" }
  | ({ kind: "otherTabWrote" } & ToldDraft)
  /** Another tab wants to be the writer. */
  | { kind: "otherTabAsked" }
  | { kind: "lockLost" }
  /** This tab has the lock now. */
  | { kind: "tookOver"; newest: NewestCopy | undefined };

/** What the writer tells the other tabs: the draft, and whether the device has it. */
export type ToldDraft = { draft: Draft; document?: DocumentRevision | undefined; isWritten: boolean };

/** What a tab finds when it becomes the writer. */
export type NewestCopy = { draft: Draft; on: "device" | "server"; document?: DocumentRevision | undefined };

export type AutosaveEffect =
  | { kind: "writeDevice"; place: Place; draft: Draft }
  | { kind: "removeDevice"; key: string }
  /** The lock, the channel and the device copy go to another key. */
  | { kind: "moveDraft"; from: string; place: Place; draft: Draft }
  | { kind: "createDocument"; createKey: string }
  | { kind: "saveDocument"; document: DocumentRevision; draft: Draft; unconfirmed: Draft | undefined }
  | { kind: "copyDocument"; draft: Draft }
  | { kind: "readDocument"; document: DocumentRevision }
  | { kind: "recordCreation"; documentId: string; draft: Draft }
  | { kind: "startTimer"; delayMs: number }
  | { kind: "stopTimer" }
  /** Asks the writer for words that are stored nowhere. */
  | { kind: "tellOpened" }
  | ({ kind: "tellTabs" } & ToldDraft)
  | { kind: "takeOver"; place: Place }
  | { kind: "releaseLock" }
  | { kind: "leave" }
  | { kind: "showDraft"; draft: Draft }
  | { kind: "nameInAddress"; documentId: string }
  | { kind: "tell"; message: Toast };

export type Beginning = {
  templateId: string;
  draft: Draft;
  place: Place;
  /** Where the draft that was opened is stored already; "memory": this browser could not store it. */
  stored: "nowhere" | "memory" | "device" | "server";
  email: string;
  isPerson: boolean;
  isWriter: boolean;
};

export function beginAutosave(beginning: Beginning): AutosaveState {
  const { templateId, draft, place, stored, email, isPerson, isWriter } = beginning;
  return {
    templateId,
    email,
    isPerson,
    place,
    present: draft,
    untouched: stored === "nowhere" ? draft : undefined,
    onDevice: stored === "device" ? draft : undefined,
    onServer: stored === "server" ? draft : undefined,
    unwritten: stored === "memory" ? draft : undefined,
    wantsDocument: place.owner !== "",
    isUnrecorded: false,
    failures: 0,
    tab: isWriter ? "writer" : "reader",
    device: { kind: "idle" },
    server: { kind: "idle" },
    life: "open",
  };
}

/** Whether this tab has the lock and may change the draft. */
export function isWriter({ tab }: AutosaveState): boolean {
  return tab === "writer" || tab === "yielding";
}

/** Whether the server has everything that is worth storing. */
export function isServerCurrent({ present, onServer, untouched }: AutosaveState): boolean {
  return present === onServer || present === untouched;
}

/** Whether nothing is left to do on the device: the copy is there, is not needed, or can't be written. */
export function isDeviceCurrent(state: AutosaveState): boolean {
  const { present, onDevice, onServer, unwritten } = state;
  if (state.device.kind !== "idle") return false;
  if (!isWriter(state)) return true;
  if (present === onServer) return onDevice === undefined;
  return isServerCurrent(state) || present === onDevice || present === unwritten;
}

/** Words that are nowhere but on this screen. */
export function hasUnsavedWords(state: AutosaveState): boolean {
  return state.unwritten !== undefined && isWriter(state) && !isServerCurrent(state);
}
