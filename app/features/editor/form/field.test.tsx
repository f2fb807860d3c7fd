import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FieldSchema, GroupField } from "../../../../contract/templates/template-file.ts";
import { createDraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { Field } from "./field.tsx";
import { createFormContext, FormContext } from "./form-context.ts";

function draw(
  properties: Record<string, FieldSchema>,
  data: object,
  required: string[] = [],
  sample: Record<string, unknown> = {},
): string {
  const fields: GroupField = { type: "object", additionalProperties: false, properties, required };
  const template: EditorTemplate = {
    id: "1",
    url: "/invoices/plain",
    name: "Plain",
    type: { slug: "invoices", singular: "Invoice" },
    titlePattern: "Invoice",
    page: { width: 100, height: 100 },
    theme: { accent: "#1f4fd8", fonts: "original" },
    isPublished: true,
    typefaces: [],
    version: null,
    engine: "",
    fields,
    sample,
  };
  const notes = {
    highlighted: "name",
    problems: [{ field: "name", type: "required", message: "" }],
    fromProfile: new Set(["name"]),
    language: "en" as const,
    currency: undefined,
    nextNumbers: new Map([["number", "2026-015"]]),
    numbered: new Map([["name", 2]]),
  };
  const context = createFormContext(template, createDraftStore({ data: {}, theme: {} }), notes);
  return renderToStaticMarkup(
    <FormContext value={context}>
      <Field schema={fields} path="" label="" isRequired={false} value={data} />
    </FormContext>,
  );
}

const labels = (html: string) =>
  [...html.matchAll(/<label[^>]*>(.*?)<\/label>/g)].map(([, inside]) => inside);
const attribute = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value]) => value);

it("labels and describes a field and marks it required", () => {
  const html = draw(
    { name: { type: "string", title: "Client", description: "As on the contract" } },
    { name: "Ada" },
    ["name"],
  );
  expect(labels(html)).toEqual(["Client"]);
  expect(attribute(html, "for")).toEqual(["field.name"]);
  expect(attribute(html, "aria-describedby")).toEqual([
    "field.name-problem field.name-help field.name-origin",
  ]);
  expect(attribute(html, "aria-required")).toEqual(["true"]);
  expect(attribute(html, "aria-invalid")).toEqual(["true"]);
  expect(html).toContain('data-highlighted="true"');
  for (const text of ["This field is required.", "As on the contract", "From your profile"])
    expect(html).toContain(text);
});

it("has a control for every kind of value", () => {
  const kinds: Record<string, FieldSchema> = {
    text: { type: "string" },
    long: { type: "string", "x-widget": "multiline" },
    amount: { type: "string", "x-widget": "money" },
    count: { type: "integer" },
    day: { type: "string", format: "date" },
    hour: { type: "string", format: "time" },
    choice: { type: "string", enum: ["a", "b"] },
    colour: { type: "string", "x-widget": "color" },
    photo: { type: "string", "x-widget": "image" },
    flag: { type: "boolean" },
  };
  const html = draw(kinds, { hour: "9:30", choice: "c", count: 3 });
  expect(attribute(html, "id").filter((id) => id?.startsWith("field."))).toEqual(
    Object.keys(kinds).map((name) => `field.${name}`),
  );
  expect(html).toContain('inputMode="numeric"');
  expect(html).toContain('value="09:30"');
  expect(html).toContain('<option value="unknown" selected="">c</option>');
  expect(html.match(/<textarea|type="(date|time|color|file|checkbox)"/g)).toEqual([
    "<textarea",
    'type="date"',
    'type="time"',
    'type="color"',
    'type="file"',
    'type="checkbox"',
  ]);
});

it("renders groups and lists by path", () => {
  const html = draw(
    {
      loose: { type: "string" },
      from: {
        type: "object",
        title: "From",
        additionalProperties: false,
        properties: { town: { type: "string" } },
      },
      tags: { type: "array", title: "Tags", items: { type: "string" } },
      items: {
        type: "array",
        title: "Items",
        items: { type: "object", additionalProperties: false, properties: { what: { type: "string" } } },
      },
    },
    { tags: ["a", "b"], items: [{ what: "Sign" }, { what: "Poster" }] },
  );
  expect([...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
    "Invoice",
    "From",
    "Tags",
    "Items",
  ]);
  expect(attribute(html, "data-row")).toEqual(["tags.0", "tags.1", "items.0", "items.1"]);
  expect(labels(html)).toEqual(["loose", "town", "Tag 1", "Tag 2"]); // filled rows are closed
  expect(labels(draw({ items: { type: "array", items: { type: "string" } } }, { items: [] }))).toEqual([]);
});

it("suggests the next number", () => {
  const number: FieldSchema = { type: "string", title: "Invoice number", "x-counts": true };
  const name: FieldSchema = { type: "string", title: "Client" };
  const empty = draw({ number, name }, {});
  expect(empty).toContain('aria-label="Fill in Invoice number: 2026-015">2026-015</button>');
  expect(empty).toContain('data-gap="2"');
  expect(draw({ number, name }, { number: "7" })).not.toContain("2026-015");
});

it("shows the sample as a placeholder", () => {
  const kinds: Record<string, FieldSchema> = {
    text: { type: "string" },
    long: { type: "string", "x-widget": "multiline" },
    amount: { type: "string", "x-widget": "money" },
    day: { type: "string", format: "date" },
    hour: { type: "string", format: "time" },
  };
  const sample = {
    text: "Field & Frame",
    long: "Brugata 14",
    amount: "1150",
    day: "2026-11-03",
    hour: "19:30",
  };
  const html = draw(kinds, {}, [], sample);
  expect(attribute(html, "placeholder")).toEqual(["e.g. Field &amp; Frame", "e.g. Brugata 14", "e.g. 1150"]);
  expect(attribute(html, "data-sample")).toEqual([expect.stringMatching(/^e\.g\. .*2026/), "e.g. 19:30"]);
  // In a narrow box the year would be cut.
  expect(attribute(html, "data-short")).toEqual([expect.stringMatching(/^e\.g\. [^2]*$/), "e.g. 19:30"]);
});

it("shows the default of a choice", () => {
  const currency: FieldSchema = { type: "string", title: "Currency", "x-widget": "currency", default: "CHF" };
  const chosen = (html: string) => /<option value="\d+" selected="">([^<]*)</.exec(html)?.[1];
  expect(chosen(draw({ currency }, {}))).toBe("CHF");
  expect(chosen(draw({ currency }, { currency: "EUR" }))).toBe("EUR");
  expect(draw({ currency }, {})).not.toContain("Not selected");
  const state: FieldSchema = { type: "string", title: "State", enum: ["open", "done"] };
  expect(draw({ state }, {})).toContain("Not selected");
});
