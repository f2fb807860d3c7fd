import { globSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { groupField } from "../../contract/templates/template-file.ts";
import { type CheckedField, findMisfits } from "./check-values.ts";

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const tooMuch = () => new Error("too much");

/** What ajv reports, without what it adds about each choice of a `oneOf`. */
function reportedByAjv(fields: object, data: unknown): string[] {
  const validate = ajv.compile(fields);
  validate(data);
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== "const")
    .map(({ keyword, instancePath, params }) =>
      [keyword, ...instancePath.split("/").slice(1), params.missingProperty ?? params.additionalProperty]
        .filter((step) => step !== undefined)
        .join(" "),
    )
    .sort();
}

function reported(fields: CheckedField, data: unknown): string[] {
  return findMisfits(fields, data, tooMuch)
    .map(({ keyword, path }) => [keyword, ...path].join(" "))
    .sort();
}

const ODD: readonly unknown[] = [
  ...[null, true, 0, -1, 0.1, 1e9, 13.37, "", "x", "2026-02-30", "2026-01-31", "12:30:00Z", "25:00"],
  ...[
    "a@example.org",
    "nobody",
    "https://example.org",
    "not a link",
    "10.00",
    "🖨".repeat(60),
    "x".repeat(900),
  ],
  ...[[], [{}], [null, 1, "x"], {}, { unknown: 1 }],
];
const odd = fc.constantFrom(...ODD);

/** The sample of a template with some values replaced by odd ones. */
function spoil(value: unknown, pick: () => number): unknown {
  if (pick() % 5 === 0) return ODD[pick() % ODD.length];
  if (Array.isArray(value)) return value.map((each) => spoil(each, pick));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spoil(each, pick)]));
}

test("finds what ajv finds, in every template of the library", () => {
  for (const file of globSync("library/*/*/*/template.json")) {
    const { fields: given, sample } = JSON.parse(readFileSync(file, "utf8"));
    const fields = groupField.parse(given);
    expect(reported(fields, sample), file).toEqual(reportedByAjv(fields, sample));
    for (const seed of [1, 7, 42]) {
      let state = seed;
      const pick = () => {
        state = (state * 48_271) % 2_147_483_647;
        return state;
      };
      const data = spoil(sample, pick);
      if (typeof data !== "object" || data === null) continue;
      expect(reported(fields, data), file).toEqual(reportedByAjv(fields, data));
    }
  }
});

test("finds what ajv finds, for every keyword", () => {
  const fields: CheckedField = {
    type: "object",
    additionalProperties: false,
    required: ["name", "rows"],
    properties: {
      name: { type: "string", minLength: 2, maxLength: 50, pattern: "^[^0-9]*$" },
      day: { type: "string", format: "date" },
      time: { type: "string", format: "time" },
      mail: { type: "string", format: "email" },
      link: { type: "string", format: "uri" },
      size: { type: "string", enum: ["x", "y"] },
      kind: { oneOf: [{ const: "x" }, { const: 0 }] },
      count: { type: "integer", minimum: 0, maximum: 100 },
      share: { type: "number", multipleOf: 0.1 },
      sent: { type: "boolean" },
      rows: {
        type: "array",
        minItems: 1,
        maxItems: 2,
        items: {
          type: "object",
          additionalProperties: false,
          required: ["price"],
          properties: { price: {} },
        },
      },
    },
  };
  const keys = [...Object.keys(fields.properties ?? {}), "other"];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), odd), (data) => {
      expect(reported(fields, data)).toEqual(reportedByAjv(fields, data));
    }),
    { numRuns: 500 },
  );
});
