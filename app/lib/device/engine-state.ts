import { isPrivatePage } from "../browser/private-page.ts";
import { createStore } from "../browser/store.ts";
import { type DeviceEngine, openDeviceEngine } from "./device-engine.ts";
import { type EngineChoice, rememberEngineChoice, storedEngineChoice } from "./engine-choice.ts";
import { isEnginePossible } from "./engine-errors.ts";

export type EngineState =
  | { kind: "off" }
  /** From 0 to 1. */
  | { kind: "loading"; loaded: number }
  /** It has made a page that equals the server's, or the only page there is. */
  | { kind: "ready" }
  | { kind: "failed" };

export const engineChoice = createStore<EngineChoice>("automatic");
export const engineState = createStore<EngineState>({ kind: "off" });

let isRead = false;
let engine: DeviceEngine | undefined;

export function readEngineChoice(): EngineChoice {
  const stored = storedEngineChoice();
  // A document of the account is opened as one, even if this device only was chosen for new ones.
  const choice = isPrivatePage() ? "device" : stored === "device" ? "automatic" : stored;
  if (!isRead && choice !== engineChoice.get()) engineChoice.set(choice);
  isRead = true;
  return engineChoice.get();
}

export function chooseEngine(choice: EngineChoice): void {
  isRead = true;
  rememberEngineChoice(choice);
  engineChoice.set(choice);
  if (choice === "server") closeEngine("off");
}

/** The one engine of this tab, loaded when it is first used. */
export function openEngine(): DeviceEngine {
  if (engine) return engine;
  engineState.set({ kind: "loading", loaded: 0 });
  engine = openDeviceEngine((loaded) => {
    if (engineState.get().kind === "loading") engineState.set({ kind: "loading", loaded });
  });
  return engine;
}

export function markEngineReady(): void {
  if (engine && engineState.get().kind !== "ready") engineState.set({ kind: "ready" });
}

/** Gives the memory back. A page that was reloaded may try again. */
export function closeEngine(kind: "off" | "failed"): void {
  const closed = engine;
  engine = undefined;
  engineState.set({ kind });
  closed?.close();
}

/** Without being asked each time: the person's choice, and what the device has. */
export function mayUseEngine(): boolean {
  return readEngineChoice() === "automatic" && engineState.get().kind !== "failed" && isCapable();
}

type Device = {
  deviceMemory?: number;
  hardwareConcurrency?: number;
  connection?: { saveData?: boolean; effectiveType?: string };
};

const LEAST_MEMORY = 4; // gigabytes; the engine takes 130 MB, and a small device ends tabs early
const LEAST_PROCESSORS = 4; // of two, the page and the browser need both

/** Whether the engine may be loaded without being asked for: 8 MB, and a processor while typing. */
export function isCapable({ deviceMemory, hardwareConcurrency, connection }: Device = navigator): boolean {
  if (!isEnginePossible()) return false;
  if (connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? "")) return false;
  if (deviceMemory !== undefined && deviceMemory < LEAST_MEMORY) return false;
  return hardwareConcurrency === undefined || hardwareConcurrency >= LEAST_PROCESSORS;
}
