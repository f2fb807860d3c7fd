import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FieldSchema, GroupField, TemplateFile } from "../../../../contract/templates/template-file.ts";
import { describeFields } from "./field-summary.ts";

const text = (title: string, more: object = {}): FieldSchema => ({ type: "string", title, ...more });
const group = (properties: Record<string, FieldSchema>, required: string[] = []): GroupField => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

describe("the summary of a template's fields", () => {
  it("lists what is required, recommended, filled in automatically and optional", () => {
    const price = text("Price", { "x-widget": "money" });
    const fields = group(
      {
        number: text("Number", { "x-counts": true }),
        issued: text("Issued on", { format: "date", "x-today": true }),
        from: {
          ...group({ name: text("Name", { "x-profile": "name" }), address: text("Address") }),
          title: "From",
        },
        to: { ...group({ name: text("Client", { "x-wanted": true }) }), title: "Bill to" },
        currency: text("Currency", { default: "EUR" }),
        items: { type: "array", title: "Items", items: group({ price }) },
        notes: text("Notes"),
      },
      ["number", "items"],
    );
    expect(describeFields(fields)).toEqual({
      required: ["Items"],
      recommended: ["Client"],
      automatic: ["Number", "Issued on", "Totals", "Your name"],
      optional: ["Address (yours)", "Notes"],
      counts: { all: 8, required: 2 },
    });
  });

  it("stays short for forty fields", () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `field_${i}`,
        text(`Part ${i}`, i % 2 ? { "x-wanted": true } : {}),
      ]),
    );
    const { required, recommended, optional } = describeFields(group(many, ["field_0"]));
    expect(required).toEqual(["Part 0"]);
    expect(recommended.slice(-2)).toEqual(["Part 11", "14 more"]);
    expect(optional.slice(-2)).toEqual(["Part 12", "13 more"]);
  });

  it("names the owner of a label that is vague on its own", () => {
    const address = { address: text("Address"), closing: text("Closing") };
    const fields = group({
      from: { ...group(address), title: "Letterhead" },
      to: { ...group(address), title: "Bill to" },
      client: { ...group(address), title: "Client" },
    });
    expect(describeFields(fields).optional).toEqual([
      "Address (yours)",
      "Closing",
      "Address (recipient)",
      "Address (Client)",
    ]);
  });

  it("says something about every template of the library", () => {
    for (const file of globSync("library/*/*/*/template.json")) {
      const { fields }: TemplateFile = JSON.parse(readFileSync(file, "utf8"));
      const { required, recommended, automatic, optional } = describeFields(fields);
      const labels = [...required, ...recommended, ...automatic, ...optional];
      expect(labels.length, file).toBeGreaterThan(1);
      expect(labels.join(), file).not.toMatch(/undefined|_/);
    }
  });
});
