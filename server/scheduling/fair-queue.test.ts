import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

function takeEverything(queue: { take(): string | undefined }): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
}

const aQueue = (max: number, maxPerClient: number, onDisplaced: (item: string) => void = () => {}) =>
  createFairQueue<string>({ max, maxPerClient, onDisplaced });

test("lets clients take turns, each in order", () => {
  const queue = aQueue(100, 50);
  for (let count = 1; count <= 4; count++) queue.add("a", `a${count}`);
  queue.add("b", "b1");
  queue.add("c", "c1");
  queue.add("c", "c2");
  expect(takeEverything(queue)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3", "a4"]);
});

test("limits each client and the whole", () => {
  const queue = aQueue(3, 2);
  expect(["a1", "a2", "a3"].map((item) => queue.add("a", item))).toEqual([true, true, false]);
  expect(["b1", "b2"].map((item) => queue.add("b", item))).toEqual([true, false]);
  expect(queue.size()).toBe(3);
});

test("frees the place of a removed item", () => {
  const queue = aQueue(2, 2);
  queue.add("a", "a1");
  queue.add("a", "a2");
  queue.remove("a", "a1");
  queue.remove("a", "never added");
  expect(queue.add("b", "b1")).toBe(true);
  expect(takeEverything(queue)).toEqual(["a2", "b1"]);
  expect(queue.size()).toBe(0);
});

test("serves a new client next", () => {
  const queue = aQueue(100, 50);
  for (let count = 1; count <= 3; count++) queue.add("a", `a${count}`);
  queue.take();
  queue.add("b", "b1");
  expect(takeEverything(queue)).toEqual(["b1", "a2", "a3"]);
});

test("evicts the last item of the largest client when full", () => {
  const displaced: string[] = [];
  const queue = aQueue(4, 3, (item) => displaced.push(item));
  for (const item of ["a1", "a2", "a3"]) queue.add("a", item);
  queue.add("b", "b1");
  expect(queue.add("c", "c1")).toBe(true);
  expect(displaced).toEqual(["a3"]);
  expect(queue.add("a", "a4")).toBe(false);
  expect(queue.add("d", "d1")).toBe(true);
  expect(queue.add("e", "e1")).toBe(false);
  expect(takeEverything(queue)).toEqual(["a1", "b1", "c1", "d1"]);
});

test("skips a client whose item isn't ready and keeps its turn", () => {
  const queue = aQueue(100, 50);
  for (const item of ["a1", "a2"]) queue.add("a", item);
  queue.add("b", "b1");
  queue.add("c", "c1");
  expect(queue.take((_client, item) => !item.startsWith("a"))).toBe("b1");
  expect(queue.take(() => false)).toBeUndefined();
  expect(takeEverything(queue)).toEqual(["a1", "c1", "a2"]);
});

test("lets the server itself use all places", () => {
  const queue = aQueue(4, 2);
  expect(["1", "2", "3", "4", "5"].map((item) => queue.add(undefined, item))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

test("skips a blocked client and keeps its place", () => {
  const queue = aQueue(10, 10);
  for (const item of ["a1", "a2"]) queue.add("a", item);
  queue.add("b", "b1");
  expect(queue.take((client) => client !== "a")).toBe("b1");
  expect(queue.take((client) => client !== "a")).toBeUndefined();
  expect(queue.size()).toBe(2);
  expect(takeEverything(queue)).toEqual(["a1", "a2"]);
});

test("removes all items of a client", () => {
  const queue = aQueue(10, 10);
  for (const item of ["a1", "a2"]) queue.add("a", item);
  queue.add("b", "b1");
  expect(queue.takeAllOf("a")).toEqual(["a1", "a2"]);
  expect(queue.takeAllOf("nobody")).toEqual([]);
  expect(queue.size()).toBe(1);
  expect(takeEverything(queue)).toEqual(["b1"]);
});
