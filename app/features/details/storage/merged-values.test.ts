import { expect, test } from "vitest";
import { afterSending, mergeValues } from "./merged-values.ts";

test("merges fields of two tabs, including emptied ones", () => {
  const base = {
    texts: { "sender.name": "Mila", "sender.phone": "1" },
    lists: { work: [{ position: "a" }] },
  };
  const mine = {
    texts: { "sender.name": "Mila Sorell" },
    lists: { work: [{ position: "a" }, { position: "b" }] },
  };
  const theirs = {
    texts: { "sender.name": "Mila", "sender.phone": "1", "sender.town": "Windisch" },
    lists: { work: [{ position: "a" }], awards: [{ title: "c" }] },
  };
  expect(mergeValues(base, mine, theirs)).toEqual({
    texts: { "sender.name": "Mila Sorell", "sender.town": "Windisch" },
    lists: { work: [{ position: "a" }, { position: "b" }], awards: [{ title: "c" }] },
  });
});

test("keeps others' changes while typing continues", () => {
  const set = (texts: Record<string, string>, label = "Me") => ({
    ...{ id: "a", isDefault: true, rev: 1, label },
    values: { texts, lists: {} },
  });
  const sent = set({ "sender.name": "Mila" });
  const kept = { ...set({ "sender.name": "Mila", "sender.town": "Windisch" }, "The studio"), rev: 3 };
  const now = set({ "sender.name": "Mila Sorell" });
  expect(afterSending(now, sent, kept)).toMatchObject({
    rev: 3,
    label: "The studio",
    values: { texts: { "sender.name": "Mila Sorell", "sender.town": "Windisch" } },
  });
  expect(afterSending({ ...now, label: "Own" }, sent, kept).label).toBe("Own");
});
