import { afterEach, expect, it, vi } from "vitest";
import { reachServer, unreachableMessage } from "./connection.ts";

afterEach(() => vi.unstubAllGlobals());

it("the server is asked, whatever the browser says: one on this machine answers without a network", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  vi.stubGlobal("fetch", async () => new Response());
  expect(await reachServer()).toBe(true);
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await reachServer()).toBe(false);
});

it("says that one is offline only where the browser knows it", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(unreachableMessage()).toBe("You’re offline");
  vi.stubGlobal("navigator", { onLine: true });
  expect(unreachableMessage()).toBe("We couldn’t reach the server");
});
