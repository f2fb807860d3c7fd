import { afterEach, expect, it, vi } from "vitest";
import { subscribeToToasts, type Toast } from "../lib/browser/toasts.ts";
import { openDataAreas, retryStartup } from "./data-areas.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("reports a missing start-up script once and retries", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const pressed = new EventTarget();
  vi.stubGlobal("addEventListener", pressed.addEventListener.bind(pressed));
  vi.stubGlobal("removeEventListener", pressed.removeEventListener.bind(pressed));
  const told: Toast[] = [];
  const stop = subscribeToToasts((message) => told.push(message));
  let isThere = false;
  let asked = 0;
  const opened: string[] = [];
  const close = openDataAreas("ada@example.org", async () => {
    asked++;
    if (!isThere) throw new TypeError("Failed to fetch dynamically imported module");
    return {
      openAreas: (email) => {
        opened.push(email);
        return () => opened.pop();
      },
    };
  });
  await vi.waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]?.action?.label).toBe("Try again");

  pressed.dispatchEvent(new Event("pointerdown"));
  await vi.waitFor(() => expect(asked).toBe(2));
  await new Promise(setImmediate);
  expect([told.length, opened]).toEqual([1, []]);

  isThere = true;
  retryStartup();
  await vi.waitFor(() => expect(opened).toEqual(["ada@example.org"]));
  pressed.dispatchEvent(new Event("pointerdown"));
  expect(asked).toBe(3);
  close();
  expect(opened).toEqual([]);
  stop();
});

it("times out a start-up script after 15 seconds", async () => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  const told: Toast[] = [];
  const stop = subscribeToToasts((message) => told.push(message));
  const close = openDataAreas("ada@example.org", () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveLength(1);
  close();
  stop();
});
