import { expect, it } from "vitest";
import { RELOAD_GUARD_MS } from "./inline-scripts.ts";
import { isReleaseNew, mayReload } from "./release.ts";

it("takes a release for new only when both are known and differ", () => {
  expect(isReleaseNew("a", "b")).toBe(true);
  expect(isReleaseNew("a", "a")).toBe(false);
  expect(isReleaseNew(undefined, "b")).toBe(false);
  expect(isReleaseNew("a", undefined)).toBe(false);
});

function aMemory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
}

it("allows one reload within the guard's time", () => {
  const memory = aMemory();
  expect(mayReload(1_000_000, memory)).toBe(true);
  expect(mayReload(1_000_000 + RELOAD_GUARD_MS - 1, memory)).toBe(false);
  expect(mayReload(1_000_000 + RELOAD_GUARD_MS, memory)).toBe(true);
});

it("never reloads without a memory", () => {
  const broken = () => {
    throw new Error("storage is off");
  };
  expect(mayReload(1_000_000, { getItem: broken, setItem: broken })).toBe(false);
});
