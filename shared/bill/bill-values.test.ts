import { expect, test } from "vitest";
import { bill } from "../../contract/bill.ts";
import { groupField } from "../../contract/templates/template-file.ts";
import { asksForSameSum, pageOfBill } from "./bill-values.ts";
import { computeBill } from "./computation.ts";

const text = (means: string, more: object = {}) => ({ type: "string", "x-means": means, ...more });
const fields = (row: object) =>
  groupField.parse({
    type: "object",
    additionalProperties: false,
    properties: {
      number: text("invoice.number"),
      seller: text("sender.name"),
      address: { ...text("recipient.address"), "x-widget": "multiline" },
      rate: text("invoice.tax_rate"),
      currency: text("invoice.currency", { "x-widget": "currency" }),
      items: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          properties: {
            what: text("invoice.lines[].description"),
            price: text("invoice.lines[].price", { "x-widget": "money" }),
            ...row,
          },
        },
      },
    },
  });

const received = (rates: string[]) =>
  computeBill(
    bill.parse({
      number: "7",
      currency: "EUR",
      seller: { name: "Lumenwerk" },
      buyer: { address: { street: "Weg 1", postcode: "10115", town: "Berlin", country: "DE" } },
      lines: rates.map((rate) => ({ name: `At ${rate}`, quantity: "1", price: "10", category: "S", rate })),
    }),
  );

test("is a page with the values of the invoice", () => {
  const plain = fields({});
  const page = pageOfBill(plain, received(["19"]));
  expect(page).toEqual({
    number: "7",
    seller: "Lumenwerk",
    address: "Weg 1\n10115 Berlin\nDE",
    rate: "19",
    currency: "EUR",
    items: [{ what: "At 19", price: "10" }],
  });
  expect(asksForSameSum(plain, page, received(["19"]))).toBe(true);
});

test("knows when a template has no place for several rates", () => {
  const several = received(["19", "7"]);
  const plain = fields({});
  expect(asksForSameSum(plain, pageOfBill(plain, several), several)).toBe(false);
  const withRates = fields({ rate: text("invoice.lines[].tax_rate") });
  expect(asksForSameSum(withRates, pageOfBill(withRates, several), several)).toBe(true);
});
