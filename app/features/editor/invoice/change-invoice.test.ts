import { expect, test } from "vitest";
import { documentInvoice } from "../../../../contract/bill.ts";
import { detailsFor, type PageValues } from "../../../../shared/bill/document-invoice.ts";
import { readDetail, writeDetails, writeLine } from "./change-invoice.ts";

const page: PageValues = {
  read: (means) => ({ "sender.name": "Feldmann", "recipient.name": "Moreau" })[means],
  lines: ["Signs"],
};
const write = (stored: object, ...values: [string, string][]) =>
  writeDetails({ stored, page, details: detailsFor(page, stored) }, values);

test("writes what a person types so that it is read as the same, and can be stored", () => {
  const typed: [string, string][] = [
    ["seller.vatId", "DE 123 456 789"],
    ["buyer.address.country", "FR"],
    ["buyer.electronicAddress", "0225:123456782"],
    ["buyer.companyId", "123 456 782"],
    ["buyer.address.postcode", "6".repeat(80)],
    ["notes.PMT", "40 €"],
    ["preceding.0.number", "7"],
  ];
  const stored = write({}, ...typed) ?? {};
  expect(documentInvoice.safeParse(stored).error).toBeUndefined();
  expect(stored).toMatchObject({
    sellerFor: "Feldmann",
    seller: { vatId: "DE123456789" },
    buyerFor: "Moreau",
    buyer: { companyId: { id: "123456782", scheme: "0002" } },
  });
  expect(readDetail(stored, "buyer.electronicAddress")).toBe("0225:123456782");
  expect(readDetail(stored, "notes.PMT")).toBe("40 €");
  const empty = typed.map(([path]): [string, string] => [path, ""]);
  expect(write(stored, ...empty)).toBeUndefined();
});

test("a buyer reference belongs to the buyer on the page", () => {
  const stored = write({}, ["buyerReference", "7"]);
  expect(stored).toEqual({ buyerReference: "7", buyerFor: "Moreau" });
  expect(write({ ...stored, buyerFor: "Noor" }, ["buyer.address.country", "FR"])).toEqual({
    buyerFor: "Moreau",
    buyer: { address: { country: "FR" } },
  });
  expect(write(stored ?? {}, ["buyerReference", ""])).toBeUndefined();
});

test("starts again for another client", () => {
  const stored = { buyerFor: "Noor", buyer: { vatId: "NO1234567", address: { country: "NO" } } };
  expect(write(stored, ["buyer.address.country", "FR"])).toEqual({
    buyerFor: "Moreau",
    buyer: { address: { country: "FR" } },
  });
});

test("finds the choice for a line by its description", () => {
  const stored = writeLine({}, "Signs", { unit: "HUR" });
  expect(detailsFor(page, stored)).toEqual({ lines: [{ unit: "HUR" }] });
  expect(writeLine(stored, "Signs", { unit: "" })).toEqual({});
});
