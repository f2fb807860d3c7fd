import {
  beginWriting,
  catchUp,
  copyMine,
  keepMine,
  loadTheirs,
  resolveConflict,
  showBroadcast,
  takeRead,
} from "./newer-document.ts";
import { endMove, endSave, replaceGone, takeConflict, takeDocument, takeProblem } from "./server-answers.ts";
import { type Step, sendAfter, sendNow, settle, stay, stopWaiting } from "./settle.ts";
import { type AutosaveEvent, type AutosaveState, isServerCurrent, isWriter, type Place } from "./state.ts";

/** All decisions of autosave: no clock, no browser, no network. The draft itself is never looked into. See docs/autosave.md. */
export function reduce<Draft>(state: AutosaveState<Draft>, event: AutosaveEvent<Draft>): Step<Draft> {
  if (state.life === "closed") return stay(state);
  const isLate = state.server.kind === "abandoned" && ANSWERS.includes(event.kind);
  return settle(isLate ? sendNow({ ...state, server: { kind: "idle" } }) : take(state, event));
}

const ANSWERS: readonly AutosaveEvent<unknown>["kind"][] = [
  "documentCreated",
  "documentSaved",
  "conflictFound",
  "documentGone",
  "sendFailed",
  "copyMade",
  "copyFailed",
];

function take<Draft>(state: AutosaveState<Draft>, event: AutosaveEvent<Draft>): Step<Draft> {
  switch (event.kind) {
    case "opened":
      return isWriter(state) ? sendNow(state) : { state, effects: [{ kind: "announceTab" }] };
    case "cameOnline":
      return sendNow(state);
    case "draftChanged":
      return takeChange(state, event.draft);
    case "saveRequested":
      return sendNow({ ...state, wantsDocument: true, untouched: undefined });
    case "personChanged":
      return takePerson(state, event.isPerson);
    case "timerFired":
      return state.server.kind === "waiting" ? stay({ ...state, server: { kind: "due" } }) : stay(state);
    case "closeRequested":
      return state.life === "open" ? stopWaiting({ ...state, life: "closing" }) : stay(state);

    case "deviceWritten":
      return endWrite(state, true);
    case "deviceFailed":
      return endWrite(state, false);
    case "deviceRemoved":
      return state.device.kind === "removing" ? stay({ ...state, device: { kind: "idle" } }) : stay(state);
    case "draftMoved":
      return endMove(state, event.isWritten);

    case "documentCreated":
      return takeDocument(state, event.place);
    case "documentSaved":
      return endSave(state, event.rev);
    case "conflictFound":
      return takeConflict(state, event.theirs, event.rev);
    case "documentGone":
      return replaceGone(state, event.place);
    case "sendFailed":
      return takeProblem(state, event.problem);
    case "creationRecorded":
      return stay({ ...state, isUnrecorded: !event.isRecorded });

    case "loadTheirsRequested":
      return copyMine(state);
    case "copyMade":
      return loadTheirs(state);
    case "copyFailed":
      return keepMine(state);
    case "conflictResolved":
      return resolveConflict(state);
    case "pageShown":
      // After a refusal the person may have deleted documents meanwhile.
      return state.problem?.kind === "refused" ? sendNow(state) : catchUp(state);
    case "documentRead":
      return takeRead(state, event);

    case "otherTabOpened":
      return broadcastUnwritten(state);
    case "otherTabWrote":
      return isWriter(state) ? stay(state) : showBroadcast(state, event);
    case "otherTabMoved":
      return isWriter(state) ? stay(state) : followDraft(state, event.place);
    case "otherTabAsked":
      return state.tab === "writer" ? stopWaiting({ ...state, tab: "yielding" }) : stay(state);
    case "lockLost":
      return loseLock(state);
    case "takeOverRequested":
      if (state.tab !== "reader") return stay(state);
      return { state: { ...state, tab: "takingOver" }, effects: [{ kind: "takeOver", place: state.place }] };
    case "tookOver":
      return beginWriting(state, event.newest);
  }
}

function takeChange<Draft>(state: AutosaveState<Draft>, draft: Draft): Step<Draft> {
  // Autosave itself showed it.
  if (draft === state.present) return stay(state);
  const changed = { ...state, present: draft };
  if (!isWriter(state) || isServerCurrent(changed)) return stay(changed);
  const problem = state.problem?.kind === "refused" ? undefined : state.problem;
  const wantsDocument = state.wantsDocument || state.isPerson;
  return sendAfter({ ...changed, untouched: undefined, problem, wantsDocument });
}

function takePerson<Draft>(state: AutosaveState<Draft>, isPerson: boolean): Step<Draft> {
  const isBack = isPerson && state.problem?.kind === "sessionEnded";
  return sendNow({ ...state, isPerson, problem: isBack ? undefined : state.problem });
}

function endWrite<Draft>(state: AutosaveState<Draft>, isWritten: boolean): Step<Draft> {
  if (state.device.kind !== "writing") return stay(state);
  const { draft } = state.device;
  const stored = isWritten ? { onDevice: draft, unwritten: undefined } : { unwritten: draft };
  return {
    state: { ...state, ...stored, device: { kind: "idle" } },
    effects: [{ kind: "broadcast", draft, document: state.place.document, isWritten }],
  };
}

/** A tab that opens finds the stored copy; a draft that this browser could not write comes from the writer. */
function broadcastUnwritten<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  const { present: draft, place, unwritten } = state;
  if (!isWriter(state) || draft !== unwritten) return stay(state);
  return { state, effects: [{ kind: "broadcast", draft, document: place.document, isWritten: false }] };
}

/** Otherwise this tab would take over where no draft is any more, and write the document next to its writer. */
function followDraft<Draft>(state: AutosaveState<Draft>, place: Place): Step<Draft> {
  const { document } = place;
  return {
    state: { ...state, place },
    effects: [
      { kind: "followDraft", place },
      ...(document ? [{ kind: "nameInAddress", documentId: document.id } as const] : []),
    ],
  };
}

/** Another tab took the lock without waiting. A request that is under way can't be cancelled. */
function loseLock<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  const { server, device } = state;
  const lost: AutosaveState<Draft> = { ...state, tab: "reader" };
  switch (server.kind) {
    case "saving":
      lost.unconfirmed = server.draft;
      lost.server = { kind: "abandoned" };
      break;
    case "creating":
    case "copying":
      lost.server = { kind: "abandoned" };
      break;
    case "conflict":
      lost.server = { kind: "idle" };
      break;
    case "moving":
      lost.server = { kind: "idle" };
      // Not started: the draft stays where the other tab has it.
      if (device.kind !== "moving") lost.place = server.from;
  }
  return stopWaiting(lost);
}
