import { afterEach, expect, it, vi } from "vitest";
import { deviceStorage, tabStorage } from "./local-storage.ts";

function aStorage(kept = new Map<string, string>()) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("remembers text and values", () => {
  vi.stubGlobal("localStorage", aStorage());
  deviceStorage.write("theme", "dark");
  deviceStorage.writeJson("seen", { day: "2026-11-15" });
  expect(deviceStorage.read("theme")).toBe("dark");
  expect(deviceStorage.readJson("seen")).toEqual({ day: "2026-11-15" });
  deviceStorage.remove("theme");
  expect(deviceStorage.read("theme")).toBeUndefined();
});

it("ignores unreadable values", () => {
  vi.stubGlobal("sessionStorage", aStorage(new Map([["seen", "{half"]])));
  expect(tabStorage.readJson("seen")).toBeUndefined();
  expect(tabStorage.readJson("never")).toBeUndefined();
});

it("works without storage", () => {
  expect(() => deviceStorage.write("theme", "dark")).not.toThrow();
  expect(deviceStorage.read("theme")).toBeUndefined();
});
