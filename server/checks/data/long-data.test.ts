import { expect, test } from "vitest";
import { groupField } from "../../../contract/templates/template-file.ts";
import { findSampleFaults } from "../rules/sample-check.ts";
import { accentedData, HIGHEST, LONG_IBAN, longestData, unbrokenData } from "./long-data.ts";

const fields = groupField.parse({
  type: "object",
  additionalProperties: false,
  properties: {
    name: { type: "string", maxLength: 80 },
    issued: { type: "string", format: "date" },
    account: { type: "string", maxLength: 120, "x-widget": "multiline" },
    items: {
      type: "array",
      maxItems: 3,
      items: {
        type: "object",
        additionalProperties: false,
        properties: { text: { type: "string", maxLength: 160 }, short: { type: "string", maxLength: 12 } },
      },
    },
  },
});
const sample = {
  name: "Tilde Aas Marlowe",
  issued: "2026-11-03",
  account: "1503 44 20917",
  items: [{ text: "Signs", short: "Two" }],
};

test("tries long words, accents and account numbers", () => {
  const accented = accentedData(fields, sample, [HIGHEST]) as typeof sample;
  expect(accented.name).toBe("Müller Öberg Ångström Ệ Ģirts Łukasz");
  expect(accented.account).toBe(LONG_IBAN);
  expect(LONG_IBAN.replaceAll(" ", "")).toHaveLength(34);
  const unbroken = unbrokenData(fields, sample) as typeof sample;
  expect(unbroken.name).toMatch(/^\p{L}{42}$/u);
  expect(unbroken.items.map(({ text }) => text.length)).toEqual([136, 136]);
  expect(unbroken.items[0]?.text).toMatch(/^\p{L}+$/u);
});

test("keeps long words within their fields' limits", () => {
  for (const data of [accentedData(fields, sample), unbrokenData(fields, sample)]) {
    expect(findSampleFaults({ fields, sample: data as Record<string, unknown> })).toEqual([]);
    expect(data).toMatchObject({ issued: "2026-11-03" });
  }
});

test("fills every field and list to its limit", () => {
  const longest = longestData(fields, sample) as typeof sample;
  expect(longest.name.length).toBeGreaterThan(78);
  expect(longest.items.map(({ short }) => short)).toEqual(Array(3).fill("Müller Öberg"));
  expect(findSampleFaults({ fields, sample: longest })).toEqual([]);
});
