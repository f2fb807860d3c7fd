import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bill } from "../../contract/bill.ts";
import { findAttachedXml } from "../../shared/bill/attached-xml.ts";
import { readFields } from "../../shared/bill/document-bill.ts";
import { readBill, writeBill } from "../../shared/bill/xml/bill-xml.ts";
import { readAt } from "../../shared/switching/field-pairs.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { type RandomInvoice, randomInvoices, valuesFor } from "../support/random-invoices.ts";
import { invoices, openRenderSite, type RenderSite } from "../support/render-site.ts";

/** `npm test -- api --invoices 2000` (docs/testing.md). */
const COUNT = Number(process.env.INVOICES ?? 20);
const SEED = Number(process.env.INVOICE_SEED ?? 7);
const AT_ONCE = 2;
const SLOWEST_MS = 60_000; // of one invoice, on a machine with other work

let site: RenderSite;
beforeAll(async () => {
  site = await openRenderSite();
});
afterAll(() => site?.close());

const theme = { paper: "a4", language: "en" };

test(
  `page, XML and API agree on ${COUNT} random invoices`,
  () => compareAll(COUNT, SEED),
  COUNT * SLOWEST_MS,
);

test(
  "page, XML and API agree on 200 other random invoices",
  { tags: ["long"], timeout: 200 * SLOWEST_MS },
  () => compareAll(200, SEED + 1),
);

async function compareAll(count: number, seed: number) {
  const made = randomInvoices(count, seed);
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < made.length) {
        const index = next++;
        const random = made[index];
        if (random) await compare(random, index);
      }
    }),
  );
}

const TREATMENTS = ["reverse", "intra", "export", "exempt"];

/** What an e-invoice needs beyond its page. What isn't subject to tax excludes other cases, and VAT numbers. */
function detailsFor({ taxCase }: RandomInvoice, isTaxed: boolean, hasTreatments: boolean) {
  const own = hasTreatments || (taxCase === "O" && isTaxed) ? "E" : taxCase;
  const isOutside = own === "O";
  const address = { country: "DE" };
  return {
    seller: {
      address,
      name: "Feldmann",
      ...(isOutside ? { companyId: { id: "HRB 55501" } } : { vatId: "DE123456789" }),
    },
    buyer: { address: { country: "FR" }, name: "Moreau", ...(isOutside ? {} : { vatId: "FR11123456782" }) },
    delivery: { date: "2026-11-11", country: "FR" },
    unit: "C62",
    issued: "2026-11-18",
    due: "2026-12-18",
    taxCase: own,
    ...(own === "O" || own === "E" ? { taxReason: "Exempt" } : {}),
  };
}

