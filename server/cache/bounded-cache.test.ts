import { expect, test } from "vitest";
import { createBoundedCache, hashOf } from "./bounded-cache.ts";

test("evicts the least recently used entry by bytes", () => {
  const cache = createBoundedCache<string>({ maxBytes: 100 });
  for (const key of ["a", "b", "c", "d"]) cache.set(key, key, 25);
  cache.get("a");
  cache.set("e", "e", 25);
  expect(["a", "b", "c", "d", "e"].map((key) => cache.get(key))).toEqual(["a", undefined, "c", "d", "e"]);
  expect(cache.bytes()).toBe(100);
});

test("evicts by number of entries and reports it", () => {
  const forgotten: string[] = [];
  const cache = createBoundedCache<string>({ maxEntries: 2, onForget: (value) => forgotten.push(value) });
  for (const key of ["a", "b"]) cache.set(key, key);
  cache.get("a");
  cache.set("c", "c");
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["a", undefined, "c"]);
  expect(forgotten).toEqual(["b"]);
});

test("rejects an entry larger than the cache", () => {
  const cache = createBoundedCache<string>({ maxBytes: 100, largestBytes: 25 });
  cache.set("a", "a", 20);
  cache.set("big", "big", 60);
  expect(cache.get("big")).toBeUndefined();
  expect(cache.get("a")).toBe("a");
});

test("counts a replaced entry once", () => {
  const cache = createBoundedCache<string>({ maxBytes: 100 });
  cache.set("a", "1", 20);
  cache.set("a", "2", 25);
  expect(cache.bytes()).toBe(25);
});

test("is empty after clearing", () => {
  const cache = createBoundedCache<string>({ maxBytes: 100 });
  cache.set("a", "a", 20);
  cache.clear();
  expect([cache.get("a"), cache.bytes()]).toEqual([undefined, 0]);
});

test("has different keys for different requests", () => {
  expect(hashOf("a", "bc")).not.toBe(hashOf("ab", "c"));
});
