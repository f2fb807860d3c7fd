import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../job.ts";
import { findInvalid, fitPreview } from "./validation.ts";

const fields = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  additionalProperties: false,
  required: ["number"],
  properties: {
    number: { type: "string", title: "Number", "x-widget": "text" },
    issued: { type: "string", format: "date", title: "Issued" },
    items: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["price"],
        properties: {
          price: { type: "string", pattern: "^\\d+$", title: "Price" },
          note: { type: "string" },
        },
      },
    },
  },
};

describe("checking data against a template's fields", () => {
  test("names the field and the problem", () => {
    const found = findInvalid(fields, {
      issued: "soon",
      items: [{ price: "x" }, {}],
      colour: "red",
    });
    expect(found.map(({ field, type }) => `${field} ${type}`).sort()).toEqual([
      "colour additionalProperties",
      "issued format",
      "items.0.price pattern",
      "items.1.price required",
      "number required",
    ]);
    expect(found.find((one) => one.field === "number")?.message).toBe("“number”: This field is required.");
    expect(found.find((one) => one.field === "issued")?.message).toBe(
      "“issued” (Issued): This value isn’t in the format “date”.",
    );
  });

  test("accepts valid data", () => {
    expect(findInvalid(fields, { number: "1", issued: "2026-01-31", items: [{ price: "5" }] })).toEqual([]);
  });

  test("leaves out and reports invalid values of a preview", () => {
    const given: JsonObject = { issued: "2026-1", items: [{ price: "x", note: "kept" }, { price: "7" }] };
    const { data, ignored, leftOut } = fitPreview(fields, given);
    expect(leftOut).toEqual([["issued"], ["items", "0", "price"]]);
    expect(data).toEqual({ items: [{ note: "kept" }, { price: "7" }] });
    expect(ignored.map((one) => one.field).sort()).toEqual(["issued", "items.0.price"]);
    expect(given.issued).toBe("2026-1");
  });

  test("cuts and reports long values of a preview", () => {
    const short = {
      type: "object",
      properties: {
        name: { type: "string", maxLength: 3 },
        tags: { type: "array", maxItems: 2, items: { type: "string" } },
        code: { type: "string", maxLength: 3, pattern: "^[A-Z]+$" },
      },
    };
    const given = { name: "🖨Adabert", tags: ["a", "b", "c"], code: "ABCD1" };
    const { data, ignored, leftOut } = fitPreview(short, given);
    expect(data).toEqual({ name: "🖨Ad", tags: ["a", "b"] });
    expect(ignored.map(({ field, type }) => `${field} ${type}`)).toEqual([
      "tags maxItems",
      "name maxLength",
      "code maxLength",
      "code pattern",
    ]);
    expect(leftOut).toEqual([["code"]]);
  });

  test("checks patterns in linear time", () => {
    const serials = {
      type: "object",
      properties: {
        serial: { type: "string", pattern: "^([A-Z0-9]+-?)+$" },
        code: { type: "string", pattern: "^[A-Z]+$" },
      },
    };
    expect(findInvalid(serials, { serial: "A1-".repeat(11), code: "A" })).toEqual([]);
    const found = findInvalid(serials, { serial: `${"A".repeat(33)}!`, code: "1" });
    expect(found.map(({ field, type }) => `${field} ${type}`)).toEqual(["serial pattern", "code pattern"]);
  });

  test("drops twenty thousand unknown keys, counted once", () => {
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]));
    const { data, ignored } = fitPreview(fields, { number: "1", ...keys });
    expect(data).toEqual({ number: "1" });
    expect(ignored).toHaveLength(50);
  });

  describe("a list with more rows than its field allows", () => {
    const listed = {
      type: "object",
      additionalProperties: false,
      properties: {
        groups: {
          type: "array",
          maxItems: 2,
          items: {
            type: "object",
            additionalProperties: false,
            properties: {
              name: { type: "string" },
              items: { type: "array", title: "Items", maxItems: 3, items: fields.properties.items.items },
            },
          },
        },
      },
    };
    const ROWS: [string, Json][] = [
      ["numbers", 5],
      ["texts", "five"],
      ["lists", [5]],
      ["empty", {}],
      ["nothing", null],
      ["right", { price: "5" }],
      ["unknown", { colour: "red" }],
    ];

    test.each(ROWS)("is cut for a preview and rejected for an export when its rows are %s", (_, row) => {
      const long: JsonObject = { groups: [{ name: "A", items: Array(5_000).fill(row) }] };
      const { data, ignored, leftOut } = fitPreview(listed, long);
      const [group] = data.groups as { items: Json[] }[];
      expect(group?.items).toHaveLength(3);
      expect(ignored[0]).toEqual({
        field: "groups.0.items",
        type: "maxItems",
        message: "“groups.0.items” (Items): Use 3 rows or fewer.",
        text: {
          key: "titled_value_problem",
          values: {
            field: "groups.0.items",
            title: "Items",
            problem: { key: "value_max_items", values: { most: 3 } },
          },
        },
      });
      expect(leftOut.every((path) => Number(path[3] ?? 0) < 3)).toBe(true);
      expect(findInvalid(listed, long)).toEqual([ignored[0]]);
    });

    test.each(ROWS)("is cut at the outer list when its rows are %s", (_, row) => {
      const { data } = fitPreview(listed, { groups: Array(5_000).fill(row) });
      expect(data.groups).toHaveLength(2);
    });
  });
});
