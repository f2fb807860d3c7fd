import { describe, expect, test } from "vitest";
import { type Bill, type BillProfile, bill } from "../../contract/bill.ts";
import { madeBills } from "../../tests/support/made-bills.ts";
import { expectedSums } from "./amount-checks.ts";
import { checkBill, isIban } from "./checks.ts";
import { add, decimalOf, formatDecimal } from "./decimal.ts";

type Change = (bill: Bill) => void;

/** A whole invoice with one thing changed, and the problem that names it. */
const CHANGES: [made: string, change: Change, problem: string][] = [
  ["two rates", (bill) => delete bill.number, "BR-02 BT-1 number"],
  ["two rates", (bill) => delete bill.issued, "BR-03 BT-2 issued"],
  ["two rates", (bill) => delete bill.type, "BR-04 BT-3 type"],
  ["two rates", (bill) => delete bill.currency, "BR-05 BT-5 currency"],
  ["two rates", (bill) => delete bill.seller.name, "BR-06 BT-27 seller.name"],
  ["two rates", (bill) => delete bill.buyer.name, "BR-07 BT-44 buyer.name"],
  ["two rates", (bill) => delete bill.seller.address, "BR-09 BT-40 seller.address.country"],
  ["two rates", (bill) => delete bill.buyer.address, "BR-11 BT-55 buyer.address.country"],
  ["two rates", (bill) => delete bill.seller.vatId, "BR-CO-26 BT-31 seller.vatId"],
  [
    "two rates",
    (bill) => {
      bill.seller.vatId = "123456789";
    },
    "BR-CO-09 BT-31 seller.vatId",
  ],
  [
    "two rates",
    (bill) => {
      bill.buyer.electronicAddress = { id: "a@b.example" };
    },
    "BR-CL-25 BT-49 buyer.electronicAddress.scheme",
  ],
  [
    "two rates",
    (bill) => {
      delete bill.due;
      delete bill.terms;
    },
    "BR-CO-25 BT-9 due",
  ],
  [
    "two rates",
    (bill) => {
      bill.period = { from: "2026-11-02", to: "2026-11-01" };
    },
    "BR-29 BT-74 period.to",
  ],
  [
    "two rates",
    (bill) => {
      bill.preceding = [{}];
    },
    "BR-55 BT-25 preceding.0.number",
  ],
  [
    "two rates",
    (bill) => {
      bill.taxCurrency = "CHF";
    },
    "BR-53 BT-111 totals.taxInTaxCurrency",
  ],
  ["two rates", (bill) => delete bill.lines[0]?.name, "BR-25 BT-153 lines.0.name"],
  ["two rates", (bill) => delete bill.lines[0]?.unit, "BR-23 BT-130 lines.0.unit"],
  ["two rates", (bill) => delete bill.lines[0]?.category, "BR-CO-04 BT-151 lines.0.category"],
  [
    "two rates",
    (bill) => {
      bill.totals.gross = "1.00";
    },
    "BR-CO-15 BT-112 totals.gross",
  ],
  [
    "two rates",
    (bill) => {
      bill.totals.due = "1.00";
    },
    "BR-CO-16 BT-115 totals.due",
  ],
  [
    "two rates",
    (bill) => {
      bill.payment = { means: "58" };
    },
    "BR-61 BT-84 payment.iban",
  ],
  [
    "two rates",
    (bill) => {
      bill.payment = { means: "58", iban: "DE02120300000000202052" };
    },
    "BR-DE-19 BT-84 payment.iban",
  ],
  ["by direct debit", (bill) => delete bill.payment?.mandate, "PEPPOL-EN16931-R061 BT-89 payment.mandate"],
  ["E as 380", (bill) => delete bill.taxes[0]?.reason, "BR-E-10 BT-120 taxes.0.reason"],
  ["AE as 380", (bill) => delete bill.buyer.vatId, "BR-AE-02 BT-48 buyer.vatId"],
  ["K as 380", (bill) => delete bill.buyer.vatId, "BR-IC-02 BT-48 buyer.vatId"],
  ["K as 380", (bill) => delete bill.delivery, "BR-IC-11 BT-72 delivery.date"],
  [
    "O as 380",
    (bill) => {
      bill.seller.vatId = "DE123456789";
    },
    "BR-O-02 BT-31 seller.vatId",
  ],
  [
    "S as 384",
    (bill) => {
      bill.preceding = [];
    },
    "BR-DE-26 BT-25 preceding",
  ],
  ["XRechnung", (bill) => delete bill.buyerReference, "BR-DE-15 BT-10 buyerReference"],
  ["XRechnung", (bill) => delete bill.seller.contact, "BR-DE-6 BT-42 seller.contact.phone"],
  ["XRechnung", (bill) => delete bill.payment, "BR-DE-1 BT-81 payment.means"],
  ["XRechnung", (bill) => delete bill.buyer.address?.town, "BR-DE-8 BT-52 buyer.address.town"],
  [
    "France",
    (bill) => {
      bill.notes = [];
    },
    "BR-FR-05 BT-22 notes",
  ],
  ["France", (bill) => delete bill.process, "BR-FR-08 BT-23 process"],
  ["France", (bill) => delete bill.seller.companyId, "BR-FR-10 BT-30 seller.companyId"],
  [
    "France, credit note",
    (bill) => {
      bill.preceding = [];
    },
    "BR-FR-CO-04 BT-25 preceding",
  ],
  ["Peppol", (bill) => delete bill.buyerReference, "PEPPOL-EN16931-R003 BT-10 buyerReference"],
  [
    "Peppol",
    (bill) => delete bill.buyer.electronicAddress,
    "PEPPOL-EN16931-R010 BT-49 buyer.electronicAddress",
  ],
  ["Peppol", (bill) => void bill.notes.push({ text: "Another" }), "PEPPOL-EN16931-R002 BT-22 notes"],
];

