import { expect, test } from "vitest";
import { madeBills } from "../../tests/support/made-bills.ts";
import { termOf } from "./terms.ts";

test.each([
  ["number", "BT-1"],
  ["seller.address.country", "BT-40"],
  ["buyer.address.country", "BT-55"],
  ["buyer.companyId.id", "BT-47"],
  ["buyerReference", "BT-10"],
  ["lines.12.net", "BT-131"],
  ["lines.0.charges.1.amount", "BT-141"],
  ["allowances.0.amount", "BT-92"],
  ["charges.0.amount", "BT-99"],
  ["totals.due", "BT-115"],
  ["payment.iban", "BT-84"],
  ["notes.0.text", "BT-22"],
  ["unknown.path", undefined],
])("%s is %s", (path, term) => {
  expect(termOf(path)).toBe(term);
});

test("every value of an invoice has a term, except what an identifier's number is", () => {
  const without = new Set<string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) walk(each, path ? `${path}.${key}` : key);
    else if (!termOf(path)) without.add(path.replace(/\d+/g, "0"));
  };
  for (const { bill } of madeBills()) walk(bill, "");
  expect([...without].filter((path) => !path.endsWith(".scheme"))).toEqual([]);
});
