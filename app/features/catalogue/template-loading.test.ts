import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "../../lib/content-client.ts";
import { hearMessages } from "../../lib/messages.ts";
import { prefetchType } from "./template-loading.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  queryClient.removeQueries({ queryKey: ["templates"] });
});

it("a list that could not be had ahead of time is logged, and nobody is told: it was not asked for yet", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const told: string[] = [];
  const stop = hearMessages(({ words }) => told.push(words));
  vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
  await prefetchType("invoices");
  expect(logged.mock.calls.map(([words]) => words)).toEqual(["Template prefetch failed"]);
  expect(told).toEqual([]);
  stop();
});
