import { expect, test } from "vitest";
import type { PageValues } from "./document-invoice.ts";
import { addressIn, countryCode, proposeDetails } from "./proposals.ts";

test.each([
  [
    "Brandt Optik GmbH\nHafenstraße 4\n20457 Hamburg",
    { street: "Hafenstraße 4", postcode: "20457", town: "Hamburg" },
  ],
  ["Lampengasse 12, 10437 Berlin", { street: "Lampengasse 12", postcode: "10437", town: "Berlin" }],
  [
    "12 rue de la Paix\nF-69001 Lyon",
    { street: "12 rue de la Paix", postcode: "69001", town: "Lyon", country: "FR" },
  ],
  [
    "Keizersgracht 1\n1012 AB Amsterdam\nNederland",
    { street: "Keizersgracht 1", postcode: "1012 AB", town: "Amsterdam", country: "NL" },
  ],
  ["ul. Prosta 5\n00-950 Warszawa", { street: "ul. Prosta 5", postcode: "00-950", town: "Warszawa" }],
  [
    "10 Downing Street\nLondon SW1A 2AA\nUnited Kingdom",
    { street: "10 Downing Street", postcode: "SW1A 2AA", town: "London", country: "GB" },
  ],
  [
    "1 Main St\nPortland, OR 97201\nUSA",
    { street: "1 Main St", postcode: "OR 97201", town: "Portland", country: "US" },
  ],
  ["Attn. Ms Brandt\nAccounts\n20457 Hamburg", { postcode: "20457", town: "Hamburg" }],
  ["somewhere", {}],
  ["", {}],
])("tells the parts of an address apart: %j", (text, parts) => {
  expect(addressIn(text)).toEqual(parts);
});

test.each([
  ["Germany", "DE"],
  ["Deutschland", "DE"],
  ["Frankreich", "FR"],
  ["DE", "DE"],
  ["XX", undefined],
  ["20457 Hamburg", undefined],
])("reads the country %s", (written, code) => {
  expect(countryCode(written)).toBe(code);
});

const page = (texts: Record<string, string>): PageValues => ({ read: (means) => texts[means], lines: [] });

test("proposes details from the page and leaves out what has a value", () => {
  const values = page({
    "sender.name": "Ada Feld",
    "sender.tax_id": "12/345/67890",
    "recipient.address": "Hafenstraße 4\n20457 Hamburg",
    "recipient.tax_id": "DE 123 456 789",
    "recipient.email": "post@brandt.example",
  });
  const found = Object.fromEntries(proposeDetails(values, {}).map(({ path, value }) => [path, value]));
  expect(found).toEqual({
    "seller.contact.name": "Ada Feld",
    "seller.taxNumber": "12/345/67890",
    "buyer.address.street": "Hafenstraße 4",
    "buyer.address.postcode": "20457",
    "buyer.address.town": "Hamburg",
    "buyer.address.country": "DE",
    "buyer.electronicAddress": "post@brandt.example",
  });
  const given = { buyer: { address: { town: "Altona" }, electronicAddress: { id: "1", scheme: "0088" } } };
  const left = proposeDetails(values, given).map(({ path }) => path);
  expect(left).not.toContain("buyer.address.town");
  expect(left).not.toContain("buyer.electronicAddress");
});

test("proposes the SIREN from a French VAT number", () => {
  const values = page({ "recipient.tax_id": "FR11123456782" });
  expect(proposeDetails(values, {})).toEqual([
    { path: "buyer.address.country", value: "FR", from: "vat" },
    { path: "buyer.companyId", value: "123456782", from: "vat" },
  ]);
});

test("proposes a delivery date that is written with other words", () => {
  const found = (delivered: string, details = {}) =>
    proposeDetails(page({ "invoice.delivered": delivered }), details).map(
      ({ path, value }) => `${path} ${value}`,
    );
  expect(found("Fired 12 October 2026")).toEqual(["delivery.date 2026-10-12"]);
  expect(found("12 October 2026")).toEqual([]);
  expect(found("Fired 12 October 2026", { period: { from: "2026-10-01" } })).toEqual([]);
});
