import { expect, it } from "vitest";
import { inOrder, moved, type RulerSheet, sameOrder } from "./ruler-choice.ts";

const sheet = (id: string): RulerSheet => ({
  id,
  template_name: id,
  type: "letters",
  image: null,
  page: { papers: ["a4"], orientation: "portrait" },
});

it("keeps the chosen order and skips deleted templates", () => {
  const shown = inOrder(["c", "gone", "a"], [sheet("a"), sheet("b"), sheet("c")]);
  expect(shown.map(({ id }) => id)).toEqual(["c", "a"]);
  expect(sameOrder(shown, ["c", "a"])).toBe(true);
  expect(sameOrder(shown, ["a", "c"])).toBe(false);
});

it("moves one item and keeps the order of the others", () => {
  expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moved(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
  expect(moved(["a"], 4, 0)).toEqual(["a"]);
});
