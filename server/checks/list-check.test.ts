import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { templateFile } from "../../contract/templates/template-file.ts";
import { createRendering, type Rendering } from "../rendering/rendering.ts";
import { checkLists, listsOf } from "./list-check.ts";

let rendering: Rendering;
beforeAll(() => {
  rendering = createRendering({
    settings: { processes: 1, queue: 200, deadlineMs: 20_000, kitDir: "library/kit" },
    log: pino({ level: "silent" }),
  });
});
afterAll(() => rendering.close());

const price = { type: "string", title: "Price", "x-means": "invoice.lines[].price" };
const file = templateFile.parse({
  name: "Slip",
  description: "A slip.",
  page: { width: 100, height: 80 },
  title: "Slip",
  theme: { accent: "#000000", fonts: "original" },
  fields: {
    type: "object",
    additionalProperties: false,
    properties: {
      items: {
        type: "array",
        title: "Items",
        maxItems: 40,
        items: { type: "object", additionalProperties: false, properties: { price } },
      },
      note: { type: "string", title: "Note", "x-widget": "multiline" },
    },
  },
  sample: { items: [{ price: "12" }], note: "Thank you" },
});

const PAGE = `#import "/kit/kit.typ": *
#show: setup.with(title: "Slip", format: (100mm, 80mm), margin: 10mm)
`;
const SUM = `#block(breakable: false, height: 25mm)[The sum]`;
const LISTING = `#show: listing.with("items", columns: (1fr,), header: ([Price],), rows: each("items").map(row => (field(row, "price"),)))`;
const TABLE = `#table(columns: (1fr,), table.header[Price], ..each("items").map(row => field(row, "price")))`;

function findingsOf(source: string, type = "invoices") {
  const template = { type, category: "plain", slug: "slip", source: PAGE + source, file };
  const how = { renders: { deadlineMs: 20_000 }, how: "some", isEveryRow: false } as const;
  return checkLists(rendering, template, how);
}

async function faultsOf(source: string, type?: string) {
  return (await findingsOf(source, type)).map(({ message }) => message);
}

describe("the list check", () => {
  test("reports a sum alone on the last page with the number of rows", async () => {
    expect(await faultsOf(TABLE + SUM)).toEqual([
      expect.stringMatching(/^the last page has no row of items \(with \d+ rows\)$/),
    ]);
  });

  test("accepts the kit's listing", async () => {
    expect(await faultsOf(`${LISTING}\n${SUM}`)).toEqual([]);
  });

  test("reports a last page without a row or a long text, but not tickets without a holder", async () => {
    expect(await faultsOf(TABLE + SUM, "resumes")).toEqual([
      expect.stringMatching(/^the last page has neither a row of a list nor a long text/),
    ]);
    expect(await faultsOf(TABLE + SUM, "tickets")).toEqual([]);
  });

  test("gives advice about a last page, but reports other faults first", async () => {
    for (const type of ["invoices", "resumes"])
      expect(await findingsOf(TABLE + SUM, type)).toEqual([expect.objectContaining({ isAdvice: true })]);
    const once = TABLE.replace("table.header", "table.header(repeat: false)");
    const [fault, ...others] = await findingsOf(once + SUM, "resumes");
    expect(fault?.message).toMatch(/^page 2 has no table header/);
    expect(fault?.isAdvice).toBeUndefined();
    expect(others).toEqual([]);
  });

  test("requires a row next to what follows a list", async () => {
    const parted = `#pagebreak()\n#metadata("items")<after-list>`;
    expect(await faultsOf(`${TABLE}${parted}\n#let used = listing.with("items")`, "proposals")).toEqual([
      expect.stringMatching(/^page 2 has the content after items, but none of its rows/),
    ]);
  });

  test("reports a heading alone at the bottom of a page", async () => {
    const heading = `#show heading: it => block(sticky: false, it.body)\n#heading(level: 1)[Terms]`;
    expect(await faultsOf(`#block(height: 46mm)[Above]\n${heading}\n${TABLE}`)).toEqual([
      expect.stringMatching(/^page 1 ends with a heading/),
    ]);
  });

  test("reports a sum on a page without a row before a long text", async () => {
    const sum = `#block(breakable: false, height: 20mm, computed("items", [Sum]))`;
    expect(await faultsOf(`${TABLE}${sum}\n#pagebreak()\n#prose("note")`, "proposals")).toEqual([
      expect.stringMatching(/^page 2 has a total of items, but none of its rows/),
    ]);
  });

  test("reports a table that continues without its header", async () => {
    const once = TABLE.replace("table.header", "table.header(repeat: false)");
    expect(await faultsOf(once)).toEqual([expect.stringMatching(/^page 2 has no table header for items/)]);
    expect(await faultsOf(TABLE.replace("table.header[Price], ", ""))).toEqual([]);
  });

  test("checks every list of more than four rows, and invoice lines at the end", () => {
    const template = { type: "invoices", source: TABLE, file };
    expect(listsOf(template)).toEqual([{ path: "items", isAtTheEnd: true }]);
    expect(listsOf({ ...template, type: "letters" })).toEqual([{ path: "items", isAtTheEnd: false }]);
    const { items } = file.fields.properties;
    const signers = { ...file.fields, properties: { signers: { ...items, maxItems: 4 } } };
    const short = { ...file, fields: signers } as typeof file;
    expect(listsOf({ type: "letters", source: TABLE, file: short })).toEqual([]);
  });
});
