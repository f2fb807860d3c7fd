/** The engine's files or the template can't be loaded, no worker can be started because WebAssembly is off, or memory is short. */
export class EngineUnavailable extends Error {
  override name = "EngineUnavailable";
  readonly isOutOfMemory: boolean;
  /** The template's source is only for those who may see it: the server renders it. */
  readonly isUnpublished: boolean;

  constructor(message: string, { isOutOfMemory = false, isUnpublished = false } = {}) {
    super(message);
    this.isOutOfMemory = isOutOfMemory;
    this.isUnpublished = isUnpublished;
  }
}

/** Whether the engine can run at all. */
export function isEnginePossible(): boolean {
  return typeof WebAssembly === "object" && typeof Worker === "function";
}
