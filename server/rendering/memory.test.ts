import { expect, test } from "vitest";
import { keepMemory } from "./memory.ts";

const PAGE = 64 * 1024;

function memoryOf(pages: number) {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages + 10 });
  return { memory, bytes: new Uint8Array(memory.buffer) };
}

test("what was written since is gone, what was there before is there again", () => {
  const { memory, bytes } = memoryOf(40);
  bytes.set([1, 2, 3], 100);
  const kept = keepMemory(memory, PAGE);
  bytes.fill(9, 50, 20 * PAGE);
  kept.putBack();
  expect([...bytes.subarray(98, 105)]).toEqual([0, 0, 1, 2, 3, 0, 0]);
  expect(bytes.subarray(105).every((byte) => byte === 0)).toBe(true);
  bytes.fill(7, 0, 300);
  kept.putBack();
  expect([...bytes.subarray(98, 105)]).toEqual([0, 0, 1, 2, 3, 0, 0]);
});

test("it is filling up when writing reaches the last third of what was reserved", () => {
  const { memory, bytes } = memoryOf(100);
  const kept = keepMemory(memory, 20 * PAGE);
  bytes.fill(1, 20 * PAGE, 75 * PAGE);
  expect(kept.isFillingUp()).toBe(false);
  bytes.fill(1, 75 * PAGE, 80 * PAGE);
  expect(kept.isFillingUp()).toBe(true);
  kept.putBack();
  expect(kept.isFillingUp()).toBe(false);
});

test("growth is noticed", () => {
  const { memory } = memoryOf(10);
  const kept = keepMemory(memory, PAGE);
  expect(kept.hasGrown()).toBe(false);
  memory.grow(1);
  expect(kept.hasGrown()).toBe(true);
});
