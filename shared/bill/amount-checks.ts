import type { Bill, BillTax, BillTotals, TaxCategory } from "../../contract/bill.ts";
import { computeBill, currencyDecimals, percentOf, rateKey, sumOf, taxesOf } from "./computation.ts";
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  formatDecimal,
  isZero,
  negate,
  parseDecimal,
  round,
  subtract,
  sum,
  ZERO,
} from "./decimal.ts";

/** Whether the amounts of an invoice agree, as the rules of EN 16931 ask. */

export type Report = (rule: string, term: string, path: string, message: string) => void;

/** How the rules name the categories. */
export const CATEGORY_RULES: Record<TaxCategory, string> = {
  S: "S",
  Z: "Z",
  E: "E",
  AE: "AE",
  K: "IC",
  G: "G",
  O: "O",
};

const SUMS = [
  ["lines", "BR-CO-10", "BT-106", "The sum of the lines"],
  ["allowances", "BR-CO-11", "BT-107", "The sum of the discounts"],
  ["charges", "BR-CO-12", "BT-108", "The sum of the charges"],
  ["net", "BR-CO-13", "BT-109", "The total without tax"],
  ["tax", "BR-CO-14", "BT-110", "The total tax"],
  ["gross", "BR-CO-15", "BT-112", "The total with tax"],
  ["due", "BR-CO-16", "BT-115", "The amount due"],
] as const;

/** The sums have to agree, with the tolerance of the rules where they have one, and amounts may have two decimals at most. */
export function checkAmounts(bill: Bill, report: Report) {
  if (currencyDecimals(bill.currency) > 2)
    report(
      "BR-DEC-09",
      "BT-5",
      "currency",
      `Amounts in ${bill.currency} have three decimals; an e-invoice allows two. Choose another currency for it.`,
    );
  const computed = computeBill(bill, decimalsOf(bill));
  for (const [index, line] of bill.lines.entries()) {
    const net = computed.lines[index]?.net;
    if (line.net !== undefined && differ(line.net, net, LINE_TOLERANCE))
      report(
        "PEPPOL-EN16931-R120",
        "BT-131",
        `lines.${index}.net`,
        `The amount of line ${index + 1} is ${line.net}, but its quantity and price make ${net}.`,
      );
  }
  const { taxes, totals } = expectedSums(bill);
  if (bill.lines.length > 0) checkTaxAmounts(bill, taxes, report);
  for (const [key, rule, term, what] of SUMS) {
    const stated = parseDecimal(bill.totals[key]);
    const right = totals[key];
    if (!stated && right !== undefined && !isZero(decimalOf(right)))
      report(rule, term, `totals.${key}`, `${what} is missing.`);
    else if (stated && compare(stated, decimalOf(right)) !== 0)
      report(
        rule,
        term,
        `totals.${key}`,
        `${what} is ${bill.totals[key]}, but the invoice adds up to ${right ?? "0"}.`,
      );
  }
}

/** EN 16931 has no rule for the amount of a line; Peppol has one with this tolerance. */
const LINE_TOLERANCE = parseDecimal("0.02");
/** By so much what is taxed, and its tax, may differ from what the lines make. */
const TAX_TOLERANCE = parseDecimal("0.99");

/** What is taxed at each rate, and the tax on it. */
function checkTaxAmounts(bill: Bill, expected: readonly BillTax[], report: Report) {
  const keyOf = ({ category = "S", rate }: BillTax) => rateKey(category, rate);
  const stated = new Set(bill.taxes.map(keyOf));
  for (const tax of expected)
    if (!stated.has(keyOf(tax)))
      report(
        `BR-${CATEGORY_RULES[tax.category ?? "S"]}-01`,
        "BG-23",
        "taxes",
        `The tax of category ${tax.category}${tax.rate === undefined ? "" : ` at ${tax.rate} %`} is missing.`,
      );
  const byKey = new Map(expected.map((tax) => [keyOf(tax), tax]));
  for (const [index, { category = "S", rate, base, amount, ...tax }] of bill.taxes.entries()) {
    const right = byKey.get(keyOf({ category, rate, ...tax }))?.base ?? "0";
    if (differ(base, right, category === "O" ? undefined : TAX_TOLERANCE))
      report(
        `BR-${CATEGORY_RULES[category]}-08`,
        "BT-116",
        `taxes.${index}.base`,
        `${base ?? "0"} is taxed at ${rate ?? "0"} %, but the lines add up to ${right}.`,
      );
    const due = formatDecimal(percentOf(decimalOf(base), category === "S" ? decimalOf(rate) : ZERO, 2));
    if (differ(amount, due, category === "S" ? TAX_TOLERANCE : undefined))
      report(
        "BR-CO-17",
        "BT-117",
        `taxes.${index}.amount`,
        `The tax on ${base ?? "0"} at ${rate ?? "0"} % is ${amount ?? "0"}, but should be ${due}.`,
      );
  }
}

function differ(stated: string | undefined, right: string | undefined, tolerance = ZERO): boolean {
  const { units, scale } = subtract(decimalOf(stated), decimalOf(right));
  return compare({ units: units < 0n ? -units : units, scale }, tolerance) > 0;
}

/**
 * What the stated amounts of the lines, of discounts and of taxes add up to. These amounts themselves may be rounded in another way than
 * ours, which is no mistake in the totals. Without lines, their stated sum counts.
 */
export function expectedSums(bill: Bill): { taxes: BillTax[]; totals: BillTotals } {
  const decimals = decimalsOf(bill);
  const money = (value: Decimal) => formatDecimal(round(value, decimals));
  const computed = computeBill(bill, decimals);
  const lines = computed.lines.map((line, index) => ({ ...line, net: bill.lines[index]?.net ?? line.net }));
  const { allowances, charges, totals } = computed;
  const taxes = taxesOf({ lines, allowances, charges, taxes: bill.taxes }, decimals);
  const hasLines = lines.length > 0;
  const lineTotal = hasLines
    ? sum(lines.map(({ net }) => decimalOf(net)))
    : decimalOf(bill.totals.lines ?? bill.totals.net);
  const net = add(lineTotal, negate(sumOf(allowances)), sumOf(charges));
  const hasTaxes = bill.taxes.some(({ amount }) => amount !== undefined);
  const tax = hasTaxes ? sumOf(bill.taxes) : hasLines ? sumOf(taxes) : decimalOf(bill.totals.tax);
  const gross = add(net, tax);
  const due = add(gross, negate(decimalOf(totals.prepaid)), decimalOf(totals.rounding));
  return {
    taxes,
    totals: {
      ...totals,
      lines: hasLines ? money(lineTotal) : bill.totals.lines,
      net: money(net),
      tax: money(tax),
      gross: money(gross),
      // The lowest level of Factur-X has no place for what is paid already.
      due: hasLines || hasTaxes ? money(due) : bill.totals.due,
    },
  };
}

/** Other programs write cents where the page has none, as in forints. */
function decimalsOf({ currency, lines, totals }: Bill): number {
  let most = currencyDecimals(currency);
  for (const amount of [...lines.map(({ net }) => net), ...Object.values(totals)])
    most = Math.max(most, Math.min(2, amount?.match(/\.(\d*[1-9])/)?.[1]?.length ?? 0));
  return most;
}
