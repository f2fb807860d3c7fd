import { describe, expect, it } from "vitest";
import type { GroupField } from "../../../../../contract/template-file.ts";
import type { ColumnReading } from "./cell-value.ts";
import { fillRow, listLeaves, matchColumns, rematch } from "./row-plan.ts";

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
  it("are offered every field but pictures, and a list's first places", () => {
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

  it("find the fields they are called after, each one once", () => {
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

  it("let go of a field that another takes by hand", () => {
    expect(rematch(["number", undefined], 1, "number")).toEqual([undefined, "number"]);
    expect(rematch(["number", undefined], 1, undefined)).toEqual(["number", undefined]);
  });
});

describe("a row", () => {
  it("fills its fields and leaves the draft's words elsewhere", () => {
    const draft = { number: "1", to: { town: "Larnes" }, items: [{ name: "Poster" }] };
    const data = fillRow(draft, ["7", "", "1 200,00"], {
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

  it("makes groups and lists that the draft doesn't have yet", () => {
    const matching = ["to.name", "items.1.price", "notes"];
    expect(fillRow({}, ["Ada", "5", "a;b"], { matching, leaves, readings })).toEqual({
      to: { name: "Ada" },
      items: [{}, { price: "5" }],
      notes: ["a", "b"],
    });
  });
});
