import type { Bill, BillLine, BillTax, DocumentAllowance, LineAllowance } from "../../contract/bill.ts";
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  formatDecimal,
  formatShort,
  isNegative,
  isZero,
  multiply,
  negate,
  parseDecimal,
  round,
  subtract,
  sum,
  ZERO,
} from "./decimal.ts";

/** The sums of an invoice as EN 16931 prescribes them, rounded as the kit rounds on the page. */

/** Decimals of currencies that don't have two; the same as in library/kit/money.typ. */
const CURRENCY_DECIMALS: Record<string, number> = {
  HUF: 0,
  ISK: 0,
  JPY: 0,
  KRW: 0,
  BHD: 3,
  JOD: 3,
  KWD: 3,
  OMR: 3,
  TND: 3,
};
const HUNDRED: Decimal = { units: 100n, scale: 0 };
const ONE: Decimal = { units: 1n, scale: 0 };
const MORE_DECIMALS = 10;

export function currencyDecimals(currency: string | undefined): number {
  return CURRENCY_DECIMALS[currency ?? ""] ?? 2;
}

/**
 * The same invoice with its line nets, its tax by category and rate, and its totals. A discount or charge on the whole invoice without
 * a tax category is split by rate (BR-32, BR-37), so that each part has the tax of what it reduces.
 */
export function computeBill(given: Bill, decimals = currencyDecimals(given.currency)): Bill {
  const money = (value: Decimal) => formatDecimal(round(value, decimals));
  const lines = given.lines.map((line) => computeLine(line, decimals));
  const lineTotal = sum(lines.map(({ net }) => decimalOf(net)));
  const groups = [...groupByRate(lines).values()];
  const split = (each: DocumentAllowance) => splitByRate(each, groups, lineTotal, decimals);
  const allowances = given.allowances.flatMap(split);
  const charges = given.charges.flatMap(split);
  const taxes = taxesOf({ lines, allowances, charges, taxes: given.taxes }, decimals);
  const allowanceTotal = sumOf(allowances);
  const chargeTotal = sumOf(charges);
  const net = add(lineTotal, negate(allowanceTotal), chargeTotal);
  const tax = sumOf(taxes);
  const gross = add(net, tax);
  const { prepaid, rounding, taxInTaxCurrency } = given.totals;
  const due = add(gross, negate(decimalOf(prepaid)), decimalOf(rounding));
  return {
    ...given,
    lines,
    allowances,
    charges,
    taxes,
    totals: {
      lines: money(lineTotal),
      ...(allowances.length > 0 ? { allowances: money(allowanceTotal) } : {}),
      ...(charges.length > 0 ? { charges: money(chargeTotal) } : {}),
      net: money(net),
      tax: money(tax),
      ...(taxInTaxCurrency === undefined ? {} : { taxInTaxCurrency }),
      gross: money(gross),
      ...(prepaid === undefined ? {} : { prepaid: money(decimalOf(prepaid)) }),
      ...(rounding === undefined ? {} : { rounding: money(decimalOf(rounding)) }),
      due: money(due),
    },
  };
}

export function sumOf(entries: readonly { amount?: string | undefined }[]): Decimal {
  return sum(entries.map(({ amount }) => decimalOf(amount)));
}

/** A price is never negative (BR-27), so the sign of one goes to the quantity. */
function computeLine(line: BillLine, decimals: number): BillLine {
  const price = decimalOf(line.price);
  const isReturned = isNegative(price);
  const quantity = isReturned ? negate(decimalOf(line.quantity ?? "1")) : decimalOf(line.quantity ?? "1");
  const unitPrice = isReturned ? negate(price) : price;
  const base = parseDecimal(line.priceBase) ?? ONE;
  const value = isZero(base)
    ? ZERO
    : divide(multiply(quantity, unitPrice), base, MORE_DECIMALS + quantity.scale + unitPrice.scale);
  const gross = round(value, decimals);
  const allowances = line.allowances.map((each) => computeAllowance(each, gross, decimals));
  const charges = line.charges.map((each) => computeAllowance(each, gross, decimals));
  const net = add(gross, negate(sumOf(allowances)), sumOf(charges));
  return {
    ...line,
    quantity: formatShort(quantity),
    price: formatShort(unitPrice),
    allowances,
    charges,
    net: formatDecimal(round(net, decimals)),
  };
}

