import { canSend, isSending, type Step, stay } from "./schedule.ts";
import { type AutosaveState, isDeviceCurrent, isWriter } from "./state.ts";

/** What follows from where things stand, after every event: the device first, then the server, then letting go. */
export function settle(step: Step): Step {
  return [useDevice, startDue, yieldLock, close].reduce(({ state, effects }, follow) => {
    const next = follow(state);
    return { state: next.state, effects: [...effects, ...next.effects] };
  }, step);
}

function useDevice(state: AutosaveState): Step {
  const { device, server, place, present, onServer } = state;
  if (device.kind !== "idle" || !isWriter(state)) return stay(state);
  if (server.kind === "moving")
    return {
      state: { ...state, device: { kind: "moving", draft: present } },
      effects: [{ kind: "moveDraft", from: server.from.key, place, draft: present }],
    };
  if (isDeviceCurrent(state)) return stay(state);
  // Saved, or undone back to what the server has: newer words must not come back from the device.
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

function startDue(state: AutosaveState): Step {
  if (state.server.kind !== "due") return stay(state);
  if (!canSend(state)) return stay({ ...state, server: { kind: "idle" } });
  if (!isDeviceCurrent(state)) return stay(state);
  const { place, present, onServer, unconfirmed } = state;
  if (!place.document)
    return {
      state: { ...state, server: { kind: "creating" } },
      effects: [{ kind: "createDocument", createKey: place.createKey }],
    };
  return {
    state: { ...state, server: { kind: "saving", draft: present, before: onServer }, onServer: undefined },
    effects: [{ kind: "saveDocument", document: place.document, draft: present, unconfirmed }],
  };
}

/** A conflict is let go, too: the next writer finds it anew. */
function yieldLock(state: AutosaveState): Step {
  if (state.tab !== "yielding" || isSending(state) || !isDeviceCurrent(state)) return stay(state);
  return { state: { ...state, tab: "reader", server: { kind: "idle" } }, effects: [{ kind: "releaseLock" }] };
}

function close(state: AutosaveState): Step {
  if (state.life === "open" || isSending(state) || !isDeviceCurrent(state)) return stay(state);
  if (state.life === "closing" && canSend(state))
    return startDue({ ...state, life: "lastTry", server: { kind: "due" } });
  return { state: { ...state, life: "closed", server: { kind: "idle" } }, effects: [{ kind: "leave" }] };
}
