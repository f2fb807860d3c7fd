import { expect, it, vi } from "vitest";
import { latePart, loadWanted } from "./late-part.ts";
import { hearMessages, type Message } from "./messages.ts";

it("a part that can't be had is told, never thrown, and loads when it is wanted again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const told: Message[] = [];
  const stop = hearMessages((message) => told.push(message));
  let isOffline = true;
  const part = latePart(async () => {
    if (isOffline) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: () => null };
  });
  expect(await loadWanted(part, "The search")).toBe(false);
  expect(told.map(({ words }) => words)).toEqual([
    "The server did not answer. The search did not open; please try again.",
  ]);
  isOffline = false;
  expect(await loadWanted(part, "The search")).toBe(true);
  expect(told).toHaveLength(1);
  stop();
});
