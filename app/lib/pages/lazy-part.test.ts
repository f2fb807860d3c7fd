import { expect, it, vi } from "vitest";
import { subscribeToToasts, type Toast } from "../browser/toasts.ts";
import { lazyPart, loadOrNotify } from "./lazy-part.ts";

it("reports a part that fails to load and retries", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const told: Toast[] = [];
  const stop = subscribeToToasts((message) => told.push(message));
  let isOffline = true;
  const part = lazyPart(async () => {
    if (isOffline) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: () => null };
  });
  expect(await loadOrNotify(part, "We couldn’t open search.")).toBe(false);
  expect(told.map(({ message }) => message)).toEqual([
    "We couldn’t reach the server. We couldn’t open search. Try again.",
  ]);
  isOffline = false;
  expect(await loadOrNotify(part, "We couldn’t open search.")).toBe(true);
  expect(told).toHaveLength(1);
  stop();
});

it("offers to reload when a release removed a part", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("fetch", async () => new Response("ok"));
  const told: Toast[] = [];
  const stop = subscribeToToasts((message) => told.push(message));
  const part = lazyPart<object>(() =>
    Promise.reject(new TypeError("Failed to fetch dynamically imported module")),
  );
  expect(await loadOrNotify(part, "We couldn’t open search.")).toBe(false);
  expect(told.map(({ message, action }) => [message, action?.label])).toEqual([
    ["We couldn’t open search. There may be a new version. Reload the page to get it.", "Reload"],
  ]);
  stop();
  vi.unstubAllGlobals();
});
