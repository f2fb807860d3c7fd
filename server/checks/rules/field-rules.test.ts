import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type FieldSchema, groupField } from "../../../contract/templates/template-file.ts";
import { findFieldFaults } from "./field-rules.ts";

const text = { type: "string", title: "Text", maxLength: 40 };
const day = { type: "string", title: "Day", format: "date", "x-widget": "date" };

function faultsOf(
  properties: Record<string, object>,
  { type = "notes", title = "Note", required = [] as string[] } = {},
) {
  const fields = groupField.parse({ type: "object", additionalProperties: false, properties, required });
  return findFieldFaults(type, { fields, title }).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test("reports a pattern that could run forever or is invalid", () => {
  const ok = { type: "string", title: "Serial", pattern: "^([A-Z0-9]+-?)+$" };
  expect(faultsOf({ ok, ahead: { ...ok, pattern: "^(?=A).+$" }, open: { ...ok, pattern: "(" } })).toEqual([
    expect.stringMatching(/^fields\.properties\.ahead\.pattern: this pattern can’t be used: .*no lookaround/),
    "fields.properties.open.pattern: this isn’t a valid regular expression",
  ]);
});

test("requires limits, labels and title placeholders with one value", () => {
  const rows = { type: "array", title: "Rows", items: { type: "string", maxLength: 5 } };
  expect(faultsOf({ rows, text: { type: "string" } }, { title: "Note {rows}" })).toEqual([
    "fields.properties.rows: this list needs maxItems",
    "fields.properties.text: this field needs a title, which is its label in the form",
    "fields.properties.text: this field needs maxLength",
    "title: {rows} isn’t a field with one value",
  ]);
});

const means = (field: object, name: string) => ({ ...field, "x-means": name });
const rowsOf = (properties: Record<string, object>) => ({
  type: "array",
  title: "Rows",
  maxItems: 9,
  items: { type: "object", additionalProperties: false, properties },
});

test("reports an unknown meaning", () => {
  expect(faultsOf({ name: means(text, "sender.nam") })).toEqual([
    'fields.properties.name.x-means: the meaning "sender.nam" is unknown; all are listed in contract/templates/meanings.ts',
  ]);
});

test("reports a meaning of another kind than its field", () => {
  const choice = { type: "string", title: "Who", enum: ["me", "you"] };
  expect(
    faultsOf({
      issued: means(text, "invoice.issued"),
      who: means(choice, "sender.name"),
      face: means(text, "sender.photo"),
      fine: means(day, "document.date"),
    }),
  ).toEqual([
    'fields.properties.issued.x-means: the meaning "invoice.issued" needs a field of this kind: date',
    'fields.properties.who.x-means: the meaning "sender.name" needs a field of this kind: text',
    'fields.properties.face.x-means: the meaning "sender.photo" needs a field of this kind: image',
  ]);
});

test("reports a meaning that two fields or two lists have", () => {
  expect(
    faultsOf({
      name: means(text, "sender.name"),
      signer: means(text, "sender.name"),
      jobs: rowsOf({ title: means(text, "work[].position") }),
      posts: rowsOf({ place: means(text, "work[].organisation") }),
    }),
  ).toEqual([
    'fields.properties.signer.x-means: the meaning "sender.name" is already used by name',
    'fields.properties.posts.items.properties.place.x-means: the meaning "work[]" is already used by jobs',
  ]);
});

test("reports meanings of rows outside rows, of single values in rows, and of two lists in a row", () => {
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
    'fields.properties.title.x-means: the meaning "work[].position" is only for fields in the rows of a list',
    'fields.properties.rows.items.properties.name.x-means: the meaning "sender.name" is only for fields outside of lists',
    'fields.properties.jobs.items.properties.place.x-means: the other fields of these rows have meanings of "work[]"',
  ]);
});

test("reports what an invoice lacks", () => {
  const faults = faultsOf({ number: means(text, "invoice.number") }, { type: "invoices" });
  expect(faults).toContain('fields: an invoice needs a field with this meaning: "sender.tax_id"');
  expect(faults).toContain(
    'fields: an invoice needs a field with this meaning: "recipient.name" / "recipient.organisation"',
  );
  expect(faults.join()).not.toContain('"invoice.number"');
});

const library = globSync("library/*/*/*/template.json").map((file) => ({
  file,
  type: file.split("/")[1] ?? "",
  fields: groupField.parse(JSON.parse(readFileSync(file, "utf8")).fields),
}));

test("finds no fault in the library, where at least 85 % of the fields have a meaning", () => {
  for (const { file, type, fields } of library)
    expect(findFieldFaults(type, { fields, title: "Note" }), file).toEqual([]);
  const all = library.flatMap(({ fields }) => singleFields(fields));
  const meant = all.filter((field) => "x-means" in field);
  const share = (meant.length / all.length) * 100;
  console.log(`${meant.length} of ${all.length} fields carry a meaning: ${share.toFixed(1)} %`);
  expect(share).toBeGreaterThanOrEqual(85);
});

const WITH_SENDER = ["business-cards", "cover-letters", "invoices", "letters", "proposals", "resumes"];

test("fields of a sender in the library have a sender meaning", () => {
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

test("reports marks without an effect", () => {
  const row = { ...day, "x-today": true };
  const days = {
    type: "array",
    title: "Days",
    maxItems: 3,
    items: { type: "object", additionalProperties: false, properties: { row } },
  };
  const properties = {
    needed: { ...text, "x-wanted": true },
    plain: { ...text, "x-today": true },
    when: { ...day, "x-counts": true },
    days,
    fine: { ...day, "x-today": true, "x-wanted": "Somebody will ask." },
  };
  expect(faultsOf(properties, { required: ["needed"] })).toEqual([
    "fields.properties.needed.x-wanted: this has no effect, because the field is required",
    'fields.properties.plain.x-today: this only works for a field with "format": "date" outside of lists',
    "fields.properties.when.x-counts: this only works for plain text outside of lists",
    'fields.properties.days.items.properties.row.x-today: this only works for a field with "format": "date" outside of lists',
  ]);
});

test("reports an invitation whose time is not recommended", () => {
  const properties = { title: text, date: { ...day, "x-wanted": true }, time: text };
  expect(faultsOf(properties, { type: "invitations", required: ["title"] })).toEqual([
    'fields: templates of the type invitations need x-wanted in these fields: "time"',
  ]);
});

test("every invoice of the library recommends what a client expects and counts its number", () => {
  const invoices = library.filter(({ type }) => type === "invoices");
  expect(invoices.length).toBeGreaterThan(0);
  for (const { file, fields } of invoices) {
    expect(findFieldFaults("invoices", { fields, title: "Note" }), file).toEqual([]);
    expect(fields.properties.number, file).toHaveProperty("x-counts", true);
  }
});
