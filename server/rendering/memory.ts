/**
 * The compiler remembers everything it has worked out and has no way to forget. All it remembers is in its memory, though, so it
 * is put back to how it was after the start: it then knows the kit, and nothing of anybody's document.
 */
export type KeptMemory = {
  /** Whether so much has been used that the compiler may soon ask for more. */
  isFillingUp(): boolean;
  /** Whether it has asked for more. What it took can't be given back, nor used after `putBack`. */
  hasGrown(): boolean;
  putBack(): void;
};

const BLOCK = 64 * 1024;
const FULL_ENOUGH = 0.7;
const LOOK_AT = 8; // blocks
const EMPTY = Buffer.alloc(LOOK_AT * BLOCK);

/** `from` is where the free part begins that was reserved for documents: memory is handed out from there upwards. */
export function keepMemory(memory: WebAssembly.Memory, from: number): KeptMemory {
  const size = memory.buffer.byteLength;
  const kept = new Map<number, Uint8Array>();
  for (let at = 0; at < size; at += BLOCK) {
    const block = new Uint8Array(memory.buffer, at, BLOCK);
    if (!isZero(block)) kept.set(at, block.slice());
  }
  const mark = Math.floor((from + (size - from) * FULL_ENOUGH) / BLOCK) * BLOCK;

  return {
    isFillingUp: () => !isZero(new Uint8Array(memory.buffer, mark, LOOK_AT * BLOCK)),
    hasGrown: () => memory.buffer.byteLength > size,
    putBack() {
      for (let at = 0; at < size; at += BLOCK) {
        const block = new Uint8Array(memory.buffer, at, BLOCK);
        const before = kept.get(at);
        if (before) block.set(before);
        else block.fill(0);
      }
    },
  };
}

function isZero(part: Uint8Array): boolean {
  return EMPTY.subarray(0, part.length).equals(part);
}

type Imports = { wbg: Record<string, (handle: number) => unknown> };

/**
 * Starts a module whose memory is to be put back. A handle to a function of ours (how to read a font) that it has let go of would
 * be in its memory again, so those handles are never let go of; there is one for each font.
 */
export async function startPinned<Exports>(start: () => Promise<Exports>): Promise<Exports> {
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = ((module: WebAssembly.Module, imports: Imports) => {
    const { wbg } = imports;
    const isFunction = Object.entries(wbg).find(([name]) => name.includes("_is_function"))?.[1];
    const drop = wbg.__wbindgen_object_drop_ref;
    if (!isFunction || !drop) throw new Error("this version of the compiler names its imports differently");
    wbg.__wbindgen_object_drop_ref = (handle) => (isFunction(handle) ? undefined : drop(handle));
    return instantiate(module, imports);
  }) as typeof instantiate;
  try {
    return await start();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
