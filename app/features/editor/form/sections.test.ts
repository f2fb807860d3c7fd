import { describe, expect, it } from "vitest";
import type { FieldSchema, GroupField } from "../../../../contract/templates/template-file.ts";
import { isLongForm, listSections, sectionInView, sectionOf } from "./sections.ts";

const word = (title: string): FieldSchema => ({ type: "string", title });
const group = (title: string, count: number): GroupField => ({
  type: "object",
  title,
  additionalProperties: false,
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, place) => [`f${place}`, word(`F ${place}`)]),
  ),
});
const form = (properties: GroupField["properties"]): GroupField => ({
  type: "object",
  additionalProperties: false,
  properties,
});

const invoice = form({
  number: word("Number"),
  issued: word("Issued on"),
  from: group("From", 3),
  currency: word("Currency"),
  unit: word("Unit"),
  items: { type: "array", title: "Items", items: group("", 4) },
  notes: word("Notes"),
});

describe("the sections of a form", () => {
  it("are its groups, lists and runs of other fields", () => {
    expect(listSections(invoice, "Invoice")).toEqual([
      { name: "number", label: "Invoice", names: ["number", "issued"] },
      { name: "from", label: "From", names: ["from"] },
      { name: "currency", label: "Currency", names: ["currency", "unit"] },
      { name: "items", label: "Items", names: ["items"] },
      { name: "notes", label: "Notes", names: ["notes"] },
    ]);
  });

  it("contain every field", () => {
    const sections = listSections(invoice, "Invoice");
    const found = ["issued", "from.f2", "unit", "items", "items.3.f1", "unknown"].map(
      (path) => sectionOf(sections, path)?.label,
    );
    expect(found).toEqual(["Invoice", "From", "Currency", "Items", "Items", undefined]);
  });

  it.each([
    ["one of many fields", form({ a: word("A"), from: group("From", 8), to: group("To", 3) }), true],
    ["one without sections", group("", 20), false],
    ["one with few fields", form({ a: word("A"), from: group("From", 2), to: group("To", 2) }), false],
  ])("have links if the form is long: %s", (_, fields, isLong) => {
    expect(isLongForm(fields, listSections(fields, "Letter"))).toBe(isLong);
  });
});

describe("the section in view", () => {
  const tops = [20, 300, 800, 1_150];
  const seen = 400;
  const whole = 1_200;

  it.each([
    ["the first at the beginning", 0, 0],
    ["the one that the middle is in", 600, 2],
    ["the last at the end, though it is short", 800, 3],
  ])("is %s", (_, scrolled, index) => {
    expect(sectionInView({ tops, scrolled, seen, whole })).toBe(index);
  });

  it("is the first if nothing scrolls", () => {
    expect(sectionInView({ tops, scrolled: 0, seen: 2_000, whole: 1_200 })).toBe(0);
  });
});
