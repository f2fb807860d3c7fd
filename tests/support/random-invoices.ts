import fc from "fast-check";
import type { TaxCategory } from "../../contract/bill.ts";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { fillIn } from "../../shared/filling/filling.ts";

/** Invoices as a person types them, for any invoice template; the same in every run. */
export type RandomInvoice = {
  currency: string;
  /** Of the whole invoice; a line may have its own. */
  rate: string;
  discount: string | undefined;
  /** Why lines without tax have none. */
  taxCase: TaxCategory;
  lines: { quantity: string; price: string; rate: string | undefined }[];
};

const RATES = ["19", "7", "20", "5.5", "21", "8.125", "8.1", "25", "0"];
const CASES = ["E", "Z", "AE", "K", "G", "O"] as const;

function decimals(least: number, most: number, places: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: 0, max: places }))
    .map(([whole, count]) => (whole / 10 ** count).toFixed(count));
}

const line = fc.record({
  quantity: fc.oneof(
    { weight: 4, arbitrary: decimals(1, 9_999, 3) },
    { weight: 1, arbitrary: fc.constant("1") },
  ),
  price: fc.oneof(
    { weight: 8, arbitrary: decimals(1, 999_999, 4) },
    // Something returned: never so much that the invoice is negative.
    { weight: 1, arbitrary: decimals(-99, -1, 2) },
  ),
  rate: fc.option(fc.constantFrom(...RATES), { nil: undefined, freq: 3 }),
});

const invoice: fc.Arbitrary<RandomInvoice> = fc
  .record({
    currency: fc.constantFrom("EUR", "EUR", "EUR", "CHF", "USD", "SEK", "JPY", "HUF"),
    rate: fc.constantFrom(...RATES),
    discount: fc.option(decimals(1, 2_999, 2), { nil: undefined, freq: 2 }),
    taxCase: fc.constantFrom(...CASES),
    hasOwnRates: fc.boolean(),
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  })
  .map(({ hasOwnRates, lines, ...rest }) => ({
    ...rest,
    lines: [{ quantity: "3", price: "4321.55", rate: undefined }, ...lines].map((each) =>
      hasOwnRates ? each : { ...each, rate: undefined },
    ),
  }));

export function randomInvoices(count: number, seed: number): RandomInvoice[] {
  return fc.sample(invoice, { numRuns: count, seed });
}

/** The values of a template. What it has no field for, such as a discount, isn't part of the invoice. */
export function valuesFor(fields: GroupField, { currency, rate, discount, lines }: RandomInvoice) {
  const texts: Record<string, string> = {
    "invoice.number": "2026-014",
    "invoice.issued": "2026-11-18",
    "invoice.due": "2026-12-18",
    "sender.name": "Feldmann",
    "recipient.name": "Moreau",
    "invoice.currency": currency,
    "invoice.tax_rate": rate,
    ...(discount ? { "invoice.discount": discount } : {}),
  };
  const rows = lines.map((each, index) => ({
    description: `Item ${index + 1}`,
    quantity: each.quantity,
    price: each.price,
    ...(each.rate ? { tax_rate: each.rate } : {}),
  }));
  return fillIn(
    fields,
    { texts, lists: { "invoice.lines": rows } },
    { matches: (pattern, text) => new RegExp(pattern, "u").test(text) },
  );
}
