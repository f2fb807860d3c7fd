import { afterEach, expect, it, vi } from "vitest";
import { isFirstOffer } from "./use-next-steps.ts";

afterEach(() => vi.unstubAllGlobals());

it("says what comes next once for a document in a visit, and for the next document again", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  expect(["a", "a", "b", "a"].map(isFirstOffer)).toEqual([true, false, true, false]);
});

it("says it where the browser remembers nothing, too", () => {
  vi.stubGlobal("sessionStorage", undefined);
  expect(isFirstOffer("a")).toBe(true);
});
