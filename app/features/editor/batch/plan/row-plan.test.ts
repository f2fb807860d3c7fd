import { describe, expect, it } from "vitest";
import type { GroupField } from "../../../../../contract/templates/template-file.ts";
import type { ColumnReading } from "./cell-value.ts";
import { cellFor, fillRow, listLeaves, matchColumns, rematch } from "./row-plan.ts";

const fields: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    number: { type: "string", title: "Number" },
    to: {
      type: "object",
      title: "Bill to",
      additionalProperties: false,
      properties: { name: { type: "string", title: "Client" }, town: { type: "string", title: "Town" } },
    },
    items: {
      type: "array",
      title: "Items",
      maxItems: 2,
      items: {
        type: "object",
        additionalProperties: false,
        properties: {
          name: { type: "string", title: "Item" },
          price: { type: "string", title: "Price", "x-widget": "money" },
        },
      },
    },
    notes: { type: "array", title: "Notes", items: { type: "string" } },
    logo: { type: "string", title: "Logo", "x-widget": "image" },
  },
};
const leaves = listLeaves(fields);
const readings = Array.from({ length: 3 }, (): ColumnReading => ({ mark: ",", dateOrder: "day first" }));

describe("the columns of a table", () => {
  it("can fill every field except pictures", () => {
    expect(leaves.map(({ label }) => label)).toEqual([
      "Number",
      "Bill to, Client",
      "Bill to, Town",
      "Items 1, Item",
      "Items 1, Price",
      "Items 2, Item",
      "Items 2, Price",
      "Notes",
    ]);
  });

  it("match fields by name, each once", () => {
    const columns = ["NUMBER", "client", "to.town", "Items 2, Price", "Price", "Colour", "Client"];
    expect(matchColumns(columns, leaves)).toEqual([
      "number",
      "to.name",
      "to.town",
      "items.1.price",
      "items.0.price",
      undefined,
      undefined,
    ]);
  });

  it("can fill a text together", () => {
    expect(rematch(["number", undefined], 1, "number", leaves)).toEqual(["number", "number"]);
    expect(rematch(["items.0.price", undefined], 1, "items.0.price", leaves)).toEqual([
      undefined,
      "items.0.price",
    ]);
    expect(rematch(["number", undefined], 1, undefined, leaves)).toEqual(["number", undefined]);
  });

  const badges = listLeaves({
    type: "object",
    additionalProperties: false,
    properties: {
      title: { type: "string", title: "Occasion", "x-means": "event.title" },
      people: {
        type: "array",
        title: "People",
        items: {
          type: "object",
          additionalProperties: false,
          properties: {
            name: { type: "string", title: "Name", "x-means": "people[].name" },
            role: { type: "string", title: "Role", "x-means": "people[].role" },
            company: { type: "string", title: "Company", "x-means": "people[].organisation" },
            address: {
              type: "string",
              title: "Address",
              "x-widget": "multiline",
              "x-means": "people[].address",
            },
          },
        },
      },
      from: { type: "string", title: "From", "x-means": "sender.name" },
    },
  });

  it.each([
    [
      ["Name", "Funktion", "Firma", "Anlass"],
      ["people.0.name", "people.0.role", "people.0.company", "title"],
    ],
    [
      ["Teilnehmer", "Anschrift"],
      ["people.0.name", "people.0.address"],
    ],
    [
      ["Nom", "Fonction", "Société", "Événement"],
      ["people.0.name", "people.0.role", "people.0.company", "title"],
    ],
    [
      ["Nombre completo", "Cargo", "Empresa"],
      ["people.0.name", "people.0.role", "people.0.company"],
    ],
    [
      ["Nachname", "Vorname"],
      ["people.0.name", "people.0.name"],
    ],
    [
      ["Vorname", "Name"],
      ["people.0.name", "people.0.name"],
    ],
    [
      ["Prénom", "Nom"],
      ["people.0.name", "people.0.name"],
    ],
    [
      ["Apellidos", "Nombre"],
      ["people.0.name", "people.0.name"],
    ],
    [
      ["First name", "Surname", "Full name"],
      [undefined, undefined, "people.0.name"],
    ],
    [
      ["Straße", "PLZ", "Ort"],
      ["people.0.address", "people.0.address", "people.0.address"],
    ],
  ])("are recognised in other languages: %s", (columns, paths) => {
    expect(matchColumns(columns, badges)).toEqual(paths);
  });

  it("are joined in reading order", () => {
    const join = (columns: string[], cells: string[]) => {
      const matching = matchColumns(columns, badges);
      const [path = ""] = matching;
      return cellFor(path, cells, { columns, matching, leaves: badges });
    };
    expect(join(["Nachname", "Vorname"], ["Lovelace", "Ada"])).toBe("Ada Lovelace");
    expect(join(["Nachname", "Vorname"], ["Lovelace", ""])).toBe("Lovelace");
    expect(join(["PLZ", "Ort", "Straße", "Land"], ["0150", "Oslo", "Gata 1", "Norwegen"])).toBe(
      "Gata 1\n0150 Oslo\nNorwegen",
    );
    const byHand = { columns: ["A", "B"], matching: ["title", "title"], leaves: badges };
    expect(cellFor("title", ["Summer", "fair"], byHand)).toBe("Summer fair");
  });
});

describe("a row", () => {
  it("fills its fields and keeps the draft's other values", () => {
    const draft = { number: "1", to: { town: "Larnes" }, items: [{ name: "Poster" }] };
    const data = fillRow(draft, ["7", "", "1 200,00"], {
      columns: ["A", "B", "C"],
      matching: ["number", "to.town", "items.1.price"],
      leaves,
      readings,
    });
    expect(data).toEqual({
      number: "7",
      to: { town: "Larnes" },
      items: [{ name: "Poster" }, { price: "1200.00" }],
    });
    expect(draft.items).toHaveLength(1);
  });

  it("creates missing groups and lists", () => {
    const matching = ["to.name", "items.1.price", "notes"];
    const columns = ["A", "B", "C"];
    expect(fillRow({}, ["Ada", "5", "a;b"], { columns, matching, leaves, readings })).toEqual({
      to: { name: "Ada" },
      items: [{}, { price: "5" }],
      notes: ["a", "b"],
    });
  });
});
