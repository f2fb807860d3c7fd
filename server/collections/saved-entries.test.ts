import { describe, expect, test } from "vitest";
import { newId } from "../database/ids.ts";
import { type Entry, type MergeMode, mergeEntries, readSentEntries } from "./saved-entries.ts";

const [a, b, c, d] = Array.from({ length: 4 }, () => newId()) as [string, string, string, string];
const entryOf = (templates_id: string): Entry => ({ id: newId(), templates_id });

function merge(current: Entry[], sent: unknown, mode: MergeMode): string[] {
  return mergeEntries(current, readSentEntries(sent), mode).entries.map((entry) => entry.templates_id);
}

describe("a sent list of saved templates", () => {
  const current = [entryOf(a), entryOf(b)];
  const list = (...templates: string[]) => templates.map((templates_id) => ({ templates_id }));

  test("replaces the list without a base revision", () => {
    expect(merge(current, list(b, c), { kind: "replacement" })).toEqual([b, c]);
  });

  test("removes nothing when it only adds", () => {
    expect(merge(current, list(c), { kind: "addition" })).toEqual([a, b, c]);
  });

  test("applies only the differences to its base", () => {
    const since = [entryOf(a)]; // b was saved elsewhere meanwhile
    expect(merge(current, list(c), { kind: "change", since })).toEqual([b, c]);
    expect(merge([entryOf(b)], list(a, c), { kind: "change", since })).toEqual([b, c]); // a was removed elsewhere
  });

  test("keeps existing entries and has each template once", () => {
    const { entries } = mergeEntries(current, readSentEntries(list(b, b, a)), { kind: "replacement" });
    expect(entries).toEqual(current);
  });
});

describe("an entry sent with its id", () => {
  const [first, second] = [entryOf(a), entryOf(b)];
  const current = [first, second];
  const ids = (entries: { id?: string | undefined; templates_id: string }[]) =>
    entries.map(({ id, templates_id }) => [id, templates_id]);
  const left = (there: Entry[], sent: unknown, mode: MergeMode = { kind: "replacement" }) =>
    ids(mergeEntries(there, readSentEntries(sent), mode).entries);

  test("keeps its id and place with another template", () => {
    expect(left(current, [{ id: first.id, templates_id: c }, { id: second.id }])).toEqual([
      [first.id, c],
      [second.id, b],
    ]);
    expect(left(current, { update: [{ id: first.id, templates_id: c }] })).toEqual([
      [first.id, c],
      [second.id, b],
    ]);
  });

  test("can swap places with another", () => {
    const swapped = [
      { id: first.id, templates_id: b },
      { id: second.id, templates_id: a },
    ];
    for (const sent of [swapped, { update: swapped }])
      expect(left(current, sent)).toEqual([
        [first.id, b],
        [second.id, a],
      ]);
  });

  test("takes over another entry's template, which is removed", () => {
    expect(left(current, [{ id: second.id, templates_id: a }])).toEqual([[second.id, a]]);
    expect(left(current, [second.id, { id: first.id, templates_id: b }])).toEqual([[first.id, b]]);
  });

  test("is not moved back by an unchanged list", () => {
    const now = [{ id: first.id, templates_id: c }, second, entryOf(a)];
    const sent = [first, second, { templates_id: d }];
    const merged = left(now, sent, { kind: "change", since: current });
    expect(merged.map(([, template]) => template)).toEqual([c, b, a, d]);
  });

  test("is removed when the list is null", () => {
    expect(left(current, null)).toEqual([]);
  });
});

describe("a difference", () => {
  const [first, second] = [entryOf(a), entryOf(b)];

  test("creates, moves to another template and deletes", () => {
    const sent = {
      create: [{ templates_id: d }],
      update: [{ id: first.id, templates_id: c }],
      delete: [second.id],
    };
    expect(merge([first, second], sent, { kind: "replacement" })).toEqual([c, d]);
  });

  test("never changes another list", () => {
    for (const sent of [{ delete: [newId()] }, { update: [{ id: newId(), templates_id: c }] }, [newId()]])
      expect(() => merge([first], sent, { kind: "replacement" })).toThrow("permission");
  });

  test("is rejected when malformed", () => {
    for (const sent of ["x", 1, { remove: [] }, { create: {} }, [{}], [3], { delete: ["x"] }])
      expect(() => readSentEntries(sent), JSON.stringify(sent)).toThrow("Invalid payload");
  });
});
