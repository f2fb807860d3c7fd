import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FONT_PAIRINGS } from "./looks.ts";
import {
  fillTitle,
  groupField,
  orderedProperties,
  pageSize,
  pruneBlank,
  templateFile,
  typesFile,
} from "./template-file.ts";
import { CURRENCIES, resolveTheme } from "./theme.ts";

const least = {
  name: "Quarto",
  description: "A bill.",
  page: { papers: ["a4", "us-letter"], orientation: "portrait" },
  title: "Invoice {number}",
  theme: { accent: "#e8341c" },
  fields: {
    type: "object",
    additionalProperties: false,
    required: ["number"],
    properties: { number: { type: "string", title: "Number" } },
  },
  sample: { number: "1" },
};

describe("template.json", () => {
  test("is read with the template's own fonts by default", () => {
    expect(templateFile.parse(least).theme.fonts).toBe("original");
  });

  test.each([
    ["an unknown key", { ...least, tags: [] }],
    ["a colour by name", { ...least, theme: { accent: "red" } }],
    ["a required field that isn't there", { ...least, fields: { ...least.fields, required: ["total"] } }],
    [
      "an unknown widget",
      { ...least, fields: { ...least.fields, properties: { a: { type: "string", "x-widget": "slider" } } } },
    ],
    ["a group that lets anything in", { ...least, fields: { type: "object", properties: {} } }],
  ])("rejects %s", (_, file) => {
    expect(templateFile.safeParse(file).success).toBe(false);
  });
});

describe("types.json", () => {
  const type = {
    slug: "invoices",
    singular: "Invoice",
    plural: "Invoices",
    description: "Bills.",
    icon: "lucide:receipt-text",
    order: 1,
    categories: [
      { slug: "studio", label: "Studio", description: "Makers.", icon: "lucide:pen-tool", order: 1 },
    ],
  };

  test("of the library is valid", () => {
    const file = new URL("../../library/types.json", import.meta.url);
    expect(typesFile.parse(JSON.parse(readFileSync(file, "utf8")))).toHaveLength(27);
  });

  test("rejects reserved paths and duplicate slugs", () => {
    expect(typesFile.safeParse([{ ...type, slug: "dashboard" }]).success).toBe(false);
    expect(typesFile.safeParse([type, type]).error?.issues[0]?.path).toEqual([1, "slug"]);
  });
});

test("derives a page's size from paper, orientation or its fixed size", () => {
  const papers: ("a4" | "us-letter")[] = ["a4", "us-letter"];
  expect(pageSize({ papers, orientation: "portrait" })).toEqual({ width: 210, height: 297 });
  expect(pageSize({ papers, orientation: "landscape" }, "us-letter")).toEqual({
    width: 279.4,
    height: 215.9,
  });
  expect(pageSize({ papers: ["a4"], orientation: "portrait" }, "us-letter")).toEqual({
    width: 210,
    height: 297,
  });
  expect(pageSize({ width: 85, height: 55 })).toEqual({ width: 85, height: 55 });
});

test("orders properties by x-order, then by the file", () => {
  const group = groupField.parse({
    type: "object",
    additionalProperties: false,
    properties: { a: { type: "string" }, b: { type: "string" }, c: { type: "boolean" } },
    "x-order": ["c"],
  });
  expect(orderedProperties(group).map(([name]) => name)).toEqual(["c", "a", "b"]);
});

test("fills in a title without traces of missing values", () => {
  expect(fillTitle("Invoice {number}", { number: "0147" })).toBe("Invoice 0147");
  expect(fillTitle("{to.name} – Invoice {number}", {})).toBe("Invoice");
  expect(fillTitle("{meeting}, {date}", { meeting: "Board", date: "2026-11-03" })).toBe(
    "Board, 3 November 2026",
  );
  expect(fillTitle("Planning du jour {date}", { date: "2026-11-01" }, "fr")).toBe(
    "Planning du jour 1er novembre 2026",
  );
  expect(fillTitle("{meeting}، {date}", { meeting: "مجلس الإدارة" }, "ar")).toBe("مجلس الإدارة");
  expect(fillTitle("Monatsplan {month}", { month: "2026-12-01" }, "de")).toBe("Monatsplan Dezember 2026");
});

test("drops blank values but keeps zero and false", () => {
  expect(pruneBlank({ a: " ", b: null, c: [{ d: "" }], e: 0, f: false, g: ["x", ""] })).toEqual({
    e: 0,
    f: false,
    g: ["x"],
  });
});

test("keeps blank rows on request", () => {
  expect(pruneBlank({ a: [{ b: "" }, { b: "x", c: [""] }, {}], d: ["", "y", null], e: [] }, "kept")).toEqual({
    a: [{}, { b: "x", c: [{}] }, {}],
    d: [{}, "y", {}],
  });
});

describe("theme", () => {
  test("merges the template's defaults with the person's choices", () => {
    expect(resolveTheme({ accent: "#112233" }, ["us-letter"], { paper: "a4", language: "de" })).toEqual({
      paper: "us-letter",
      accent: "#112233",
      fonts: "original",
      language: "de",
    });
  });

  test("has the pairings and currencies of the kit", () => {
    const kit = (name: string) => readFileSync(new URL(`../../library/kit/${name}`, import.meta.url), "utf8");
    const pairings = /#let pairings = \(([\s\S]*?)\n\)/.exec(kit("theme.typ"))?.[1] ?? "";
    const currencies = /#let currencies = \(([\s\S]*?)\n\)/.exec(kit("money.typ"))?.[1] ?? "";
    expect([...pairings.matchAll(/^ {2}(\w+):/gm)].map((m) => m[1])).toEqual(FONT_PAIRINGS.slice(1));
    expect([...currencies.matchAll(/\b([A-Z]{3}): \(/g)].map((m) => m[1])).toEqual([...CURRENCIES]);
  });
});
