import {
  type AutosaveEffect,
  type AutosaveState,
  isDeviceCurrent,
  isServerCurrent,
  isWriter,
} from "./state.ts";

/** The next state, and the effects to perform. */
export type Step<Draft> = { state: AutosaveState<Draft>; effects: AutosaveEffect<Draft>[] };

export const stay = <Draft>(state: AutosaveState<Draft>): Step<Draft> => ({ state, effects: [] });

/** Continues a step: the effects of both, in order. */
export function followedBy<Draft>(
  { state, effects }: Step<Draft>,
  follow: (state: AutosaveState<Draft>) => Step<Draft>,
): Step<Draft> {
  const next = follow(state);
  return { state: next.state, effects: [...effects, ...next.effects] };
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 20_000;

export function retryDelay(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
}

function canSend<Draft>(state: AutosaveState<Draft>): boolean {
  const { isPerson, wantsDocument, server } = state;
  if (!isPerson || !wantsDocument || !isWriter(state)) return false;
  return server.kind !== "conflict" && server.kind !== "copying" && !isServerCurrent(state);
}

/** Whether a request is under way or follows at once. */
export function isSending({ server }: Pick<AutosaveState<unknown>, "server">): boolean {
  return !isFree(server.kind) && server.kind !== "conflict";
}

/** A request that is under way ends first; its answer looks at later changes. */
function canSchedule<Draft>(state: AutosaveState<Draft>): boolean {
  return isFree(state.server.kind) && state.tab === "writer" && state.life === "open" && canSend(state);
}

const isFree = (kind: AutosaveState<unknown>["server"]["kind"]) => kind === "idle" || kind === "waiting";

/** Does nothing if nothing is to be sent or sending isn't allowed. */
export function sendNow<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  if (!canSchedule(state)) return stay(state);
  return { state: { ...state, server: { kind: "due" } }, effects: [{ kind: "stopTimer" }] };
}

export function sendAfter<Draft>(state: AutosaveState<Draft>, delayMs = state.pauseMs): Step<Draft> {
  if (!canSchedule(state)) return stay(state);
  return { state: { ...state, server: { kind: "waiting" } }, effects: [{ kind: "startTimer", delayMs }] };
}

/** A request that is under way continues. */
export function stopWaiting<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  const isWaiting = state.server.kind === "waiting" || state.server.kind === "due";
  return {
    state: isWaiting ? { ...state, server: { kind: "idle" } } : state,
    effects: [{ kind: "stopTimer" }],
  };
}

/** Runs after every event: the device first, then the server, then releasing the lock and closing. */
export function settle<Draft>(step: Step<Draft>): Step<Draft> {
  return [useDevice<Draft>, startDue<Draft>, yieldLock<Draft>, close<Draft>].reduce(followedBy, step);
}

function useDevice<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  const { device, server, place, present, onServer } = state;
  if (device.kind !== "idle" || !isWriter(state)) return stay(state);
  if (server.kind === "moving")
    return {
      state: { ...state, device: { kind: "moving", draft: present } },
      effects: [{ kind: "moveDraft", from: server.from.key, place, draft: present }],
    };
  if (isDeviceCurrent(state)) return stay(state);
  // Saved, or undone back to the server's draft: the device copy must not come back later.
  if (present === onServer)
    return {
      state: { ...state, device: { kind: "removing" }, onDevice: undefined },
      effects: [{ kind: "removeDevice", key: place.key }],
    };
  return {
    state: { ...state, device: { kind: "writing", draft: present } },
    effects: [{ kind: "writeDevice", place, draft: present }],
  };
}

function startDue<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  if (state.server.kind !== "due") return stay(state);
  if (!canSend(state)) return stay({ ...state, server: { kind: "idle" } });
  if (!isDeviceCurrent(state)) return stay(state);
  const { place, present, onServer, base, unconfirmed } = state;
  if (!place.document)
    return {
      state: { ...state, server: { kind: "creating" } },
      effects: [{ kind: "createDocument", createKey: place.createKey }],
    };
  return {
    state: { ...state, server: { kind: "saving", draft: present, before: onServer }, onServer: undefined },
    effects: [{ kind: "saveDocument", document: place.document, draft: present, base, unconfirmed }],
  };
}

/** A conflict ends with the lock: the next writer finds it again. */
function yieldLock<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  if (state.tab !== "yielding" || isSending(state) || !isDeviceCurrent(state)) return stay(state);
  return { state: { ...state, tab: "reader", server: { kind: "idle" } }, effects: [{ kind: "releaseLock" }] };
}

function close<Draft>(state: AutosaveState<Draft>): Step<Draft> {
  if (state.life === "open" || isSending(state) || !isDeviceCurrent(state)) return stay(state);
  if (state.life === "closing" && canSend(state))
    return startDue({ ...state, life: "lastTry", server: { kind: "due" } });
  return { state: { ...state, life: "closed", server: { kind: "idle" } }, effects: [{ kind: "leave" }] };
}
