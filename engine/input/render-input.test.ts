import { describe, expect, test } from "vitest";
import { groupField } from "../../contract/templates/template-file.ts";
import { contentDisposition } from "../../server/request/content-disposition.ts";
import { cleanAnswers, nameFile, withoutSample } from "./render-input.ts";
import { findInvalid, fitPreview } from "./validation.ts";

const template = { title: "Invoice {number}", singular: "Invoice", name: "Quarto" };

describe("the name of a download", () => {
  test("is the template's title with the person's values", () => {
    expect(nameFile(template, { number: "2026-014" })).toBe("Invoice 2026-014");
    expect(nameFile(template, {})).toBe("Invoice");
    expect(nameFile({ ...template, title: null }, {})).toBe("Invoice");
    expect(nameFile({ title: null, singular: "", name: "Quarto" }, {})).toBe("Quarto");
  });

  test("is in the document's language", () => {
    expect(nameFile(template, { number: "2026-014" }, "de")).toBe("Rechnung 2026-014");
    expect(nameFile({ ...template, title: null }, {}, "pt")).toBe("Fatura");
  });

  test("has no characters that file systems or headers reject", () => {
    expect(nameFile(template, { number: '../..\\x:*?"<>|\u0000\r\nSet-Cookie: a' })).toBe(
      "Invoice .. .. x Set-Cookie a",
    );
    expect(nameFile(template, { number: "x".repeat(500) }).length).toBeLessThanOrEqual(100);
    expect(nameFile({ ...template, title: "{number}" }, { number: "..." })).toBe("Document");
  });

  test("encodes other scripts", () => {
    expect(contentDisposition("attachment", "Größe “1” 請求書", "pdf")).toBe(
      "attachment; filename=\"Grosse _1_ ___.pdf\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%80%9C1%E2%80%9D%20%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf".replace(
        "Grosse",
        "Gro_e",
      ),
    );
    expect(contentDisposition("inline", 'it\'s (a) 50% "x"', "png")).not.toMatch(/[\r\n]/);
  });
});

test("removes line breaks from single-line fields", () => {
  const line = { type: "string", maxLength: 40 };
  const fields = groupField.parse({
    type: "object",
    additionalProperties: false,
    properties: {
      topic: line,
      notes: { ...line, "x-widget": "multiline" },
      actions: {
        type: "array",
        items: { type: "object", additionalProperties: false, properties: { who: line } },
      },
    },
  });
  const data = {
    topic: "a\nb\r\nc",
    notes: "a\nb",
    actions: [{ who: "\n" }, { who: "Bo\nAda" }],
    other: "a\nb",
  };
  expect(cleanAnswers(data, "final", fields)).toEqual({
    topic: "a b c",
    notes: "a\nb",
    actions: [{ who: "Bo Ada" }],
    other: "a\nb",
  });
});

describe("twenty thousand unknown values are skipped", () => {
  const fields = groupField.parse({
    type: "object",
    additionalProperties: false,
    properties: {
      name: { type: "string" },
      items: {
        type: "array",
        maxItems: 3,
        items: { type: "object", additionalProperties: false, properties: { price: { type: "string" } } },
      },
    },
  });
  const keys = Object.fromEntries(Array.from({ length: 19_000 }, (_, at) => [`k${at}`, 1]));

  test.each([
    ["keys of the whole", { name: "Ada", ...keys }, "k0 additionalProperties", 50, { name: "Ada" }],
    [
      "keys of a row",
      { items: [{ price: "1", ...keys }] },
      "items.0.k0 additionalProperties",
      50,
      { items: [{ price: "1" }] },
    ],
    ["keys in place of a list", { name: "Ada", items: keys }, "items type", 1, { name: "Ada" }],
    ["keys in place of a text", { name: keys }, "name type", 1, {}],
    [
      "rows in place of a text",
      { name: Array(19_000).fill(1), items: [{ price: "1" }] },
      "name type",
      1,
      { items: [{ price: "1" }] },
    ],
  ])("%s", (_, given, first, errors, fitting) => {
    const cleaned = cleanAnswers(given, "preview", fields);
    expect(JSON.stringify(cleaned).length).toBeLessThan(1_000);
    const { data, ignored } = fitPreview(fields, cleaned);
    expect(data).toEqual(fitting);
    expect(ignored).toHaveLength(errors);
    expect(`${ignored[0]?.field} ${ignored[0]?.type}`).toBe(first);
    expect(findInvalid(fields, cleanAnswers(given, "final", fields))).toEqual(ignored);
  });

  test("still rejects too many rows", () => {
    const cleaned = cleanAnswers({ items: Array(6_000).fill({ price: "1" }) }, "final", fields);
    expect(cleaned.items).toHaveLength(4);
    expect(findInvalid(fields, cleaned).map(({ type }) => type)).toEqual(["maxItems"]);
  });

  test("keeps all keys of an open group", () => {
    const open = { ...fields, additionalProperties: undefined } as unknown as typeof fields;
    expect(cleanAnswers(keys, "final", open)).toEqual(keys);
  });
});

test("shows no sample text in place of an omitted value", () => {
  const sample = { name: "Ada", items: [{ price: "1", what: "a" }, { price: "2" }] };
  const data = { items: [{ what: "x" }, {}, { what: "y" }, {}] };
  const without = withoutSample({ source: "", data, sample }, [
    ["name"],
    ["items", "2", "price"],
    ["colour"],
  ]);
  expect(without.sample).toEqual({
    items: [{ price: "1", what: "a" }, { price: "2" }, { what: "a" }, { price: "2" }],
  });
  expect(sample.name).toBe("Ada");
});
