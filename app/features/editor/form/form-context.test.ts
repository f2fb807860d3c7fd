import { expect, it } from "vitest";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { createDraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { createFormContext } from "./form-context.ts";

const fields: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    name: { type: "string" },
    items: {
      type: "array",
      items: { type: "object", additionalProperties: false, properties: { what: { type: "string" } } },
    },
  },
};
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
  sample: { name: "Ada", items: [{ what: "Poster" }] },
};

function aForm() {
  const store = createDraftStore({ data: {}, theme: {} }, () => 0);
  const notes = {
    highlighted: undefined,
    problems: [],
    fromProfile: new Set<string>(),
    language: "en" as const,
    currency: undefined,
    nextNumbers: new Map(),
    numbered: new Map(),
  };
  return { store, form: createFormContext(template, store, notes) };
}

it("undoes typing in one field together and rows separately", () => {
  const { store, form } = aForm();
  for (const typed of ["A", "Ad", "Ada"]) form.change("name", typed);
  form.changeRows("items", [{}]);
  form.changeRows("items", [{}, {}]);
  form.change("items.1.what", "Sign");
  expect(store.read().data).toEqual({ name: "Ada", items: [{}, { what: "Sign" }] });
  const before = [{ name: "Ada", items: [{}, {}] }, { name: "Ada", items: [{}] }, { name: "Ada" }, {}];
  for (const data of before) {
    store.undo();
    expect(store.read().data).toEqual(data);
  }
});

it("bases each change on the previous one", () => {
  const { store, form } = aForm();
  form.change("name", "Ada");
  form.change("items.0.what", "Sign");
  form.change("name", undefined);
  expect(store.read().data).toEqual({ items: [{ what: "Sign" }] });
});

it("knows the sample of a field", () => {
  const { form } = aForm();
  expect([form.sampleOf("name"), form.sampleOf("items.4.what")]).toEqual(["Ada", "Poster"]);
});
