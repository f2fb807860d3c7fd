import { describe, expect, test } from "vitest";
import { hasCheckDigit, swissBillOf } from "./swiss-bill.ts";

const page: Record<string, string> = {
  "invoice.number": "2026-014",
  "invoice.currency": "CHF",
  "invoice.payment": "CH44 3199 9123 0008 8901 2",
  "invoice.payment_reference": "21 00000 00003 13947 14300 09017",
  "sender.name": "Feldmann",
  "sender.address": "Lindenstrasse 14a\n3011 Bern",
  "recipient.name": "Moreau",
};
const billOf = (more: Record<string, string> = {}, total: string | undefined = "1234.5") =>
  swissBillOf((means) => ({ ...page, ...more })[means], total);
const problemsOf = (...asked: Parameters<typeof billOf>) =>
  billOf(...asked).problems.map(({ means, problem }) => `${means} ${problem.key}`);

test("prints accounts, references and amounts in groups", () => {
  expect(billOf().bill).toMatchObject({
    account: "CH44 3199 9123 0008 8901 2",
    reference: "21 00000 00003 13947 14300 09017",
    creditor: ["Feldmann", "Lindenstrasse 14a", "3011 Bern"],
    debtor: [],
    message: "2026-014",
    amount: "1 234.50",
  });
  const other = {
    "invoice.payment": "ch58 0079 1123 0008 8901 2",
    "invoice.payment_reference": "rf18 5390 0754 7034",
  };
  expect(billOf(other).bill?.reference).toBe("RF18 5390 0754 7034");
});

test("knows the check digit of QR references", () => {
  expect(hasCheckDigit("210000000003139471430009017")).toBe(true);
  for (const digit of "012345689") expect(hasCheckDigit(`21000000000313947143000901${digit}`)).toBe(false);
});

describe("takes addresses apart", () => {
  test.each([
    ["Aeulestrasse 5\n9490 Vaduz", ["Moreau", "Aeulestrasse 5", "9490 Vaduz"]],
    ["Postfach\n3000 Bern", ["Moreau", "3000 Bern"]],
    ["3 rue des Lilas\n69001 Lyon\nFrankreich", ["Moreau", "3 rue des Lilas", "FR-69001 Lyon"]],
    ["Lindenstraße 14\n10115 Berlin", []], // no country
    ["Bern", []],
    ["Οδός 5\n3011 Bern", []], // not Latin
  ])("%j", (address, printed) => {
    expect(billOf({ "recipient.address": address }).bill?.debtor).toEqual(printed);
  });
});

test("names what it can't use, where it is entered", () => {
  expect(problemsOf({ "sender.name": "Φέλντμαν" })).toEqual(["sender.name swiss_letters"]);
  expect(problemsOf({ "sender.address": "Bern" })).toEqual(["sender.address swiss_address"]);
  expect(problemsOf({ "invoice.currency": "USD" })).toEqual(["invoice.currency swiss_currency"]);
  expect(problemsOf({}, "-1")).toEqual(["invoice.lines[] swiss_amount"]);
  expect(problemsOf({ "invoice.payment": "", "sender.name": "" })).toEqual([
    "invoice.payment swiss_account_missing",
    "sender.name swiss_name_missing",
  ]);
  // While no line is typed there is no sum yet.
  expect(swissBillOf((means) => page[means], undefined)).toEqual({ problems: [] });
});
