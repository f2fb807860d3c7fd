/**
 * The compiler caches everything it computes and has no call to drop it. So its memory is restored to the state after the start, in
 * which the kit is cached and no document is.
 */
export type MemorySnapshot = {
  /** Whether so much has been used that the compiler may soon ask for more. */
  isFillingUp(): boolean;
  /** Whether it has asked for more. What it took can't be given back, nor used after `restore`. */
  hasGrown(): boolean;
  restore(): void;
};

const BLOCK = 64 * 1024;
const FILLING_UP_AT = 0.7;
const LOOK_AT = 8; // blocks

/** `from` is the beginning of the free part that was reserved for documents: memory is allocated from there upwards. */
export function snapshotMemory(memory: WebAssembly.Memory, from: number): MemorySnapshot {
  const size = memory.buffer.byteLength;
  const blocks = new Map<number, Uint8Array>();
  for (let at = 0; at < size; at += BLOCK) {
    const block = new Uint8Array(memory.buffer, at, BLOCK);
    if (!isZero(block)) blocks.set(at, block.slice());
  }
  const mark = Math.floor((from + (size - from) * FILLING_UP_AT) / BLOCK) * BLOCK;

  return {
    isFillingUp: () => !isZero(new Uint8Array(memory.buffer, mark, LOOK_AT * BLOCK)),
    hasGrown: () => memory.buffer.byteLength > size,
    restore() {
      for (let at = 0; at < size; at += BLOCK) {
        const block = new Uint8Array(memory.buffer, at, BLOCK);
        const before = blocks.get(at);
        if (before) block.set(before);
        else block.fill(0);
      }
    },
  };
}

function isZero(part: Uint8Array): boolean {
  const numbers = new Uint32Array(part.buffer, part.byteOffset, part.byteLength / 4);
  for (let at = 0; at < numbers.length; at++) if (numbers[at] !== 0) return false;
  return true;
}

type Imports = { wbg: Record<string, (handle: number) => unknown> };

/** Lower ones are for undefined, null, true and false, and for values passed during a call. */
const FIRST_HANDLE = 132;
const NO_MORE = 200; // consecutive handles without a value

/**
 * Starts a module whose memory is to be restored. The memory holds handles to JavaScript values: functions that read fonts, and
 * others. From `pin` on, no value that had a handle at that moment is dropped: the handle will be in the restored memory again,
 * and dropping it twice would give one handle to two values.
 */
export async function startPinned<Exports>(
  start: () => Promise<Exports>,
): Promise<{ exports: Exports; pin(): void }> {
  const instantiate = WebAssembly.instantiate;
  const pinned = new Set<number>();
  let is = { taken: (_handle: number) => false, beyond: (_handle: number) => true };
  WebAssembly.instantiate = ((module: WebAssembly.Module, imports: Imports) => {
    const { wbg } = imports;
    const drop = wbg.__wbindgen_object_drop_ref;
    const [isObject, isFunction, isString, isNothing] = ["object", "function", "string", "undefined"].map(
      (kind) => Object.entries(wbg).find(([name]) => name.includes(`_is_${kind}`))?.[1],
    );
    if (!drop || !isObject || !isFunction || !isString || !isNothing)
      throw new Error("this version of the compiler names its imports differently");
    wbg.__wbindgen_object_drop_ref = (handle) => (pinned.has(handle) ? undefined : drop(handle));
    is = {
      taken: (handle) => Boolean(isObject(handle) || isFunction(handle) || isString(handle)),
      beyond: (handle) => Boolean(isNothing(handle)),
    };
    return instantiate(module, imports);
  }) as typeof instantiate; // of its overloads only the one that the compiler's own loader calls
  try {
    const exports = await start();
    return {
      exports,
      pin() {
        for (let handle = FIRST_HANDLE, beyond = 0; beyond < NO_MORE; handle++) {
          beyond = is.beyond(handle) ? beyond + 1 : 0;
          if (is.taken(handle)) pinned.add(handle);
        }
      },
    };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
