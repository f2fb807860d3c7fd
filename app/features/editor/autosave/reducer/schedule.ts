import { type AutosaveEffect, type AutosaveState, isServerCurrent, isWriter } from "./state.ts";

/** What comes of an event: the next state, and what is to be done, as data. */
export type Step = { state: AutosaveState; effects: AutosaveEffect[] };

export const stay = (state: AutosaveState): Step => ({ state, effects: [] });

export const SEND_AFTER_MS = 700; // a pause between words
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 20_000;

export function retryDelay(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
}

export function canSend(state: AutosaveState): boolean {
  const { isPerson, wantsDocument, server } = state;
  if (!isPerson || !wantsDocument || !isWriter(state)) return false;
  return server.kind !== "conflict" && server.kind !== "copying" && !isServerCurrent(state);
}

/** Whether a request is on its way, or follows at once. */
export function isSending({ server }: AutosaveState): boolean {
  return !isFree(server.kind) && server.kind !== "conflict";
}

/** A request that is on its way ends first; its end looks at what was typed meanwhile. */
function canSchedule(state: AutosaveState): boolean {
  return isFree(state.server.kind) && state.tab === "writer" && state.life === "open" && canSend(state);
}

const isFree = (kind: AutosaveState["server"]["kind"]) => kind === "idle" || kind === "waiting";

/** Does nothing where nothing is to be sent, or may be. */
export function sendNow(state: AutosaveState): Step {
  if (!canSchedule(state)) return stay(state);
  return { state: { ...state, server: { kind: "due" } }, effects: [{ kind: "stopTimer" }] };
}

export function sendAfter(state: AutosaveState, delayMs: number): Step {
  if (!canSchedule(state)) return stay(state);
  return { state: { ...state, server: { kind: "waiting" } }, effects: [{ kind: "startTimer", delayMs }] };
}

/** What is on its way goes on. */
export function stopWaiting(state: AutosaveState): Step {
  const isWaiting = state.server.kind === "waiting" || state.server.kind === "due";
  return {
    state: isWaiting ? { ...state, server: { kind: "idle" } } : state,
    effects: [{ kind: "stopTimer" }],
  };
}
