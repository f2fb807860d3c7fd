import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { subscribeToToasts, type Toast } from "../../../lib/browser/toasts.ts";
import { daysLeft, removeDocuments, removeForGood } from "./binned-documents.ts";

const rows = [
  { id: "a", title: "Bill a" },
  { id: "b", title: "Bill b" },
];

let said: Toast[];
let stopHearing: () => void;
const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const sent = () =>
  asked.mock.calls.map(([path, { method, body }]) => [path, method, JSON.parse(String(body))]);

beforeEach(() => {
  said = [];
  stopHearing = subscribeToToasts((message) => said.push(message));
  asked.mockReset().mockImplementation(async () => Response.json({ data: [] }));
  vi.stubGlobal("fetch", asked);
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  stopHearing();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("moves documents to the bin and back with one request each", async () => {
  await removeDocuments(rows);
  expect(said[0]?.message).toBe("2 documents moved to the bin");
  said[0]?.action?.run();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  const at = expect.stringMatching(/^\d{4}-/);
  expect(sent()).toEqual([
    ["/items/documents?fields=id", "PATCH", rows.map(({ id }) => ({ id, date_deleted: at }))],
    ["/items/documents?fields=id", "PATCH", rows.map(({ id }) => ({ id, date_deleted: null }))],
  ]);
});

it("keeps and reports a document that can't be deleted", async () => {
  asked.mockRejectedValue(new TypeError("fetch failed"));
  await removeDocuments(rows.slice(0, 1));
  expect(said.map(({ message }) => message)).toEqual([
    expect.stringContaining("We couldn’t delete “Bill a”"),
  ]);
});

it("deletes many documents in several requests", async () => {
  const many = Array.from({ length: 150 }, (_, index) => ({ id: `${index}`, title: "Bill" }));
  await removeForGood(many);
  expect(sent().map(([, method, ids]) => [method, (ids as string[]).length])).toEqual([
    ["DELETE", 100],
    ["DELETE", 50],
  ]);
});

it.each([
  ["2026-11-17T12:00:00Z", 30],
  ["2026-11-16T12:00:00Z", 29],
  ["2026-10-18T13:00:00Z", 1],
  ["2026-09-01T12:00:00Z", 0],
])("a document deleted at %s has %d days left", (deleted, days) => {
  expect(daysLeft(deleted, new Date("2026-11-17T12:00:00Z"))).toBe(days);
});
