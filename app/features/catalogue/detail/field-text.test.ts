import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FieldSchema, GroupField, TemplateFile } from "../../../../contract/templates/template-file.ts";
import { describeFields } from "./field-text.ts";

const text = (title: string, more: object = {}): FieldSchema => ({ type: "string", title, ...more });
const group = (properties: Record<string, FieldSchema>, required: string[] = []): GroupField => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});
const textFor = (fields: GroupField) =>
  describeFields(fields)
    .parts.map(({ words }) => words)
    .join("");

describe("what a template asks for, as a text", () => {
  it("says what is needed, what is usual, what comes from a profile, what is done and what may be added", () => {
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
    expect(textFor(fields)).toBe(
      "It needs the items, and usually has the client too. Your name comes from your profile. " +
        "The sums are done for you, the number counts on from your last one and it is dated today. " +
        "If you like, add your address and the notes.",
    );
    const { parts, count, required } = describeFields(fields);
    expect(parts.filter(({ kind }) => kind === "needed").map(({ words }) => words)).toEqual(["the items"]);
    expect(parts.filter(({ kind }) => kind === "profile").map(({ words }) => words)).toEqual(["name"]);
    expect([count, required]).toEqual([8, 2]);
  });

  it("stays short for a template of forty fields", () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `field_${i}`,
        text(`Part ${i}`, i % 2 ? { "x-wanted": true } : {}),
      ]),
    );
    expect(textFor(group(many, ["field_0"]))).toBe(
      "It needs the part 0, and usually has the part 1, the part 3, the part 5, the part 7, the part 9 and 15 more too. " +
        "If you like, add the part 2, the part 4, the part 6 and 16 more.",
    );
  });

  it("takes a label into a sentence only where it is one's part, and quotes it otherwise", () => {
    const labels = ["What you apply for", "A last word", "P.S.", "Reply to", "Due on", "By whom", "E-mail"];
    const fields = group(
      Object.fromEntries(
        labels.map((label, i) => [`f${i}`, text(label, label === "Due on" ? { format: "date" } : {})]),
      ),
      labels.map((_, i) => `f${i}`),
    );
    expect(describeFields(fields).parts.flatMap(({ words, kind }) => (kind ? words : []))).toEqual([
      "what you apply for",
      "a last word",
      "the P.S.",
      "“Reply to”",
      "the date it is due",
      "2 more",
    ]);
    expect(textFor(group({ to: text("By whom"), mail: text("E-mail") }))).toBe(
      "You fill in “By whom” and the e-mail. ",
    );
  });

  it("says something for every template of the library, in at most 500 characters, with no article before a clause", () => {
    for (const file of globSync("library/*/*/*/template.json")) {
      const { fields }: TemplateFile = JSON.parse(readFileSync(file, "utf8"));
      const said = textFor(fields);
      expect(said.length, file).toBeGreaterThan(40);
      expect(said.length, file).toBeLessThan(500);
      expect(said, file).not.toMatch(/\bthe (the|a|what|who|how|your|please|you)\b|undefined|_/);
    }
  });
});
