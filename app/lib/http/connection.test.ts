import { afterEach, expect, it, vi } from "vitest";
import { reachServer, unreachableMessage } from "./connection.ts";

afterEach(() => vi.unstubAllGlobals());

it("asks the server whatever the browser reports", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  vi.stubGlobal("fetch", async () => new Response());
  expect(await reachServer()).toBe(true);
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await reachServer()).toBe(false);
});

it("reports offline only if the browser does", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(unreachableMessage()).toBe("You’re offline.");
  vi.stubGlobal("navigator", { onLine: true });
  expect(unreachableMessage()).toBe("We couldn’t reach the server.");
});
