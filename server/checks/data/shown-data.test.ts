import { expect, test } from "vitest";
import { groupField } from "../../../contract/templates/template-file.ts";
import { manyRowsData, rightToLeftData } from "./shown-data.ts";

const fields = groupField.parse({
  type: "object",
  additionalProperties: false,
  properties: {
    name: { type: "string", maxLength: 12 },
    date: { type: "string", format: "date" },
    rows: {
      type: "array",
      maxItems: 60,
      items: { type: "object", additionalProperties: false, properties: { note: { type: "string" } } },
    },
    few: { type: "array", maxItems: 5, items: { type: "string" } },
  },
});
const sample = { name: "Ada Brenholm", date: "2026-11-03", rows: [{ note: "a" }, { note: "b" }], few: ["x"] };

test("replaces the sample by right-to-left text within limits", () => {
  const made = rightToLeftData(fields, sample) as typeof sample;
  expect(made.name).toMatch(/^[\p{Script=Arabic} ]{1,12}$/u);
  expect(made.date).toBe("2026-11-03");
  expect(made.rows).toHaveLength(2);
});

test("gives each list forty rows or its maximum", () => {
  const made = manyRowsData(fields, sample) as typeof sample;
  expect(made.rows).toHaveLength(40);
  expect(made.rows[2]).toEqual({ note: "a" });
  expect(made.few).toHaveLength(5);
});
