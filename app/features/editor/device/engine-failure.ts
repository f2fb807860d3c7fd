import { t } from "@lingui/core/macro";

/** The engine's files can't be loaded, no worker can be started because WebAssembly is off, or memory is short. */
export class EngineUnavailable extends Error {
  override name = "EngineUnavailable";
  readonly isOutOfMemory: boolean;

  constructor(message: string, { isOutOfMemory = false } = {}) {
    super(message);
    this.isOutOfMemory = isOutOfMemory;
  }
}

/** Whether the engine can run at all. */
export function isEnginePossible(): boolean {
  return typeof WebAssembly === "object" && typeof Worker === "function";
}

/** What a person reads where only this device renders: what is wrong, and what still works. */
export function describeEngineFailure(error: unknown): string {
  if (!isEnginePossible())
    return t`This browser can’t create pages, because WebAssembly is turned off. You can type, and your draft is saved on this device. To see pages, choose Server.`;
  if (error instanceof EngineUnavailable && error.isOutOfMemory)
    return t`This device ran out of memory for this document. Your draft is saved on this device. Remove large pictures or close other tabs, then try again.`;
  return t`We couldn’t load the engine. You can type, and your draft is saved on this device.`;
}
