import { expect, test } from "vitest";
import {
  detailsFor,
  type PageValues,
  profileFor,
  readCompanyId,
  readDocumentInvoice,
  readElectronicAddress,
  writeElectronicAddress,
} from "./document-invoice.ts";

const page: PageValues = {
  read: (means) => ({ "sender.name": "Feldmann", "recipient.name": "Atelier  Moreau" })[means],
  lines: ["Signs", "Delivery"],
};

test("uses the details of the seller, buyer and lines that are on the page", () => {
  const seller = { address: { country: "DE" } };
  const buyer = { address: { country: "FR" } };
  const stored = {
    sellerFor: "Feldmann",
    buyerFor: "Atelier Moreau",
    seller,
    buyer,
    lines: [{ for: "Delivery", unit: "C62" }],
  };
  expect(detailsFor(page, stored)).toEqual({ seller, buyer, lines: [{}, { unit: "C62" }] });
  expect(detailsFor(page, { ...stored, buyerFor: "Noor", lines: [{ for: "Gone", unit: "HUR" }] })).toEqual({
    seller,
  });
});

test("leaves out the buyer reference of another buyer", () => {
  const buyerReference = "04011000-12345-34";
  expect(detailsFor(page, { buyerReference, buyerFor: "Atelier Moreau" })).toEqual({ buyerReference });
  expect(detailsFor(page, { buyerReference })).toEqual({ buyerReference });
  expect(detailsFor(page, { buyerReference, buyerFor: "Noor" })).toEqual({});
});

test.each([
  [{ buyerReference: "PO 7" }, { seller: "DE", buyer: "DE" }, "xrechnung", "reference"],
  [{ buyerReference: "PO 7" }, { seller: "DE", buyer: undefined }, "xrechnung", "reference"],
  [{ buyerReference: "PO 7" }, { seller: "DE", buyer: "AT" }, "en16931", "default"],
  [{ buyerReference: "04011000-12345-34" }, { seller: "AT", buyer: undefined }, "xrechnung", "reference"],
  [{}, { seller: "DE", buyer: "DE" }, "en16931", "default"],
  [{}, { seller: "FR", buyer: "FR" }, "france", "france"],
  [{}, { seller: "BE", buyer: "BE" }, "peppol", "belgium"],
  [{ profile: "en16931" as const }, { seller: "FR", buyer: "FR" }, "en16931", "chosen"],
])("follows %j with %j", (stored, countries, profile, reason) => {
  expect(profileFor(stored, page, countries)).toEqual({ profile, reason });
});

test("reads identifiers as people write them", () => {
  for (const typed of ["post@example.org", "0208:0123456789"])
    expect(writeElectronicAddress(readElectronicAddress(typed))).toBe(typed);
  expect(readElectronicAddress("post@example.org")).toEqual({ id: "post@example.org", scheme: "EM" });
  expect(readElectronicAddress("12")).toEqual({ id: "12" });
  expect(readCompanyId("123 456 782", "FR")).toEqual({ id: "123456782", scheme: "0002" });
  expect(readCompanyId("HRB 1", "DE")).toEqual({ id: "HRB 1" });
});

test("reads stored details, and nothing else", () => {
  expect(readDocumentInvoice({ buyerReference: "7" })).toEqual({ buyerReference: "7" });
  expect(readDocumentInvoice({})).toBeUndefined();
  expect(readDocumentInvoice({ iban: "1" })).toBeUndefined();
});
