import { expect, it } from "vitest";
import { mostAlike, type Style } from "./matching-template.ts";

const style = (name: string, category: string, words: string | null): Style & { name: string } => ({
  name,
  category,
  words,
});

it.each([
  ["the one that shares the most words", style("", "a", "bold, swiss, red"), "two"],
  [
    "the one of a category of the same name, before one that shares two words",
    style("", "d", "Bold, swiss"),
    "like",
  ],
  ["the first of two that are as like", style("", "x", "bold"), "one"],
  ["none, where nothing is like it", style("", "x", "floral"), undefined],
  ["none, where nothing is known of its style", style("", "x", null), undefined],
])("proposes %s", (_, own, chosen) => {
  const others = [style("one", "b", "bold"), style("two", "c", "swiss, bold"), style("like", "d", null)];
  expect(mostAlike(own, others)?.name).toBe(chosen);
});
