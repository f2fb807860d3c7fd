import type { Draft } from "../../draft.ts";
import { isSending, type Step, sendNow, stay } from "./schedule.ts";
import {
  type AutosaveState,
  type DocumentRevision,
  isWriter,
  type NewestCopy,
  type ToldDraft,
} from "./state.ts";

/** What is stored elsewhere comes on the screen. */
function show(state: AutosaveState, { draft, on, document }: NewestCopy): Step {
  const place = document ? { ...state.place, document } : state.place;
  const shown = {
    ...state,
    place,
    present: draft,
    untouched: undefined,
    onDevice: on === "device" ? draft : undefined,
    onServer: on === "server" ? draft : undefined,
    unwritten: undefined,
  };
  return { state: shown, effects: [{ kind: "showDraft", draft }] };
}

/** What the writer could not write is on the tabs' screens alone until the server has it. */
export function showTold(state: AutosaveState, { draft, document, isWritten }: ToldDraft): Step {
  const { state: shown, effects } = show(state, { draft, on: "device", document });
  return { state: isWritten ? shown : { ...shown, onDevice: undefined, unwritten: draft }, effects };
}

/** In a conflict one's own words become a document beside it, before the newer one is shown. */
export function copyMine(state: AutosaveState): Step {
  if (state.server.kind !== "conflict") return stay(state);
  const { theirs, rev } = state.server;
  const draft = state.present;
  return {
    state: { ...state, server: { kind: "copying", theirs, rev, draft } },
    effects: [{ kind: "copyDocument", draft }],
  };
}

export function loadTheirs(state: AutosaveState): Step {
  const { server, place, onDevice } = state;
  if (server.kind !== "copying" || !place.document) return stay(state);
  // Typed meanwhile, and not in the copy: sending it finds the conflict again.
  if (server.draft !== state.present) return stay({ ...state, server: { kind: "due" } });
  const document = { id: place.document.id, rev: server.rev };
  const shown = show(
    { ...state, server: { kind: "idle" }, unconfirmed: undefined },
    { draft: server.theirs, on: "server", document },
  );
  return {
    // One's own words are still on the device, and are removed now.
    state: { ...shown.state, onDevice },
    effects: [
      ...shown.effects,
      {
        kind: "tell",
        message: { kind: "fact", message: "Your own words are in your documents, as a copy" },
      },
    ],
  };
}

export function keepMine(state: AutosaveState): Step {
  if (state.server.kind !== "copying") return stay(state);
  const { theirs, rev } = state.server;
  return {
    state: { ...state, server: { kind: "conflict", theirs, rev } },
    effects: [
      {
        kind: "tell",
        message: {
          kind: "failure",
          message: "Your copy could not be made, so nothing was changed. Please try again.",
        },
      },
    ],
  };
}

/** Somebody comes back to a tab: what another device or the list of documents changed meanwhile is taken over. */
export function catchUp(state: AutosaveState): Step {
  const { document } = state.place;
  if (!document || !isQuiet(state)) return stay(state);
  return { state, effects: [{ kind: "readDocument", document }] };
}

type Read = { known: DocumentRevision; draft: Draft; rev: number };

export function takeRead(state: AutosaveState, { known, draft, rev }: Read): Step {
  const { document } = state.place;
  const isUnchanged = document?.id === known.id && document.rev === known.rev;
  if (!isUnchanged || !isQuiet(state) || rev === known.rev) return stay(state);
  return show(state, { draft, on: "server", document: { id: known.id, rev } });
}

/** Everything is on the server, and nothing is on its way there. */
function isQuiet(state: AutosaveState): boolean {
  return isWriter(state) && state.isPerson && !isSending(state) && state.present === state.onServer;
}

/** The newest words are what another tab wrote last; where it could not write them, they are what this tab shows. */
export function beginWriting(state: AutosaveState, newest: NewestCopy | undefined): Step {
  if (state.tab !== "takingOver") return stay(state);
  const writer: AutosaveState = { ...state, tab: "writer" };
  const isNewer = newest !== undefined && state.present !== state.unwritten;
  const shown = isNewer
    ? show(writer, newest)
    : stay({ ...writer, onDevice: undefined, unwritten: undefined });
  const next = sendNow(shown.state);
  return { state: next.state, effects: [...shown.effects, ...next.effects] };
}
