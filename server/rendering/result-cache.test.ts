import { expect, test } from "vitest";
import { createResultCache, hashOf } from "./result-cache.ts";

test("the least recently used goes first, and the bound is in bytes", () => {
  const cache = createResultCache<string>(100);
  for (const key of ["a", "b", "c", "d"]) cache.set(key, key, 25);
  cache.get("a");
  cache.set("e", "e", 25);
  expect(["a", "b", "c", "d", "e"].map((key) => cache.get(key))).toEqual(["a", undefined, "c", "d", "e"]);
  expect(cache.bytes()).toBe(100);
});

test("what would push out everything else is not kept", () => {
  const cache = createResultCache<string>(100);
  cache.set("a", "a", 20);
  cache.set("big", "big", 60);
  expect(cache.get("big")).toBeUndefined();
  expect(cache.get("a")).toBe("a");
});

test("a replaced entry is counted once", () => {
  const cache = createResultCache<string>(100);
  cache.set("a", "1", 20);
  cache.set("a", "2", 25);
  expect(cache.bytes()).toBe(25);
});

test("different requests have different keys", () => {
  expect(hashOf("a", "bc")).not.toBe(hashOf("ab", "c"));
});
