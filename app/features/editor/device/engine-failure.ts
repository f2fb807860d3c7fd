import { t } from "@lingui/core/macro";
import { EngineUnavailable, isEnginePossible } from "../../../lib/device/engine-errors.ts";

/** Whether another attempt may work. */
export function canTryAgain(error: unknown): boolean {
  return isEnginePossible() && !(error instanceof EngineUnavailable && error.isUnpublished);
}

/** What a person reads where only this device renders: what is wrong, and what still works. */
export function describeEngineFailure(error: unknown): string {
  if (!isEnginePossible())
    return t`This browser can’t create pages, because WebAssembly is turned off. You can type, and your draft is saved on this device. To see pages, choose Server.`;
  if (error instanceof EngineUnavailable && error.isUnpublished)
    return t`This template isn’t published, so only the server can create its pages. You can type, and your draft is saved on this device. To see pages, choose Server.`;
  if (error instanceof EngineUnavailable && error.isOutOfMemory)
    return t`This device ran out of memory for this document. Your draft is saved on this device. Remove large pictures or close other tabs, then try again.`;
  return t`We couldn’t load the engine. You can type, and your draft is saved on this device.`;
}