const bills = madeBills();

function changed(name: string, change: Change): { bill: Bill; profile: BillProfile } {
  const made = bills.find((each) => each.name === name);
  if (!made) throw new Error(`no invoice is called ${name}`);
  const bill = structuredClone(made.bill);
  change(bill);
  return { bill, profile: made.profile };
}

test.each(CHANGES)("%s with %s: %s", (name, change, problem) => {
  const { bill, profile } = changed(name, change);
  const found = checkBill(bill, profile).map(({ rule, term, path }) => `${rule} ${term} ${path}`);
  expect(found).toContain(problem);
});

test("every problem is a sentence", () => {
  for (const [name, change] of CHANGES) {
    const { bill, profile } = changed(name, change);
    for (const { message } of checkBill(bill, profile)) expect(message).toMatch(/^.{10,200}\.$/);
  }
});

test("French tax rates may have zeros at the end", () => {
  const { bill } = changed("France", (each) => {
    for (const line of each.lines) line.rate = "20.00";
    for (const tax of each.taxes) tax.rate = "20.00";
  });
  expect(checkBill(bill, "france")).toEqual([]);
  for (const line of bill.lines) line.rate = "5.50";
  expect(checkBill(bill, "france").map(({ rule }) => rule)).not.toContain("BR-FR-16");
  for (const line of bill.lines) line.rate = "19";
  expect(checkBill(bill, "france").map(({ rule }) => rule)).toContain("BR-FR-16");
});

test("a received invoice in forints may have cents", () => {
  const { bill } = changed("in forints", (each) => {
    each.lines = each.lines
      .slice(0, 1)
      .map((line) => ({ ...line, quantity: "1", price: "10.50", net: "10.50" }));
    each.taxes = [{ category: "S", rate: "19", base: "10.50", amount: "2.00" }];
    each.totals = { lines: "10.50", net: "10.50", tax: "2.00", gross: "12.50", due: "12.50" };
  });
  expect(checkBill(bill, "en16931")).toEqual([]);
});

const found = (bill: Bill) => checkBill(bill, "en16931").map(({ rule, term }) => `${rule} ${term}`);
const tax = (bill: Bill) => {
  const [first] = bill.taxes;
  if (!first) throw new Error("no tax");
  return first;
};
const plus = (amount: string | undefined, more: string) =>
  formatDecimal(add(decimalOf(amount), decimalOf(more)));

