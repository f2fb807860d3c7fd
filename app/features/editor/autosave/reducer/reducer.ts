import type { Draft } from "../../draft.ts";
import {
  beginWriting,
  catchUp,
  copyMine,
  keepMine,
  loadTheirs,
  showTold,
  takeRead,
} from "./newer-document.ts";
import { SEND_AFTER_MS, type Step, sendAfter, sendNow, stay, stopWaiting } from "./schedule.ts";
import { endMove, endSave, replaceGone, takeConflict, takeDocument, takeTrouble } from "./server-answers.ts";
import { settle } from "./settle.ts";
import { type AutosaveEvent, type AutosaveState, isServerCurrent, isWriter } from "./state.ts";

/** Autosave decides here and nowhere else: no clock, no browser, no network. docs/autosave.md draws it. */
export function reduce(state: AutosaveState, event: AutosaveEvent): Step {
  if (state.life === "closed") return stay(state);
  const isLate = state.server.kind === "abandoned" && ANSWERS.includes(event.kind);
  return settle(isLate ? sendNow({ ...state, server: { kind: "idle" } }) : take(state, event));
}

const ANSWERS: readonly AutosaveEvent["kind"][] = [
  "documentCreated",
  "documentSaved",
  "conflictFound",
  "documentGone",
  "sendFailed",
  "copyMade",
  "copyFailed",
];

function take(state: AutosaveState, event: AutosaveEvent): Step {
  switch (event.kind) {
    case "opened":
      return isWriter(state) ? sendNow(state) : { state, effects: [{ kind: "tellOpened" }] };
    case "cameOnline":
      return sendNow(state);
    case "draftChanged":
      return takeChange(state, event.draft);
    case "keepRequested":
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
      return takeDocument(state, event.document);
    case "documentSaved":
      return endSave(state, event.rev);
    case "conflictFound":
      return takeConflict(state, event.theirs, event.rev);
    case "documentGone":
      return replaceGone(state, event.createKey);
    case "sendFailed":
      return takeTrouble(state, event.trouble);
    case "creationRecorded":
      return stay({ ...state, isUnrecorded: !event.isRecorded });

    case "loadTheirsRequested":
      return copyMine(state);
    case "copyMade":
      return loadTheirs(state);
    case "copyFailed":
      return keepMine(state);
    case "pageShown":
      // Whoever was refused may have made room meanwhile.
      return state.trouble?.kind === "refused" ? sendNow(state) : catchUp(state);
    case "documentRead":
      return takeRead(state, event);

    case "otherTabOpened":
      return tellUnwritten(state);
    case "otherTabWrote":
      return isWriter(state) ? stay(state) : showTold(state, event);
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

function takeChange(state: AutosaveState, draft: Draft): Step {
  // Autosave itself has shown it.
  if (draft === state.present) return stay(state);
  const changed = { ...state, present: draft };
  if (!isWriter(state) || isServerCurrent(changed)) return stay(changed);
  const trouble = state.trouble?.kind === "refused" ? undefined : state.trouble;
  const wantsDocument = state.wantsDocument || state.isPerson;
  return sendAfter({ ...changed, untouched: undefined, trouble, wantsDocument }, SEND_AFTER_MS);
}

function takePerson(state: AutosaveState, isPerson: boolean): Step {
  const isBack = isPerson && state.trouble?.kind === "sessionEnded";
  return sendNow({ ...state, isPerson, trouble: isBack ? undefined : state.trouble });
}

function endWrite(state: AutosaveState, isWritten: boolean): Step {
  if (state.device.kind !== "writing") return stay(state);
  const { draft } = state.device;
  const stored = isWritten ? { onDevice: draft, unwritten: undefined } : { unwritten: draft };
  return {
    state: { ...state, ...stored, device: { kind: "idle" } },
    effects: [{ kind: "tellTabs", draft, document: state.place.document, isWritten }],
  };
}

/** A tab that opens finds what is stored; what this browser could not write it learns from the writer. */
function tellUnwritten(state: AutosaveState): Step {
  const { present: draft, place, unwritten } = state;
  if (!isWriter(state) || draft !== unwritten) return stay(state);
  return { state, effects: [{ kind: "tellTabs", draft, document: place.document, isWritten: false }] };
}

/** Another tab took the lock without waiting. What is on its way can't be called back. */
function loseLock(state: AutosaveState): Step {
  const { server, device } = state;
  const lost: AutosaveState = { ...state, tab: "reader" };
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
      // Not begun: the draft stays where the other tab has it.
      if (device.kind !== "moving") lost.place = server.from;
  }
  return stopWaiting(lost);
}
