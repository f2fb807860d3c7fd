import { expect, it } from "vitest";
import { mayReload, missingScripts, RELOAD_GUARD_MS } from "./page-scripts.ts";

const ROUTES = {
  root: { module: "/root.js" },
  type: { module: "/type.js", clientLoaderModule: "/type-loader.js" },
};

it("finds the missing scripts of a page", () => {
  expect(missingScripts(["root", "type"], ROUTES, { root: {} })).toEqual(["/type.js", "/type-loader.js"]);
  expect(missingScripts(["root", "type"], ROUTES, { root: {}, type: {} })).toEqual([]);
});

it("ignores unknown parts", () => {
  expect(missingScripts(["root", "gone"], ROUTES, { root: {} })).toEqual([]);
});

function aMemory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
}

it("allows one reload within the guard time", () => {
  const memory = aMemory();
  expect(mayReload(1_000_000, memory)).toBe(true);
  expect(mayReload(1_000_000 + RELOAD_GUARD_MS - 1, memory)).toBe(false);
  expect(mayReload(1_000_000 + RELOAD_GUARD_MS, memory)).toBe(true);
});

it("never reloads without storage", () => {
  const broken = () => {
    throw new Error("storage is off");
  };
  expect(mayReload(1_000_000, { getItem: broken, setItem: broken })).toBe(false);
});
