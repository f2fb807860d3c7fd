import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fieldSchema } from "../../../../../contract/templates/template-file.ts";
import { FIELD_KINDS, kindsFor, newField } from "./field-kinds.ts";
import { memberOf, parseJson } from "./json-tree.ts";
import {
  addField,
  moveField,
  nameFor,
  removeField,
  renameField,
  setChoices,
  setKeyword,
  setKind,
  setRequired,
} from "./schema-edits.ts";
import { type FieldRow, readSchema } from "./schema-rows.ts";

function rowsOf(text: string): FieldRow[] {
  const read = readSchema(text);
  if ("problem" in read) throw new Error(read.problem.message);
  return read.rows;
}
const rowAt = (text: string, path: string) => rowsOf(text).find((row) => row.path === path);

const SMALL = `{
    "type": "object", "additionalProperties": false,
    "required": ["number", "items"],
    "x-house": { "colour" : "green" },
    "properties": {
        "number": { "type": "string", "title": "Number", "x-unknown": [1,2 , 3], "maxLength": 24 },
        "to": {
            "type": "object",
            "title": "Sold to",
            "additionalProperties": false,
            "properties": { "name": { "type": "string", "title": "Customer" } }
        },
        "items": { "type": "array", "title": "Pieces", "maxItems": 9, "items": {
            "type": "object", "additionalProperties": false, "required": ["text"],
            "properties": { "text": { "type": "string", "title": "Text" }, "price": { "type": "string", "title": "Price" } } } }
    }
}
`;

describe("the fields of a schema", () => {
  it("are listed with what is inside of groups and lists", () => {
    expect(rowsOf(SMALL).map(({ path, depth, kind, isRequired }) => [path, depth, kind, isRequired])).toEqual(
      [
        ["number", 0, "text", true],
        ["to", 0, "group", false],
        ["to.name", 1, "text", false],
        ["items", 0, "list", true],
        ["items.text", 1, "text", true],
        ["items.price", 1, "text", false],
      ],
    );
  });

  it("follow x-order where the schema has one, and moving changes that order alone", () => {
    const ordered = SMALL.replace('"x-house"', '"x-order": ["to", "items", "number"], "x-house"');
    expect(
      rowsOf(ordered)
        .filter(({ depth }) => depth === 0)
        .map(({ name }) => name),
    ).toEqual(["to", "items", "number"]);
    const moved = moveField(ordered, "number", 0);
    expect(moved).toBe(ordered.replace('["to", "items", "number"]', '["number", "to", "items"]'));
  });

  it("tell the line of what can't be read", () => {
    expect(readSchema('{\n  "type": "object",\n  "properties": { "a" 1 }\n}')).toEqual({
      problem: { message: "Unexpected `1`; expected: a colon.", line: 3, column: 23 },
    });
    expect(readSchema("[]")).toMatchObject({ problem: { line: 1 } });
    expect(readSchema('{ "properties": { "a": {}, "a": {} } }')).toMatchObject({
      problem: { message: "The name “a” is used twice." },
    });
    expect(readSchema("[".repeat(5_000))).toHaveProperty("problem");
    expect(readSchema("")).toHaveProperty("problem");
  });
});

