import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problemText } from "./problem-text.ts";

const source = ["checks.ts", "amount-checks.ts"]
  .map((file) => readFileSync(new URL(`../../../../shared/bill/${file}`, import.meta.url), "utf8"))
  .join("");
const rules = new Set(
  [...source.matchAll(/"((?:BR|PEPPOL)-[A-Z\d-]+)"/g)].map(([, rule = ""]) => rule).filter((rule) => rule),
);

test("every check has a text for people", () => {
  expect(rules.size).toBeGreaterThan(50);
  const message = "for programs";
  const without = [...rules].filter((rule) =>
    ["BT-31", "BT-48"].every((term) => problemText({ rule, term, path: "lines.0.x", message }) === message),
  );
  expect(without).toEqual([]);
});
