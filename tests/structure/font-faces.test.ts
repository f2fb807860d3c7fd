import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A browser uses only the faces of a family whose weights are the same: letters of the others would be another font's. */
test("the faces of a typeface of the interface have the same weights", () => {
  const weights = new Map<string, Set<string>>();
  for (const [face] of readFileSync("app/ui/fonts.css", "utf8").matchAll(/@font-face \{.*?\}/gs)) {
    const [, family = ""] = /font-family: "([^"]+)"/.exec(face) ?? [];
    const [, weight = "none"] = /font-weight: ([^;]+);/.exec(face) ?? [];
    weights.set(family, (weights.get(family) ?? new Set()).add(weight));
  }
  expect(weights.size).toBeGreaterThan(3);
  expect([...weights].filter(([, found]) => found.size > 1)).toEqual([]);
});