/** The amount from base and percentage, unless it is given. */
function computeAllowance<Each extends LineAllowance>(each: Each, whole: Decimal, decimals: number): Each {
  const percent = parseDecimal(each.percent);
  if (each.amount !== undefined || !percent)
    return { ...each, amount: formatDecimal(round(decimalOf(each.amount), decimals)) };
  const base = each.base === undefined ? whole : decimalOf(each.base);
  return {
    ...each,
    base: formatDecimal(round(base, decimals)),
    amount: formatDecimal(percentOf(base, percent, decimals)),
  };
}

export function percentOf(base: Decimal, percent: Decimal, decimals: number): Decimal {
  return divide(multiply(base, percent), HUNDRED, decimals);
}

/**
 * Each tax rate takes its share of a discount or charge. The amounts of the parts add up to the whole, as it is on the page; the rate
 * with the largest net takes what rounding leaves over.
 */
function splitByRate(
  each: DocumentAllowance,
  groups: readonly RateGroup[],
  lineTotal: Decimal,
  decimals: number,
): DocumentAllowance[] {
  const whole = computeAllowance(each, lineTotal, decimals);
  if (each.category) return [whole];
  const [only] = groups;
  if (groups.length <= 1 || isZero(lineTotal))
    return [
      { ...whole, category: only?.category ?? "S", ...(only?.rate === undefined ? {} : { rate: only.rate }) },
    ];
  const amount = decimalOf(whole.amount);
  const parts = groups.map((group) => ({
    group,
    base: group.net,
    amount: divide(multiply(amount, group.net), lineTotal, decimals),
  }));
  const largest = parts.reduce((a, b) => (compare(b.base, a.base) > 0 ? b : a));
  largest.amount = add(largest.amount, subtract(amount, sum(parts.map((part) => part.amount))));
  // With a remainder added, an amount is no longer the stated percentage of its base, so neither is stated.
  const isExact = (part: (typeof parts)[number]) =>
    each.percent !== undefined &&
    compare(part.amount, percentOf(part.base, decimalOf(each.percent), decimals)) === 0;
  return parts.map((part) => {
    const { percent, base: _, ...rest } = whole;
    return {
      ...rest,
      ...(isExact(part) ? { percent, base: formatDecimal(round(part.base, decimals)) } : {}),
      amount: formatDecimal(round(part.amount, decimals)),
      category: part.group.category,
      ...(part.group.rate === undefined ? {} : { rate: part.group.rate }),
    };
  });
}

type RateGroup = { category: NonNullable<BillLine["category"]>; rate?: string | undefined; net: Decimal };

function groupByRate(lines: readonly BillLine[]): Map<string, RateGroup> {
  const groups = new Map<string, RateGroup>();
  for (const { category = "S", rate, net } of lines) {
    const key = rateKey(category, rate);
    const group = groups.get(key) ?? { category, rate, net: ZERO };
    groups.set(key, { ...group, net: add(group.net, decimalOf(net)) });
  }
  return groups;
}

/** 19 and 19.00 are one rate; outside the scope of tax there is none. */
export function rateKey(category: string, rate: string | undefined): string {
  return category === "O" ? category : `${category} ${formatShort(decimalOf(rate))}`;
}

/** One entry for each category and rate, from the sum of what it taxes; the tax is rounded once. */
export function taxesOf(
  { lines, allowances, charges, taxes }: Pick<Bill, "lines" | "allowances" | "charges" | "taxes">,
  decimals: number,
): BillTax[] {
  const groups = groupByRate(lines);
  const change = ({ category = "S", rate }: DocumentAllowance, amount: Decimal) => {
    const key = rateKey(category, rate);
    const group = groups.get(key) ?? { category, rate, net: ZERO };
    groups.set(key, { ...group, net: add(group.net, amount) });
  };
  for (const each of allowances) change(each, negate(decimalOf(each.amount)));
  for (const each of charges) change(each, decimalOf(each.amount));
  return [...groups.entries()].map(([key, { category, rate, net }]) => {
    const given = taxes.find((each) => rateKey(each.category ?? "S", each.rate) === key);
    return {
      category,
      ...(category === "O" ? {} : { rate: rate ?? "0" }),
      base: formatDecimal(round(net, decimals)),
      amount: formatDecimal(percentOf(net, category === "S" ? decimalOf(rate) : ZERO, decimals)),
      ...(given?.reason === undefined ? {} : { reason: given.reason }),
      ...(given?.reasonCode === undefined ? {} : { reasonCode: given.reasonCode }),
    };
  });
}
