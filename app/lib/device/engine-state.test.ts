import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isCapable } from "./engine-state.ts";

beforeEach(() => {
  vi.stubGlobal("Worker", class {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const LAPTOP = { deviceMemory: 8, hardwareConcurrency: 8, connection: { effectiveType: "4g" } };

test.each([
  ["a laptop", LAPTOP],
  ["the least that is enough", { deviceMemory: 4, hardwareConcurrency: 4 }],
  ["a browser that says nothing about its device", {}],
])("%s may load the engine by itself", (_, device) => {
  expect(isCapable(device)).toBe(true);
});

test.each([
  ["little memory", { ...LAPTOP, deviceMemory: 2 }],
  ["two processors", { ...LAPTOP, hardwareConcurrency: 2 }],
  ["a person who saves data", { ...LAPTOP, connection: { saveData: true, effectiveType: "4g" } }],
  ["a 3G connection", { ...LAPTOP, connection: { effectiveType: "3g" } }],
  ["a slow 2G connection", { ...LAPTOP, connection: { effectiveType: "slow-2g" } }],
])("%s leaves the pages to the server", (_, device) => {
  expect(isCapable(device)).toBe(false);
});

test("a browser without workers or WebAssembly leaves the pages to the server", () => {
  vi.stubGlobal("WebAssembly", undefined);
  expect(isCapable(LAPTOP)).toBe(false);
  vi.unstubAllGlobals();
  vi.stubGlobal("Worker", undefined);
  expect(isCapable(LAPTOP)).toBe(false);
});
