import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BILL_LIMITS, type Bill, bill } from "../../contract/bill.ts";
import { computeBill, currencyDecimals, rateKey } from "./computation.ts";
import {
  add,
  compare,
  decimalOf,
  sum as decimalSum,
  formatDecimal,
  multiply,
  round,
  subtract,
} from "./decimal.ts";

const digits = (most: number, decimals: number) =>
  fc
    .tuple(fc.integer({ min: -(10 ** most), max: 10 ** most }), fc.integer({ min: 0, max: decimals }))
    .map(([units, scale]) => formatDecimal({ units: BigInt(units), scale }));

const invoices = fc
  .record({
    currency: fc.constantFrom("EUR", "JPY", "CHF", "HUF"),
    discount: fc.option(fc.integer({ min: 1, max: 9999 }), { nil: undefined }),
    lines: fc.array(
      fc.record({
        quantity: digits(6, 4),
        price: digits(7, 4),
        rate: fc.constantFrom("19", "7", "5.5", "0", "8.125"),
      }),
      { minLength: 1, maxLength: 30 },
    ),
  })
  .map(({ currency, discount, lines }) =>
    bill.parse({
      currency,
      seller: {},
      buyer: {},
      lines: lines.map((line) => ({ ...line, category: line.rate === "0" ? "Z" : "S" })),
      allowances:
        discount === undefined
          ? []
          : [{ percent: formatDecimal({ units: BigInt(discount), scale: 2 }), reason: "Discount" }],
    }),
  );

const sum = (values: (string | undefined)[]) => add(...values.map(decimalOf));
const same = (a: string | undefined, b: ReturnType<typeof decimalOf>) => compare(decimalOf(a), b) === 0;

test("all sums of 2,000 random invoices agree", () => {
  fc.assert(
    fc.property(invoices, (given) => {
      const made = computeBill(given);
      const { totals } = made;
      const allowances = sum(made.allowances.map(({ amount }) => amount));
      expect(same(totals.lines, sum(made.lines.map(({ net }) => net)))).toBe(true);
      expect(same(totals.net, subtract(decimalOf(totals.lines), allowances))).toBe(true);
      expect(same(totals.tax, sum(made.taxes.map(({ amount }) => amount)))).toBe(true);
      expect(same(totals.gross, add(decimalOf(totals.net), decimalOf(totals.tax)))).toBe(true);
      expect(same(totals.net, sum(made.taxes.map(({ base }) => base)))).toBe(true);
      expect(made.lines.every(({ price }) => !price?.startsWith("-"))).toBe(true);
      // Computing again changes nothing.
      expect(computeBill(made)).toEqual(made);
    }),
    { numRuns: 2000 },
  );
});

test("a discount is split by rate and adds up to the discount on the page", () => {
  fc.assert(
    fc.property(invoices, (given) => {
      const [discount] = given.allowances;
      if (!discount) return;
      const decimals = currencyDecimals(given.currency);
      const made = computeBill(given);
      const percent = decimalOf(discount.percent);
      const whole = round(
        {
          ...multiply(decimalOf(made.totals.lines), percent),
          scale: multiply(decimalOf(made.totals.lines), percent).scale + 2,
        },
        decimals,
      );
      expect(same(made.totals.allowances, whole)).toBe(true);
      const keys = made.allowances.map(({ category = "S", rate }) => rateKey(category, rate));
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});

const invoice = (given: Partial<Bill>) =>
  computeBill(bill.parse({ currency: "EUR", seller: {}, buyer: {}, ...given }));
const line = (quantity: string, price: string, rate = "19") => ({ quantity, price, rate, category: "S" });

test("splits as many discounts over as many rates as a received invoice may have", () => {
  const { allowances, rates } = BILL_LIMITS;
  const { totals, ...made } = invoice({
    lines: Array.from({ length: rates }, (_, index) => line("1", "100", `${index + 1}`)),
    allowances: Array.from({ length: allowances }, () => ({ amount: "1.01" })),
  } as never);
  expect(made.allowances).toHaveLength(allowances * rates);
  expect(totals).toMatchObject({ lines: "10000.00", allowances: "202.00", net: "9798.00" });
});

test("adds up more values than a function can take as arguments", () => {
  const values = Array.from({ length: 200_000 }, () => decimalOf("0.05"));
  expect(formatDecimal(decimalSum(values))).toBe("10000.00");
});

test("rounds each line and each tax once, half away from zero", () => {
  const { lines, taxes, totals } = invoice({
    lines: [line("3", "33.335"), line("1", "0.005"), line("1", "-0.005")],
  } as never);
  expect(lines.map(({ net }) => net)).toEqual(["100.01", "0.01", "-0.01"]);
  expect(taxes).toEqual([{ category: "S", rate: "19", base: "100.01", amount: "19.00" }]);
  expect(totals).toEqual({ lines: "100.01", net: "100.01", tax: "19.00", gross: "119.01", due: "119.01" });
});

test("moves the sign of a negative price to the quantity", () => {
  const { lines } = invoice({ lines: [line("2", "-5")] } as never);
  expect(lines[0]).toMatchObject({ quantity: "-2", price: "5", net: "-10.00" });
});

test("subtracts what is paid and adds the rounding", () => {
  const { totals } = invoice({
    lines: [line("1", "100")],
    totals: { prepaid: "50", rounding: "-0.03" },
  } as never);
  expect(totals).toMatchObject({ gross: "119.00", prepaid: "50.00", rounding: "-0.03", due: "68.97" });
});

test("currencies have as many decimals as on the page", () => {
  const kit = readFileSync(new URL("../../library/kit/money.typ", import.meta.url), "utf8");
  const found = [...kit.matchAll(/\b([A-Z]{3}): \("[^"]+", (\d)\)/g)];
  expect(found.length).toBeGreaterThan(30);
  for (const [, currency, decimals] of found)
    expect(currencyDecimals(currency), currency).toBe(Number(decimals));
});
