import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type FieldSchema, groupField } from "../../../contract/templates/template-file.ts";
import { findMeaningFaults } from "./meaning-rules.ts";

const text = { type: "string", title: "Text", maxLength: 40 };
const day = { type: "string", title: "Day", format: "date", "x-widget": "date" };

function faultsOf(properties: Record<string, object>, type = "notes") {
  const fields = groupField.parse({ type: "object", additionalProperties: false, properties });
  return findMeaningFaults(type, fields).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const means = (field: object, name: string) => ({ ...field, "x-means": name });
const rowsOf = (properties: Record<string, object>) => ({
  type: "array",
  title: "Rows",
  maxItems: 9,
  items: { type: "object", additionalProperties: false, properties },
});

test("a meaning that is not in the list is named", () => {
  expect(faultsOf({ name: means(text, "sender.nam") })).toEqual([
    'fields.properties.name.x-means: "sender.nam" is no meaning; they are listed in contract/templates/meanings.ts',
  ]);
});

test("a meaning of the wrong type is named: a date for a text, a text for a choice, a picture for a text", () => {
  const choice = { type: "string", title: "Who", enum: ["me", "you"] };
  expect(
    faultsOf({
      issued: means(text, "invoice.issued"),
      who: means(choice, "sender.name"),
      face: means(text, "sender.photo"),
      fine: means(day, "document.date"),
    }),
  ).toEqual([
    'fields.properties.issued.x-means: "invoice.issued" is for a field of the kind date',
    'fields.properties.who.x-means: "sender.name" is for a field of the kind text',
    'fields.properties.face.x-means: "sender.photo" is for a field of the kind image',
  ]);
});

test("two fields with one meaning are named, and so are two lists", () => {
  expect(
    faultsOf({
      name: means(text, "sender.name"),
      signer: means(text, "sender.name"),
      jobs: rowsOf({ title: means(text, "work[].position") }),
      posts: rowsOf({ place: means(text, "work[].organisation") }),
    }),
  ).toEqual([
    'fields.properties.signer.x-means: "sender.name" is what name means already',
    'fields.properties.posts.items.properties.place.x-means: "work[]" is what jobs means already',
  ]);
});

test("a meaning of rows stands in rows, one of a single value does not, and rows don't mix two lists", () => {
  expect(
    faultsOf({
      title: means(text, "work[].position"),
      rows: rowsOf({ name: means(text, "sender.name") }),
      jobs: rowsOf({
        title: means(text, "work[].position"),
        place: means(text, "education[].institution"),
      }),
      words: { type: "array", title: "Words", maxItems: 3, items: means(text, "tasks[].what") },
    }),
  ).toEqual([
    'fields.properties.title.x-means: "work[].position" is for a field in the rows of a list',
    'fields.properties.rows.items.properties.name.x-means: "sender.name" is not for a field in a row',
    'fields.properties.jobs.items.properties.place.x-means: the other fields of these rows are "work[]"',
  ]);
});

test("an invoice without what a bill needs is named", () => {
  const faults = faultsOf({ number: means(text, "invoice.number") }, "invoices");
  expect(faults).toContain('fields: no field means "sender.tax_id": a bill needs it');
  expect(faults).toContain(
    'fields: no field means "recipient.name" or "recipient.organisation": a bill needs it',
  );
  expect(faults.join()).not.toContain('"invoice.number"');
});

const library = globSync("library/*/*/*/template.json").map((file) => ({
  file,
  type: file.split("/")[1] ?? "",
  fields: groupField.parse(JSON.parse(readFileSync(file, "utf8")).fields),
}));

test("at least 85 % of all fields of the library carry a meaning, and none a wrong one", () => {
  for (const { file, type, fields } of library) expect(findMeaningFaults(type, fields), file).toEqual([]);
  const all = library.flatMap(({ fields }) => singleFields(fields));
  const meant = all.filter((field) => "x-means" in field);
  const share = (meant.length / all.length) * 100;
  console.log(`${meant.length} of ${all.length} fields carry a meaning: ${share.toFixed(1)} %`);
  expect(share).toBeGreaterThanOrEqual(85);
});

const WITH_SENDER = ["business-cards", "cover-letters", "invoices", "letters", "proposals", "resumes"];

test("a template whose type has a sender takes all of the sender that it shows", () => {
  for (const { file, fields } of library.filter(({ type }) => WITH_SENDER.includes(type))) {
    const group = fields.properties.from ?? fields.properties.sender;
    const own = group?.type === "object" ? Object.entries(group.properties) : [];
    const top = Object.entries(fields.properties).filter(([name]) =>
      /^(name|email|phone|website|photo|town)$/.test(name),
    );
    for (const [name, field] of [...own, ...top].filter(([, each]) => !("oneOf" in each || "enum" in each)))
      expect(field, `${file}: ${name}`).toHaveProperty("x-means", expect.stringMatching(/^sender\./));
  }
});

function singleFields(field: FieldSchema): FieldSchema[] {
  if (field.type === "object") return Object.values(field.properties).flatMap(singleFields);
  return field.type === "array" ? singleFields(field.items) : [field];
}
