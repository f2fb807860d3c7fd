import { describe, expect, it } from "vitest";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { countGaps, findGaps, isStillEmpty } from "./gaps.ts";

const FIELDS: GroupField = {
  type: "object",
  additionalProperties: false,
  required: ["number"],
  properties: {
    number: { type: "string", title: "Number" },
    due: { type: "string", title: "Due on", format: "date", "x-wanted": "So that it is paid." },
    to: {
      type: "object",
      title: "Bill to",
      additionalProperties: false,
      properties: {
        name: { type: "string", title: "Client", "x-wanted": true },
        attention: { type: "string", title: "Attention" },
      },
    },
    items: {
      type: "array",
      title: "Items",
      "x-wanted": true,
      items: {
        type: "object",
        additionalProperties: false,
        properties: {
          text: { type: "string", title: "Item" },
          price: { type: "string", title: "Price", "x-wanted": true },
        },
      },
    },
  },
};
const FULL = { number: "1", due: "2026-12-01", to: { name: "Ada" }, items: [{ text: "Ink", price: "2" }] };

describe("recommended empty fields", () => {
  it("are listed in form order with the reason", () => {
    expect(
      findGaps(FIELDS, { items: [{}] }).map(({ label, reason, isRequired }) => [label, reason, isRequired]),
    ).toEqual([
      ["Number", undefined, true],
      ["Due on", "So that it is paid.", false],
      ["Bill to, Client", undefined, false],
      ["Items", undefined, false],
    ]);
    expect(findGaps(FIELDS, FULL)).toEqual([]);
  });

  it("are requested in rows with content only", () => {
    const data = { ...FULL, items: [{ text: "Ink" }, {}] };
    const [gap, ...others] = findGaps(FIELDS, data);
    expect([gap?.path, gap?.label, others]).toEqual(["items.0.price", "Items 1, Price", []]);
    expect(gap && isStillEmpty(gap, data)).toBe(true);
    expect(gap && isStillEmpty(gap, FULL)).toBe(false);
  });

  it("are counted for many documents", () => {
    const documents = [
      FULL,
      { ...FULL, due: "" },
      { ...FULL, due: " ", items: [{ text: "A" }, { text: "B" }] },
    ];
    expect(countGaps(FIELDS, documents)).toEqual([
      { label: "Due on", count: 2, isRequired: false },
      { label: "Items, Price", count: 1, isRequired: false },
    ]);
  });
});
