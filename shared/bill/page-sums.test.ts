import { expect, test } from "vitest";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { sumsOfPage } from "./page-sums.ts";

const fields: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    currency: { type: "string", "x-means": "invoice.currency" },
    items: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        properties: {
          description: { type: "string", "x-means": "invoice.lines[].description" },
          quantity: { type: "string", "x-means": "invoice.lines[].quantity" },
          price: { type: "string", "x-means": "invoice.lines[].price" },
          tax_rate: { type: "string", "x-means": "invoice.lines[].tax_rate" },
        },
      },
    },
    discount: { type: "string", "x-means": "invoice.discount" },
    tax_rate: { type: "string", "x-means": "invoice.tax_rate" },
  },
};
const sample = {
  currency: "EUR",
  items: [{ description: "A", quantity: "2", price: "50" }],
  discount: "10",
  tax_rate: "19",
};

test("adds up the sample while no line is typed", () => {
  expect(sumsOfPage(fields, { items: [{}] }, sample)).toMatchObject({
    lines: { "items.0": "100.00" },
    discount: "10.00",
    tax: "17.10",
    total: "107.10",
  });
  expect(sumsOfPage(fields, { tax_rate: "7" }, sample)).toMatchObject({ tax: "6.30" });
});

test("leaves the sample's discount and rate out once a line is typed", () => {
  const data = { items: [{ description: "B", price: "80" }, {}] };
  expect(sumsOfPage(fields, data, sample)).toMatchObject({
    lines: { "items.0": "80.00" },
    discount: "0",
    tax: "0.00",
    total: "80.00",
  });
});

test("taxes each rate once, the highest first, and splits the discount", () => {
  const data = {
    items: [
      { description: "Book", price: "10.05", tax_rate: "7" },
      { description: "Book", price: "10.05", tax_rate: "7.0" },
      { description: "Shelf", price: "100" },
    ],
    tax_rate: "19",
    discount: "10",
  };
  expect(sumsOfPage(fields, data, {})).toMatchObject({
    subtotal: "120.10",
    discount: "12.01",
    taxes: [
      { rate: "19", base: "90.00", amount: "17.10" },
      { rate: "7", base: "18.09", amount: "1.27" },
    ],
    tax: "18.37",
    total: "126.46",
  });
});

test("rounds as the page's currency does", () => {
  const data = { items: [{ description: "A", quantity: "3", price: "33.5" }], currency: "JPY" };
  expect(sumsOfPage(fields, data, {})).toMatchObject({ total: "101" });
});

test("has no sums for a template without prices", () => {
  const description = { type: "string" as const, "x-means": "invoice.lines[].description" };
  const row: GroupField = { type: "object", additionalProperties: false, properties: { description } };
  const priceless: GroupField = { ...fields, properties: { items: { type: "array", items: row } } };
  expect(sumsOfPage(priceless, {}, {})).toBeUndefined();
});
