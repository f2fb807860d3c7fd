import { t } from "@lingui/core/macro";
import { followedBy, isSending, type Step, sendNow, stay } from "./settle.ts";
import {
  type AutosaveState,
  type BroadcastDraft,
  type DocumentRevision,
  isWriter,
  type NewestCopy,
} from "./state.ts";

/** Shows a draft that is stored elsewhere. */
function show<Draft>(state: AutosaveState<Draft>, { draft, on, document }: NewestCopy<Draft>): Step<Draft> {
  const onServer = on === "server" ? draft : undefined;
  const shown = {
    ...state,
    place: document ? { ...state.place, document } : state.place,
    present: draft,
    untouched: undefined,
    onDevice: on === "device" ? draft : undefined,
    onServer,
    base: onServer,
    unwritten: undefined,
  };
  return { state: shown, effects: [{ kind: "showDraft", draft }] };
}

/** A draft that the writer could not write is only on the tabs' screens until the server has it. */
export function showBroadcast<Draft>(
  state: AutosaveState<Draft>,
  { draft, document, isWritten }: BroadcastDraft<Draft>,
): Step<Draft> {
  const { state: shown, effects } = show(state, { draft, on: "device", document });
  return { state: isWritten ? shown : { ...shown, onDevice: undefined, unwritten: draft }, effects };
}

/** In a conflict the own draft becomes a second document before the newer one is shown. */
export function copyMine<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  if (state.server.kind !== "conflict") return stay(state);
  const { theirs, rev } = state.server;
  const draft = state.present;
  return {
    state: { ...state, server: { kind: "copying", theirs, rev, draft } },
    effects: [{ kind: "copyDocument", draft }],
  };
}

export function loadTheirs<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  const { server, place, onDevice } = state;
  if (server.kind !== "copying" || !place.document) return stay(state);
  // Changed meanwhile, and not in the copy: sending it finds the conflict again.
  if (server.draft !== state.present) return stay({ ...state, server: { kind: "due" } });
  const document = { id: place.document.id, rev: server.rev };
  const shown = show(
    { ...state, server: { kind: "idle" }, unconfirmed: undefined },
    { draft: server.theirs, on: "server", document },
  );
  const message = t`Your version was saved as a copy in your documents.`;
  return {
    // The own draft is still on the device and is removed now.
    state: { ...shown.state, onDevice },
    effects: [...shown.effects, { kind: "notify", toast: { kind: "fact", message } }],
  };
}

export function keepMine<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  if (state.server.kind !== "copying") return stay(state);
  const { theirs, rev } = state.server;
  const message = t`We couldn’t save a copy of your version, so nothing was changed. Try again.`;
  return {
    state: { ...state, server: { kind: "conflict", theirs, rev } },
    effects: [{ kind: "notify", toast: { kind: "failure", message } }],
  };
}

/** The draft on the screen is sent over the stored one. It is written with the new revision first. */
export function resolveConflict<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  const { server, place } = state;
  if (server.kind !== "conflict" || !place.document) return stay(state);
  const { theirs, rev } = server;
  return sendNow({
    ...state,
    place: { ...place, document: { id: place.document.id, rev } },
    onServer: theirs,
    base: theirs,
    onDevice: state.present === theirs ? state.onDevice : undefined,
    unconfirmed: undefined,
    server: { kind: "idle" },
  });
}

/** The tab is shown again: changes from another device or from the list of documents are loaded. */
export function catchUp<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  const { document } = state.place;
  if (!document || !isQuiet(state)) return stay(state);
  return { state, effects: [{ kind: "readDocument", document }] };
}

type Read<Draft> = { known: DocumentRevision; draft: Draft; rev: number };

export function takeRead<Draft>(
  state: AutosaveState<Draft>,
  { known, draft, rev }: Read<Draft>,
): Step<Draft> {
  const { document } = state.place;
  const isUnchanged = document?.id === known.id && document.rev === known.rev;
  if (!isUnchanged || !isQuiet(state) || rev === known.rev) return stay(state);
  return show(state, { draft, on: "server", document: { id: known.id, rev } });
}

/** Everything is on the server, and no request is under way. */
function isQuiet<Draft>(state: AutosaveState<Draft>): boolean {
  return isWriter(state) && state.isPerson && !isSending(state) && state.present === state.onServer;
}

/** The newest draft is the one another tab wrote last; if it could not be written, the one on this screen. */
export function beginWriting<Draft>(
  state: AutosaveState<Draft>,
  newest: NewestCopy<Draft> | undefined,
): Step<Draft> {
  if (state.tab !== "takingOver") return stay(state);
  const writer: AutosaveState<Draft> = { ...state, tab: "writer" };
  const isNewer = newest !== undefined && state.present !== state.unwritten;
  const shown = isNewer
    ? show(writer, newest)
    : stay({ ...writer, onDevice: undefined, unwritten: undefined });
  return followedBy(shown, sendNow);
}
