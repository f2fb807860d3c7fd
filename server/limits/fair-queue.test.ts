import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

function takeEverything(queue: { take(): string | undefined }): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
}

test("clients take turns, each in the order it came", () => {
  const queue = createFairQueue<string>({ most: 100, mostPerClient: 50 });
  for (let count = 1; count <= 4; count++) queue.add("a", `a${count}`);
  queue.add("b", "b1");
  queue.add("c", "c1");
  queue.add("c", "c2");
  expect(takeEverything(queue)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3", "a4"]);
});

test("one client's share is bounded, and so is the whole", () => {
  const queue = createFairQueue<string>({ most: 3, mostPerClient: 2 });
  expect(["a1", "a2", "a3"].map((item) => queue.add("a", item))).toEqual([true, true, false]);
  expect(["b1", "b2"].map((item) => queue.add("b", item))).toEqual([true, false]);
  expect(queue.size()).toBe(3);
});

test("what is removed frees its place", () => {
  const queue = createFairQueue<string>({ most: 2, mostPerClient: 2 });
  queue.add("a", "a1");
  queue.add("a", "a2");
  queue.remove("a", "a1");
  queue.remove("a", "never added");
  expect(queue.add("b", "b1")).toBe(true);
  expect(takeEverything(queue)).toEqual(["a2", "b1"]);
  expect(queue.size()).toBe(0);
});