test("a tax that is rounded in another way is no mistake in the totals", () => {
  const { bill } = changed("two rates", (each) => {
    tax(each).amount = plus(tax(each).amount, "0.01");
    for (const key of ["tax", "gross", "due"] as const) each.totals[key] = plus(each.totals[key], "0.01");
  });
  expect(found(bill)).toEqual([]);
  bill.totals.tax = plus(bill.totals.tax, "0.01");
  expect(found(bill)).toEqual(["BR-CO-14 BT-110"]);
});

/** Each mistake is named once, where it is. */
test.each<[string, Change, string[]]>([
  [
    "a tax that isn't its base times the rate",
    (bill) => {
      tax(bill).amount = plus(tax(bill).amount, "1");
      for (const key of ["tax", "gross", "due"] as const) bill.totals[key] = plus(bill.totals[key], "1");
    },
    ["BR-CO-17 BT-117"],
  ],
  [
    "a taxed amount that isn't the sum of its lines",
    (bill) => {
      tax(bill).base = plus(tax(bill).base, "1.01");
    },
    ["BR-S-08 BT-116"],
  ],
  [
    "a rate without its tax",
    (bill) => {
      bill.taxes.pop();
    },
    ["BR-S-01 BG-23", "BR-CO-14 BT-110", "BR-CO-15 BT-112", "BR-CO-16 BT-115"],
  ],
  [
    "the amount of a line, with totals that agree",
    (bill) => {
      for (const key of ["lines", "net", "gross", "due"] as const)
        bill.totals[key] = plus(bill.totals[key], "0.50");
      const [line] = bill.lines;
      if (line) line.net = plus(line.net, "0.50");
    },
    ["PEPPOL-EN16931-R120 BT-131"],
  ],
  [
    "the sum of the lines",
    (bill) => {
      bill.totals.lines = plus(bill.totals.lines, "0.01");
    },
    ["BR-CO-10 BT-106"],
  ],
])("names %s", (_, change, problems) => {
  expect(found(changed("two rates", change).bill)).toEqual(problems);
});

test("the amount of a line may differ by two cents", () => {
  const { bill } = changed("two rates", (each) => {
    const [line] = each.lines;
    if (line) line.net = plus(line.net, "0.02");
    for (const key of ["lines", "net", "gross", "due"] as const)
      each.totals[key] = plus(each.totals[key], "0.02");
  });
  expect(found(bill)).toEqual([]);
});

describe("a level of Factur-X without lines", () => {
  const [made] = bills;
  const { specification: _, lines: __, ...header } = structuredClone(made?.bill ?? ({} as never));
  const minimum = bill.parse({
    number: header.number,
    issued: header.issued,
    type: header.type,
    currency: header.currency,
    seller: { name: header.seller.name, vatId: header.seller.vatId, address: { country: "DE" } },
    buyer: { name: header.buyer.name },
    totals: { net: "100.00", tax: "19.00", gross: "119.00", due: "19.00" },
  });

  test("is checked for what it has", () => {
    expect(checkBill(minimum, "en16931", "MINIMUM")).toEqual([]);
    expect(expectedSums(minimum).totals.lines).toBeUndefined();
    expect(checkBill(bill.parse(header), "en16931", "BASIC WL")).toEqual([]);
    const rules = checkBill(minimum, "en16931").map(({ rule }) => rule);
    expect(rules).toEqual(["BR-CO-25", "BR-11", "BR-16"]);
  });

  test("has totals that agree", () => {
    const wrong = { ...minimum, totals: { ...minimum.totals, gross: "120.00" } };
    expect(checkBill(wrong, "en16931", "MINIMUM").map(({ rule }) => rule)).toEqual(["BR-CO-15"]);
    const unequal = bill.parse({ ...header, totals: { ...header.totals, due: "1.00" } });
    expect(checkBill(unequal, "en16931", "BASIC WL").map(({ rule }) => rule)).toEqual(["BR-CO-16"]);
  });
});

test("knows an IBAN with a typing error", () => {
  expect(isIban("DE02120300000000202051")).toBe(true);
  expect(isIban("DE20120300000000202051")).toBe(false);
  expect(isIban("1503 44 20917")).toBe(false);
});
