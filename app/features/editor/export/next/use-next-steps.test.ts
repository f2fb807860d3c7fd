import { afterEach, expect, it, vi } from "vitest";
import { isFirstOffer } from "./use-next-steps.ts";

afterEach(() => vi.unstubAllGlobals());

it("shows next steps once per document and visit", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  expect(["a", "a", "b", "a"].map(isFirstOffer)).toEqual([true, false, true, false]);
});

it("works without browser storage", () => {
  vi.stubGlobal("sessionStorage", undefined);
  expect(isFirstOffer("a")).toBe(true);
});
