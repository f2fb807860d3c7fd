import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { GroupField } from "../../../contract/templates/template-file.ts";
import { findUnknownFields } from "./field-names.ts";

const LIBRARY = new URL("../../../library", import.meta.url).pathname;
const text = { type: "string", title: "A", maxLength: 9 } as const;
const FIELDS = {
  type: "object",
  properties: {
    customer: { type: "object", title: "Customer", properties: { name: text, town: text } },
    items: {
      type: "array",
      title: "Items",
      maxItems: 9,
      items: { type: "object", properties: { price: text } },
    },
    note: text,
  },
} as unknown as GroupField;

const messages = (source: string) =>
  findUnknownFields("t", source, FIELDS).map(({ line, column, message }) => `${line}:${column} ${message}`);

test.each([
  ['#field("custmer")', '1:8 there is no field "custmer"; did you mean "customer"?'],
  ['#field("customer.nmae")', '1:8 there is no field "customer.nmae"; did you mean "customer.name"?'],
  ['#for row in each("item") []', '1:18 there is no field "item"; did you mean "items"?'],
  ['#field(row, "prise", format: money)', '1:13 there is no field "prise"; did you mean "price"?'],
  [
    '#section("note", "total_due")[Due]',
    '1:18 there is no field "total_due"; add it to the fields or correct its name',
  ],
  [
    '#value("customer")\n#value("vat")',
    '2:8 there is no field "vat"; add it to the fields or correct its name',
  ],
])("names the unknown field in %s", (source, message) => {
  expect(messages(source)).toEqual([message]);
});

test("says nothing of fields that are there, of comments and of names that are computed", () => {
  const source = [
    '#field("customer.name") #has("note", "items") #field(row, "price") #number(row, "price", with: "items")',
    '// field("nothing")',
    '#field("customer." + part) #value(path) #field-of("nothing") #my.value("nothing") #value("eval(")',
    '#computed("items", money(total("items", row => number(row, "price"))))',
    '#beside("note", word("due"))',
  ];
  expect(messages(source.join("\n"))).toEqual([]);
});

test("finds every name of the library's templates in their fields", () => {
  const files = globSync("**/template.typ", { cwd: LIBRARY });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const { fields } = JSON.parse(readFileSync(join(LIBRARY, dirname(file), "template.json"), "utf8"));
    return findUnknownFields(file, readFileSync(join(LIBRARY, file), "utf8"), fields);
  });
  expect(found).toEqual([]);
});
