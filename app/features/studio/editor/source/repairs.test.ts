import { describe, expect, it } from "vitest";
import type { DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import { readSchema } from "../fields/schema-rows.ts";
import { nearest, repairFor } from "./repairs.ts";
import { decodeTokens } from "./source-colours.ts";

const SOURCE = '#let a = 1\n#let b = a * data.discount / 2\n#heading-one(fiel("made"))\n#field("mude")';
const read = readSchema(
  '{ "type": "object", "properties": { "discount": { "type": "string", "pattern": "^\\\\d+$" }, "made": { "type": "string" } } }',
);
const known = { source: SOURCE, rows: "rows" in read ? read.rows : [], kitNames: ["field", "prose", "head"] };
const repaired = (fault: Partial<DraftDiagnostic>) => {
  const whole = { severity: "error", message: "", file: "source", line: 1, column: 1, ...fault } as const;
  const repair = repairFor(whole, known);
  return repair && SOURCE.slice(0, repair.from) + repair.insert + SOURCE.slice(repair.to);
};

describe("a repair", () => {
  it("replaces raw data with a call of the kit", () => {
    expect(repaired({ line: 2, message: "cannot multiply decimal with none" })).toBe(
      SOURCE.replace("data.discount", 'number("discount")'),
    );
  });
  it("corrects a misspelt function and a misspelt field", () => {
    expect(repaired({ line: 3, column: 14, message: "unknown variable: fiel" })).toBe(
      SOURCE.replace("fiel(", "field("),
    );
    expect(repaired({ line: 4, column: 2, message: 'There is no field "mude".' })).toBe(
      SOURCE.replace('"mude"', '"made"'),
    );
  });
  it("is not offered for other faults", () => {
    expect(repaired({ line: 1, message: "expected expression" })).toBeUndefined();
    expect(repaired({ line: 99, message: "x" })).toBeUndefined();
    expect(nearest("abcdef", ["uvwxyz"])).toBeUndefined();
  });
});

it("decodes tokens of the language server protocol", () => {
  const tokens = [0, 1, 3, 0, 0, 0, 5, 2, 1, 0, 2, 4, 1, 1, 0, 0, 9, 1, 7, 0];
  expect(decodeTokens({ legend: ["keyword", "string"], tokens })).toEqual([
    { line: 0, column: 1, length: 3, type: "keyword" },
    { line: 0, column: 6, length: 2, type: "string" },
    { line: 2, column: 4, length: 1, type: "string" },
  ]);
});
