import { expect, test } from "vitest";
import { looksOf } from "./look-words.ts";

test.each([
  ["#e8341c", "red"],
  ["#ff6a3d", "orange"],
  ["#ffd21f", "yellow"],
  ["#17594a", "turquoise"],
  ["#5f9a3c", "green"],
  ["#123f8c", "blue"],
  ["#5a2ce0", "purple"],
  ["#ff7ab0", "pink"],
  ["#101014", "black"],
  ["#888888", "grey"],
])("%s is called %s", (accent, colour) =>
  expect(looksOf(accent, undefined, "")).toEqual([`colour:${colour}`]),
);

test("recognises papers and moods only", () =>
  expect(looksOf(undefined, { width: 210, height: 148 }, "Playful, zebra")).toEqual([
    "paper:landscape",
    "paper:a5",
    "mood:playful",
  ]));