describe("a change of a schema", () => {
  it("touches nothing but its own place: unknown keywords, order and layout stay", () => {
    expect(setKeyword(SMALL, "number", "title", "Invoice number")).toBe(
      SMALL.replace('"title": "Number"', '"title": "Invoice number"'),
    );
    expect(setKeyword(SMALL, "items.price", "description", "Each")).toBe(
      SMALL.replace('"title": "Price"', '"title": "Price", "description": "Each"'),
    );
    expect(setKeyword(SMALL, "number", "maxLength", undefined)).toBe(SMALL.replace(', "maxLength": 24', ""));
    expect(setRequired(SMALL, "to", true)).toBe(SMALL.replace('"items"],', '"items", "to"],'));
    expect(setRequired(SMALL, "items.text", false)).toBe(SMALL.replace(', "required": ["text"]', ""));
    expect(moveField(SMALL, "items.price", 0)).toBe(
      SMALL.replace(
        '"text": { "type": "string", "title": "Text" }, "price": { "type": "string", "title": "Price" }',
        '"price": { "type": "string", "title": "Price" }, "text": { "type": "string", "title": "Text" }',
      ),
    );
  });

  it("adds a field behind another, in the layout of those beside it", () => {
    const added = addField(SMALL, "", { name: "due", label: "Due on", kind: "date", after: "number" });
    expect(added).toContain(
      '"maxLength": 24 },\n        "due": { "type": "string", "title": "Due on", "format": "date", "x-widget": "date" },\n        "to": {',
    );
    expect(addField(SMALL, "items", { name: "unit", label: "Unit", kind: "text" })).toContain(
      '"title": "Price" }, "unit": { "type": "string", "title": "Unit", "maxLength": 80 } }',
    );
    const empty = '{ "type": "object", "additionalProperties": false, "properties": {} }';
    expect(rowAt(addField(empty, "", { name: "a", label: "A", kind: "text" }), "a")?.label).toBe("A");
    expect(addField(SMALL, "", { name: "to", label: "Again", kind: "text" })).toBe(SMALL);
  });

  it("renames a field where it is required, too, and never onto another", () => {
    const renamed = renameField(SMALL, "number", "no");
    expect(renamed).toBe(SMALL.replaceAll('"number"', '"no"'));
    expect(renameField(SMALL, "number", "to")).toBe(SMALL);
  });

  it("removes a field with what is said of it elsewhere", () => {
    const removed = removeField(SMALL, "number");
    expect(rowAt(removed, "number")).toBeUndefined();
    expect(removed).toContain('"required": ["items"],');
    expect(rowsOf(removeField(SMALL, "to.name")).map(({ path }) => path)).not.toContain("to.name");
  });

  it("to another kind keeps the words and drops only what that kind can't have", () => {
    const dated = setKind(SMALL, "number", "date");
    expect(JSON.parse(dated).properties.number).toEqual({
      type: "string",
      title: "Number",
      "x-unknown": [1, 2, 3],
      format: "date",
      "x-widget": "date",
    });
    expect(rowAt(setKind(SMALL, "to", "list"), "to.name")?.label).toBe("Customer");
    expect(kindsFor("group")).toEqual(["list", "group"]);
  });

  it("writes choices as the schema already does", () => {
    const listed = SMALL.replace('"maxLength": 24', '"enum": ["a", "b"]');
    expect(setChoices(listed, "number", [{ value: "c", label: "c" }])).toContain('"enum": ["c"]');
    expect(
      JSON.parse(setChoices(listed, "number", [{ value: "c", label: "Sea" }])).properties.number.oneOf,
    ).toEqual([{ const: "c", title: "Sea" }]);
  });

  it("leaves a text alone that can't be read", () => {
    expect(setRequired("{", "a", true)).toBe("{");
    expect(moveField("{", "a", 1)).toBe("{");
  });
});

function parsed(text: string) {
  const read = parseJson(text);
  if ("problem" in read) throw new Error(read.problem.message);
  return read.root;
}

describe("names and kinds", () => {
  it("makes a name of a label that nothing else has", () => {
    expect(nameFor("Made or packed", [])).toBe("made_or_packed");
    expect(nameFor("Größe (2)", [])).toBe("grosse_2");
    expect(nameFor("12", [])).toBe("field");
    expect(nameFor("To", ["to", "to_2"])).toBe("to_3");
  });

  it("makes fields of every kind that the library accepts", () => {
    for (const kind of FIELD_KINDS)
      expect(fieldSchema.safeParse(newField(kind, "A")).error, kind).toBeUndefined();
  });
});

const TEMPLATES = globSync("library/*/*/*/template.json").map((file) => {
  const whole: { fields: unknown } = JSON.parse(readFileSync(file, "utf8"));
  // As the file has it: short values on one line.
  return { file, text: textOfFields(readFileSync(file, "utf8")), fields: whole.fields };
});

function textOfFields(file: string): string {
  const fields = memberOf(parsed(file), "fields")?.value;
  return fields ? file.slice(fields.start, fields.end) : "";
}

/** Groups and lists, and every third of the others: all of them would take seconds and try nothing else. */
const isTried = ({ holdsFields }: FieldRow, index: number) => holdsFields || index % 3 === 0;

describe("the library's schemas come back byte for byte from every change that is taken back", () => {
  it("in every fifth template", () => expectSameTexts(TEMPLATES.filter((_, place) => place % 5 === 0)));

  it("in all templates", { tags: ["long"] }, () => {
    expect(TEMPLATES.length).toBeGreaterThanOrEqual(60);
    expectSameTexts(TEMPLATES);
  });
});

function expectSameTexts(templates: typeof TEMPLATES): void {
  for (const { file, text, fields } of templates) {
    expect(JSON.parse(text), file).toEqual(fields);
    for (const { path, name, label, isRequired, place, beside, depth } of rowsOf(text).filter(isTried)) {
      const where = `${file} ${path}`;
      const back = (there: string, again: (text: string) => string) => expect(again(there), where).toBe(text);
      const parent = path.slice(0, Math.max(0, path.length - name.length - 1));
      back(setKeyword(text, path, "title", "x"), (there) => setKeyword(there, path, "title", label));
      back(renameField(text, path, "zz_other"), (there) =>
        renameField(there, parent ? `${parent}.zz_other` : "zz_other", name),
      );
      back(moveField(text, path, place + 1), (there) => moveField(there, path, place));
      if (!isRequired && depth === 0)
        expect(JSON.parse(setRequired(setRequired(text, path, true), path, false)), where).toEqual(fields);
      expect(place, where).toBeLessThan(beside);
    }
  }
}