async function compare(random: RandomInvoice, index: number) {
  const template = invoices[index % invoices.length];
  if (!template) throw new Error("there are no invoice templates");
  const data = valuesFor(template.fields, random);
  const page = readFields(template.fields);
  const rows = readAt(data, page.list?.path ?? "") as Record<string, string>[];
  const rateOf = (row: Record<string, string>) =>
    row[page.rowFields.get("invoice.lines[].tax_rate") ?? ""] ??
    readAt(data, page.places.get("invoice.tax_rate")?.path ?? "");
  // A template may ask at each line why there is no tax.
  if (page.treatment)
    for (const [place, row] of rows.entries())
      if (Number(rateOf(row) ?? 0) === 0)
        row[page.treatment] = TREATMENTS[(index + place) % TREATMENTS.length] ?? "exempt";
  const isTaxed = rows.some((row) => Number(rateOf(row) ?? 0) !== 0);
  const invoice = detailsFor(random, isTaxed, page.treatment !== undefined);
  const about = `${template.slug}, invoice ${index}: ${JSON.stringify(data)}`;
  const ask = async (format: string, more: object = {}) => {
    const answer = await site.render(
      format,
      { data, theme, invoice, profile: "en16931", ...more },
      template.slug,
    );
    if (!answer.ok) throw new Error(`${about}: ${await answer.text()}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const cii = await ask("xml");
  const bill = read(cii);
  // Both formats say the same, and what was read writes the same file again.
  expect(read(await ask("xml", { syntax: "ubl" })), about).toEqual(bill);
  for (const syntax of ["cii", "ubl"] as const) expect(read(writeBill(bill, syntax)), about).toEqual(bill);
  expect(Buffer.from(writeBill(bill, "cii")).equals(cii), about).toBe(true);

  checkSums(bill, template.fields, data, about);

  const pdf = await ask("pdf");
  const attached = findAttachedXml(pdf);
  expect(typeof attached === "string" ? attached : Buffer.from(attached).equals(cii), about).toBe(true);
  checkPage(textOfPdf(pdf), bill, template.slug, rows.some(rateOf), about);
}

/** No subtotal: it has its own way of adding up. */
const WITHOUT_SUBTOTAL = ["plank"];

/** Every amount is printed as often as the invoice has it, with its sign. */
function checkPage(text: string, bill: Bill, slug: string, hasRates: boolean, about: string) {
  const { totals, taxes, lines, allowances, currency } = bill;
  const discounts = allowances.length > 0 ? [`-${totals.allowances}`.replace("--", "")] : [];
  const hasSubtotal = (hasRates || discounts.length > 0) && !WITHOUT_SUBTOTAL.includes(slug);
  const shown = [
    ...lines.map(({ net }) => net),
    ...(hasSubtotal ? [totals.lines] : []),
    ...discounts,
    ...(hasRates ? taxes.map(({ amount }) => amount) : []),
    // With one rate, what is taxed is the subtotal less the discount, which are both there.
    ...(hasRates && taxes.length > 1 ? taxes.map(({ base }) => base) : []),
    totals.due,
  ].map((amount) => printed(amount, currency));
  const found = Map.groupBy(amountsIn(text), (amount) => amount);
  for (const [amount, times] of Map.groupBy(shown, (each) => each))
    expect(found.get(amount)?.length ?? 0, `${amount} in ${about}\n${text}`).toBeGreaterThanOrEqual(
      times.length,
    );
}

const CURRENCY_SIGN = /(?:€|US\$|\$|¥|CHF|kr|Ft)[ \u00a0]?/g;

/** The numbers of a page as whole words. */
function amountsIn(text: string): string[] {
  const words = text
    .replace(CURRENCY_SIGN, "")
    .matchAll(/(?<![\d.,])\u2212?\d+(?:,\d{3})*(?:\.\d+)?(?![.,]?\d)/g);
  return [...words].map(([word]) => word.replace("\u2212", "-"));
}

function read(xml: Uint8Array): Bill {
  const { bill, problems } = readBill(xml);
  expect(problems).toEqual([]);
  return bill;
}

const WITHOUT_CENTS = ["JPY", "HUF"];

function printed(amount = "", currency = ""): string {
  const [whole = "", cents = ""] = amount.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${WITHOUT_CENTS.includes(currency) ? "" : `.${cents}`}`;
}

/** The sums that EN 16931 asks for, computed from the typed values with integers alone. */
function checkSums(
  { lines, allowances, taxes, totals, currency = "" }: Bill,
  fields: (typeof invoices)[number]["fields"],
  data: object,
  about: string,
) {
  const places = WITHOUT_CENTS.includes(currency) ? 0 : 2;
  const page = readFields(fields);
  const rows = readAt(data, page.list?.path ?? "") as Record<string, string>[];
  const typed = (row: Record<string, string>, means: string) =>
    row[page.rowFields.get(`invoice.lines[].${means}`) ?? ""];
  const nets = rows.map((row) =>
    rounded([typed(row, "quantity") ?? "1", typed(row, "price") ?? "0"], places),
  );
  expect(
    lines.map(({ net }) => units(net, places)),
    about,
  ).toEqual(nets);
  const whole = sum(nets);
  const percent = readAt(data, page.places.get("invoice.discount")?.path ?? "");
  const discount =
    typeof percent === "string" ? rounded([plain(whole, places), percent, "0.01"], places) : 0n;
  expect(sum(allowances.map(({ amount }) => units(amount, places))), about).toBe(discount);
  for (const { category, rate, base, amount } of taxes) {
    const own = (each: { category?: string | undefined; rate?: string | undefined }) =>
      each.category === category && Number(each.rate ?? 0) === Number(rate ?? 0);
    const net = sum(lines.filter(own).map((line) => units(line.net, places)));
    const less = sum(allowances.filter(own).map((each) => units(each.amount, places)));
    expect(units(base, places), about).toBe(net - less);
    expect(units(amount, places), about).toBe(rounded([base ?? "0", rate ?? "0", "0.01"], places));
  }
  const tax = sum(taxes.map(({ amount }) => units(amount, places)));
  expect(
    [totals.lines, totals.net, totals.tax, totals.gross, totals.due].map((total) => units(total, places)),
    about,
  ).toEqual([whole, whole - discount, tax, whole - discount + tax, whole - discount + tax]);
}

function sum(values: bigint[]): bigint {
  return values.reduce((all, value) => all + value, 0n);
}

/** In the smallest coin. */
function units(amount: string | undefined, places: number): bigint {
  return rounded([amount ?? "0"], places);
}

function plain(value: bigint, places: number): string {
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, "0");
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The product, rounded half away from zero. */
function rounded(factors: string[], places: number): bigint {
  let product = 1n;
  let scale = 0;
  for (const factor of factors) {
    product *= BigInt(factor.replace(".", ""));
    scale += factor.split(".")[1]?.length ?? 0;
  }
  if (scale <= places) return product * 10n ** BigInt(places - scale);
  const divisor = 10n ** BigInt(scale - places);
  const size = product < 0n ? -product : product;
  const result = (size + divisor / 2n) / divisor;
  return product < 0n ? -result : result;
}
