import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PHYSICAL =
  /^\s*(?:left|right|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float):\s*(?:left|right)/;
/** Four values whose second and fourth differ are different on the left and on the right. */
const SHORTHAND = /^\s*(?:margin|padding|inset|border-width):\s*(.+);/;

function isPhysical(line: string): boolean {
  if (line.includes("/* physical: ")) return false;
  const [, value = ""] = SHORTHAND.exec(line) ?? [];
  const [, right, , left] = value.replace(/\((?:[^()]|\([^()]*\))*\)/g, "()").split(/\s+/);
  return PHYSICAL.test(line) || (left !== undefined && left !== right);
}

test.each([
  ["  margin-left: 1px;", true],
  ["  text-align: right;", true],
  ["  padding: 0 1px 0 2px;", true],
  ["  padding: 0 1px 0 1px;", false],
  ["  margin-inline-start: 1px;", false],
  ["  left: 50%; /* physical: centred */", false],
])("%s is physical: %s", (line, expected) => {
  expect(isPhysical(line)).toBe(expected);
});

test("style sheets use logical sides, so that the interface can be mirrored", () => {
  const found = globSync("app/**/*.css").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, at) => (isPhysical(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
