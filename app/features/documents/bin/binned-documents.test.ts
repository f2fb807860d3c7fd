import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hearMessages, type Message } from "../../lib/messages.ts";
import { removeDocuments } from "./document-removal.ts";
import { type DocumentRow, removedDocuments, withoutRemoved } from "./documents.ts";

const aRow = (id: string): DocumentRow => ({
  id,
  title: `Bill ${id}`,
  rev: 1,
  date_updated: "2026-11-16T08:00:00.000Z",
  labels: [],
  templates_id: null,
  left_version: null,
  template_versions_id: null,
});
const rows = [aRow("a"), aRow("b")];
const shown = () => withoutRemoved(rows).map(({ id }) => id);

let said: Message[];
let stopHearing: () => void;
let left: () => void;
const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  said = [];
  stopHearing = hearMessages((message) => said.push(message));
  removedDocuments.set(removedDocuments.initial);
  asked.mockReset().mockResolvedValue(new Response(null, { status: 204 }));
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => {
    left = listener;
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  stopHearing();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("a deletion that is undone has sent nothing to the server", () => {
  removeDocuments(rows);
  expect(shown()).toEqual([]);
  said[0]?.action?.run();
  expect(shown()).toEqual(["a", "b"]);
  expect(asked).not.toHaveBeenCalled();
});

it("once its message has gone, one request deletes all of them, and no list shows them again", async () => {
  removeDocuments(rows);
  expect(said[0]?.words).toBe("2 documents were deleted");
  said[0]?.onGone?.();
  await vi.waitFor(() => expect(removedDocuments.get().leaving.size).toBe(0));
  expect(asked.mock.calls.map(([path, { method, body }]) => [path, method, body])).toEqual([
    ["/items/documents", "DELETE", '["a","b"]'],
  ]);
  expect(shown()).toEqual([]);
});

it("one that the server doesn't answer leaves the document there, and says so", async () => {
  asked.mockRejectedValue(new TypeError("fetch failed"));
  removeDocuments([aRow("a")]);
  said[0]?.onGone?.();
  await vi.waitFor(() => expect(said[1]?.words).toContain("“Bill a” could not be deleted"));
  await vi.waitFor(() => expect(shown()).toEqual(["a", "b"]));
});

it("leaving the page deletes what was deleted, by a request that outlives it; undoing is over then", () => {
  removeDocuments([aRow("a")]);
  left();
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ method: "DELETE", keepalive: true });
  said[0]?.action?.run();
  expect(said[1]?.words).toBe("“Bill a” can’t be put back any more");
  expect(shown()).toEqual(["b"]);
});
