import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { subscribeToToasts } from "../lib/browser/toasts.ts";
import { isReleaseNew, LOOK_EVERY_MS, watchReleases } from "./release.ts";

it("detects a new release only if both are known and differ", () => {
  expect(isReleaseNew("a", "b")).toBe(true);
  expect(isReleaseNew("a", "a")).toBe(false);
  expect(isReleaseNew(undefined, "b")).toBe(false);
  expect(isReleaseNew("a", undefined)).toBe(false);
});

let asked: string[];
let latest: string;
let told: string[];
let page: EventTarget & { visibilityState: string };
let leave: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 16, 12) });
  asked = [];
  told = [];
  latest = "a";
  page = Object.assign(new EventTarget(), { visibilityState: "visible", documentElement: { lang: "en" } });
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    if (address === "/builds/latest.json") return Response.json({ id: latest });
    if (address === "/builds/meta/b.json")
      return Response.json({ id: "b", date: new Date(2026, 10, 16, 9, 41).toISOString() });
    return new Response("nothing", { status: 404 });
  });
  leave = [subscribeToToasts(({ message }) => told.push(message)), watchReleases("a") ?? (() => {})];
});
afterEach(() => {
  for (const each of leave) each();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("polls every five minutes, not in hidden tabs", async () => {
  expect(LOOK_EVERY_MS).toBe(300_000);
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS - 1);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(asked).toEqual(["/builds/latest.json", "/builds/latest.json"]);
  page.visibilityState = "hidden";
  await vi.advanceTimersByTimeAsync(3 * LOOK_EVERY_MS);
  expect(asked).toHaveLength(2);
  expect(told).toEqual([]);
});

it("announces a new build once with its date", async () => {
  latest = "b";
  await vi.advanceTimersByTimeAsync(2 * LOOK_EVERY_MS);
  expect(asked).toEqual(["/builds/latest.json", "/builds/meta/b.json"]);
  expect(told).toEqual(["A new version is available (released 09:41)"]);
});

it("announces a new build without a date", async () => {
  latest = "c";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(["A new version is available"]);
});
