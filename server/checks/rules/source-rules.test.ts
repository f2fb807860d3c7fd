import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { GroupField } from "../../../contract/templates/template-file.ts";
import { findSourceFaults, findUnknownFields } from "./source-rules.ts";

const HEAD = '#import "/kit/kit.typ": *\n#show: setup.with(title: "Note {number}", margin: (x: 2cm))\n';

function linesOf(source: string, title = "Note {number}"): string[] {
  return findSourceFaults("t", source, { title }).map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  );
}

test("accepts texts, comments and similar names", () => {
  expect(
    linesOf(`${HEAD}
    // eval(x), read(y)
    /* image(z)
       link(z) */
    #field("link", link: true) #safe-link("https://a.example")[read (aloud)] #my-image(1) #value("eval(")
    #raw("@preview") \`#eval(1)\` #datum.read(1)`),
  ).toEqual([]);
});

test.each([
  ['#eval("1")', /^3:2 eval/],
  ['#let rows = csv("a.csv")', /^3:13 a template can’t read files/],
  ["#image(data, width: 3cm)", /^3:2 an image needs alternative text/],
  ['#image(data, alt: "A boat")', /^3:2 use picture\(\) instead/],
  ['#link("javascript:x")[y]', /^3:2 link\(\) accepts any address/],
  ["#show link: underline", /^3:2 a show rule for links/],
  ["#datetime.today()", /^3:2 today’s date/],
  ['#import "@preview/cetz:0.4.2"', /^3:9 packages can’t be imported/],
  ['#include "/other.typ"', /^3:10 only "\/kit\/kit\.typ" can be imported/],
  ['#plugin("x.wasm")', /^3:2 a template can’t load plugins/],
])("reports %s", (code, line) => {
  expect(linesOf(`${HEAD}${code}\n`)).toEqual([expect.stringMatching(line)]);
});

test("requires the title of template.json", () => {
  expect(linesOf("#show: setup\n")).toEqual([expect.stringMatching(/^1:8 setup needs a title/)]);
  expect(linesOf("#show: setup.with(margin: 2cm)\n#let f(title: 1) = 2")).toEqual([
    expect.stringMatching(/^1:8 setup needs a title/),
  ]);
  expect(linesOf(HEAD, "Letter {number}")).toEqual([
    '2:26 this title differs from the one in template.json ("Letter {number}")',
  ]);
  expect(linesOf("#show: setup.with(title: word(x))\n")).toEqual([]);
});

test.each(["", "\n \n", "// eval(x)\n/* link(y) */ "])(
  "reports only that a source of %j is empty",
  (source) => {
    expect(linesOf(source)).toEqual(["1:1 the source is empty; it must produce a page"]);
  },
);

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

test("accepts known fields, comments and computed names", () => {
  const source = [
    '#field("customer.name") #has("note", "items") #field(row, "price") #number(row, "price", with: "items")',
    '// field("nothing")',
    '#field("customer." + part) #value(path) #field-of("nothing") #my.value("nothing") #value("eval(")',
    '#computed("items", money(total("items", row => number(row, "price"))))',
    '#beside("note", word("due"))',
  ];
  expect(messages(source.join("\n"))).toEqual([]);
});

test("knows every field name in the library's sources", () => {
  const files = globSync("**/template.typ", { cwd: LIBRARY });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const { fields } = JSON.parse(readFileSync(join(LIBRARY, dirname(file), "template.json"), "utf8"));
    return findUnknownFields(file, readFileSync(join(LIBRARY, file), "utf8"), fields);
  });
  expect(found).toEqual([]);
});
