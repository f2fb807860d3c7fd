import { expect, test } from "vitest";
import { type RandomInvoice, randomInvoices } from "../../tests/support/random-invoices.ts";

import { computeBill, currencyDecimals, percentOf } from "./computation.ts";
import { add, type Decimal, decimalOf, formatDecimal, multiply, round, subtract } from "./decimal.ts";

/**
 * Sums as templates computed them in Typst before `shared/bill` did: each line rounded, one discount, one rate for all of it. Both round
 * half away from zero.
 */
function earlierSums({ currency, discount = "0", rate, lines }: RandomInvoice) {
  const places = currencyDecimals(currency);
  const nets = lines.map(({ quantity, price }) =>
    round(multiply(decimalOf(quantity), decimalOf(price)), places),
  );
  const subtotal = add(...nets);
  const less = percentOf(subtotal, decimalOf(discount), places);
  const net = subtract(subtotal, less);
  const tax = percentOf(net, decimalOf(rate), places);
  return written({ lines: subtotal, allowances: less, net, tax, gross: add(net, tax) }, places);
}

function sumsNow({ currency, discount, rate, lines }: RandomInvoice) {
  const { totals } = computeBill({
    currency,
    lines: lines.map((line) => ({
      quantity: line.quantity,
      price: line.price,
      rate: line.rate ?? rate,
      category: "S",
      allowances: [],
      charges: [],
    })),
    allowances: discount ? [{ percent: discount }] : [],
    charges: [],
    notes: [],
    preceding: [],
    taxes: [],
    totals: {},
    seller: {},
    buyer: {},
  });
  const { lines: subtotal, allowances, net, tax, gross } = totals;
  const sums = { lines: subtotal, allowances, net, tax, gross };
  const exact = Object.fromEntries(Object.entries(sums).map(([key, text]) => [key, decimalOf(text)]));
  return written(exact, currencyDecimals(currency));
}

function written(sums: Record<string, Decimal>, places: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sums).map(([key, value]) => [key, formatDecimal(round(value, places))]),
  );
}

test("differs from the earlier sums of 1,000 invoices only in the tax of several rates", () => {
  const counts = { "one rate": 0, "several rates": 0 };
  const differences: Record<string, number> = {};
  for (const invoice of randomInvoices(1000, 40)) {
    const rates = new Set(invoice.lines.map(({ rate }) => Number(rate ?? invoice.rate)));
    const kind = rates.size > 1 ? "several rates" : "one rate";
    counts[kind] += 1;
    const [before, after] = [earlierSums(invoice), sumsNow(invoice)];
    for (const key of Object.keys(after))
      if (before[key] !== after[key]) {
        const what = `${kind}${invoice.discount ? ", discount" : ""}: ${key}`;
        differences[what] = (differences[what] ?? 0) + 1;
      }
  }
  // The table in docs/e-invoices.md.
  expect({ counts, differences }).toEqual({
    counts: { "one rate": 518, "several rates": 482 },
    differences: {
      "several rates: tax": 251,
      "several rates: gross": 251,
      "several rates, discount: tax": 230,
      "several rates, discount: gross": 230,
    },
  });
});
