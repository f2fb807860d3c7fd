import { expect, test } from "vitest";
import { snapshotMemory, startPinned } from "./memory.ts";

const PAGE = 64 * 1024;

function memoryOf(pages: number) {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages + 10 });
  return { memory, bytes: new Uint8Array(memory.buffer) };
}

test("restores the memory of the snapshot", () => {
  const { memory, bytes } = memoryOf(40);
  bytes.set([1, 2, 3], 100);
  const snapshot = snapshotMemory(memory, PAGE);
  bytes.fill(9, 50, 20 * PAGE);
  snapshot.restore();
  expect([...bytes.subarray(98, 105)]).toEqual([0, 0, 1, 2, 3, 0, 0]);
  expect(bytes.subarray(105).every((byte) => byte === 0)).toBe(true);
  bytes.fill(7, 0, 300);
  snapshot.restore();
  expect([...bytes.subarray(98, 105)]).toEqual([0, 0, 1, 2, 3, 0, 0]);
});

test("reports when two thirds are used", () => {
  const { memory, bytes } = memoryOf(100);
  const snapshot = snapshotMemory(memory, 20 * PAGE);
  bytes.fill(1, 20 * PAGE, 75 * PAGE);
  expect(snapshot.isFillingUp()).toBe(false);
  bytes.fill(1, 75 * PAGE, 80 * PAGE);
  expect(snapshot.isFillingUp()).toBe(true);
  snapshot.restore();
  expect(snapshot.isFillingUp()).toBe(false);
});

test("detects growth", () => {
  const { memory } = memoryOf(10);
  const snapshot = snapshotMemory(memory, PAGE);
  expect(snapshot.hasGrown()).toBe(false);
  memory.grow(1);
  expect(snapshot.hasGrown()).toBe(true);
});

/** Values behind handles, as the module's own JavaScript stores them: a free place holds the number of the next one. */
async function startWithHandles() {
  const values: unknown[] = Array.from({ length: 132 });
  const is = (kind: string) => (handle: number) => typeof values[handle] === kind;
  const imports = {
    wbg: {
      __wbindgen_object_drop_ref: (handle: number) => {
        values[handle] = 132;
      },
      __wbg___wbindgen_is_object_1: is("object"),
      __wbg___wbindgen_is_function_2: is("function"),
      __wbg___wbindgen_is_string_3: is("string"),
      __wbg___wbindgen_is_undefined_4: is("undefined"),
    },
  };
  const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  const { pin } = await startPinned(() => WebAssembly.instantiate(empty, imports as never));
  const hold = (value: unknown) => values.push(value) - 1;
  return { hold, pin, values, drop: (handle: number) => imports.wbg.__wbindgen_object_drop_ref(handle) };
}

test("frees only what was allocated after pinning", async () => {
  const { hold, pin, values, drop } = await startWithHandles();
  const early = [() => 1, { of: "a font" }, "words"];
  const handles = early.map(hold);
  const freed = hold({});
  drop(freed);
  const afterGap = hold({ last: true });
  pin();
  const late = hold({ late: true });
  for (const handle of [...handles, afterGap, late]) drop(handle);
  expect(handles.map((handle) => values[handle])).toEqual(early);
  expect(values[afterGap]).toEqual({ last: true });
  expect(values[late]).toBe(132);
});

test("frees everything before pinning", async () => {
  const { hold, values, drop } = await startWithHandles();
  const handle = hold(() => 1);
  drop(handle);
  expect(values[handle]).toBe(132);
});
