import { expect, test } from "vitest";
import { describeReviewed } from "./language-menu.tsx";

test.each([
  [0, "Machine translated"],
  [1, "Machine translated · 0% reviewed"],
  [1_500, "Machine translated · 25% reviewed"],
  [6_000, "Reviewed"],
  [6_001, "Reviewed"], // accepted here and since then in the program
])("a language with %d of 6,000 texts reviewed is “%s”", (count, text) => {
  expect(describeReviewed(count, 6_000)).toBe(text);
});
