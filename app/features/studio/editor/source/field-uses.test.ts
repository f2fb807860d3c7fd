import { describe, expect, it } from "vitest";
import { readSchema } from "../fields/schema-rows.ts";
import { callFor, insertion } from "./field-calls.ts";
import { fieldUses, findUseAt, renameUses, usesOf } from "./field-uses.ts";

const SOURCE = `#import "/kit/kit.typ": *
#show: setup.with(title: "Invoice {number}", author: "{from.name}")
// field("made") in a comment is no use
#let sums = total("items", item => number(item, "price"))
#if has("made") [#field("made")]
#lines-of("name", "address", prefix: "from")
#for point in each("points") [#field(point, "text")]
#each("items").map(item => (field(item, "price"), has(item + ".price")))
See https://kiln.example "made"`;
const PATHS = [
  "number",
  "made",
  "from",
  "from.name",
  "from.address",
  "items",
  "items.price",
  "items.text",
  "points",
  "points.text",
];
const uses = fieldUses(SOURCE, PATHS, ["items", "points"]);
const lit = (path: string) => usesOf(uses, path).map(({ from, to }) => SOURCE.slice(from, to));

describe("fieldUses", () => {
  it("finds fields in calls, in titles, with a prefix and in rows", () => {
    expect(lit("number")).toEqual(["number"]);
    expect(lit("made").slice(0, 2)).toEqual(['has("made")', 'field("made")']);
    expect(lit("from.name")).toEqual(["from.name", '"name"']);
    expect(lit("items.price")).toEqual(['number(item, "price")', 'field(item, "price")', '".price"']);
    expect(lit("points.text")).toEqual(['field(point, "text")']);
    expect(lit("items.text")).toEqual([]);
  });

  it("finds the field at the cursor", () => {
    expect(findUseAt(uses, SOURCE.indexOf('field("made")]') + 4)?.path).toBe("made");
    expect(findUseAt(uses, SOURCE.indexOf("comment"))).toBeUndefined();
  });

  it("renames a field and nothing else", () => {
    const renamed = renameUses(SOURCE, uses, "items", "pieces");
    expect(renamed).toContain('total("pieces", item => number(item, "price"))');
    expect(renamed).toContain('each("pieces").map');
    const priced = renameUses(SOURCE, uses, "items.price", "items.cost");
    expect(priced).toContain('(field(item, "cost"), has(item + ".cost"))');
    expect(renameUses(SOURCE, uses, "from", "sender")).toContain('author: "{sender.name}"');
    expect(renameUses(SOURCE, uses, "number", "no")).toContain('"Invoice {no}"');
  });
});

const FIELDS = `{ "type": "object", "properties": {
  "made": { "type": "string", "title": "Made" },
  "due": { "type": "string", "format": "date", "x-widget": "date" },
  "notes": { "type": "string", "x-widget": "multiline" },
  "items": { "type": "array", "items": { "type": "object", "properties": {
    "price": { "type": "string", "x-widget": "money" } } } } } }`;

describe("callFor", () => {
  it("returns a call for each kind", () => {
    const read = readSchema(FIELDS);
    const rows = "rows" in read ? read.rows : [];
    expect(rows.map((row) => callFor(row, rows))).toEqual([
      'field("made")',
      'field("due", format: date)',
      'prose("notes")',
      'bullets(each("items"), row => field(row, "price"))',
      'field(row, "price", format: money)',
    ]);
  });

  it("starts with # in markup and without it in code", () => {
    const source =
      '#let a = (\n  1, \n)\nWords [ here ] #block({ there })\n#let b = \n// ( comment\n"(" end ';
    const at = (mark: string, further = 0) => insertion(source, source.indexOf(mark) + further, "field()");
    expect(at("1, ", 3)).toBe("field()");
    expect(at("here")).toBe("#field()");
    expect(at("there")).toBe("field()");
    expect(at("#let b = ", 9)).toBe("field()");
    expect(insertion(source, source.length, "field()")).toBe("#field()");
  });
});
