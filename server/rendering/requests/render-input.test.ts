import { describe, expect, test } from "vitest";
import { groupField } from "../../../contract/templates/template-file.ts";
import { contentDisposition } from "../../request/content-disposition.ts";
import { cleanAnswers, nameFile, withoutSample } from "./render-input.ts";
import { createValidation } from "./validation.ts";

const template = { title: "Invoice {number}", singular: "Invoice", name: "Quarto" };

describe("what a download is called", () => {
  test("the template's title with the person's words", () => {
    expect(nameFile(template, { number: "2026-014" })).toBe("Invoice 2026-014");
    expect(nameFile(template, {})).toBe("Invoice");
    expect(nameFile({ ...template, title: null }, {})).toBe("Invoice");
    expect(nameFile({ title: null, singular: "", name: "Quarto" }, {})).toBe("Quarto");
  });

  test("in the document's language", () => {
    expect(nameFile(template, { number: "2026-014" }, "de")).toBe("Rechnung 2026-014");
    expect(nameFile({ ...template, title: null }, {}, "pt")).toBe("Fatura");
  });

  test("nothing a file system or a header can't bear", () => {
    expect(nameFile(template, { number: '../..\\x:*?"<>|\u0000\r\nSet-Cookie: a' })).toBe(
      "Invoice .. .. x Set-Cookie a",
    );
    expect(nameFile(template, { number: "x".repeat(500) }).length).toBeLessThanOrEqual(100);
    expect(nameFile({ ...template, title: "{number}" }, { number: "..." })).toBe("Document");
  });

  test("other scripts travel in the second form", () => {
    expect(contentDisposition("attachment", "Größe “1” 請求書", "pdf")).toBe(
      "attachment; filename=\"Grosse _1_ ___.pdf\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%80%9C1%E2%80%9D%20%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf".replace(
        "Grosse",
        "Gro_e",
      ),
    );
    expect(contentDisposition("inline", 'it\'s (a) 50% "x"', "png")).not.toMatch(/[\r\n]/);
  });
});

test("a field of one line has no line breaks, whoever sends them: rows as tall as pages took longer than the deadline", () => {
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

describe("twenty thousand values that no field takes are not looked at one by one: a preview of them took a minute", () => {
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
  const validation = createValidation();

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
    const { data, ignored } = validation.fitPreview("many 1", fields, cleaned);
    expect(data).toEqual(fitting);
    expect(ignored).toHaveLength(errors);
    expect(`${ignored[0]?.field} ${ignored[0]?.type}`).toBe(first);
    expect(validation.check("many 1", fields, cleanAnswers(given, "final", fields))).toEqual(ignored);
  });

  test("rows that are too many are still too many", () => {
    const cleaned = cleanAnswers({ items: Array(6_000).fill({ price: "1" }) }, "final", fields);
    expect(cleaned.items).toHaveLength(4);
    expect(validation.check("many 1", fields, cleaned).map(({ type }) => type)).toEqual(["maxItems"]);
  });

  test("a group that takes any key keeps them all", () => {
    const open = { ...fields, additionalProperties: undefined } as unknown as typeof fields;
    expect(cleanAnswers(keys, "final", open)).toEqual(keys);
  });
});

test("where a value was left out, nothing of the sample takes its place, in that row alone", () => {
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
