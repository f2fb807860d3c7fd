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

const country = (code: string) => ({ address: { country: code } });
const invoice = {
  seller: { ...country("DE"), vatId: "DE123456789", name: "Feldmann" },
  buyer: { ...country("FR"), name: "Moreau" },
  unit: "C62",
  issued: "2026-11-18",
  due: "2026-12-18",
  taxCase: "E",
  taxReason: "Exempt",
};
const theme = { paper: "a4", language: "en" };

test(
  `page, XML and API agree on ${COUNT} random invoices`,
  async () => {
    const made = randomInvoices(COUNT, SEED);
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
  },
  COUNT * SLOWEST_MS,
);

async function compare(random: RandomInvoice, index: number) {
  const template = invoices[index % invoices.length];
  if (!template) throw new Error("there are no invoice templates");
  const data = valuesFor(template.fields, random);
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
  const text = textOfPdf(pdf).replace(/\s/g, "");
  const { totals, taxes, lines, currency } = bill;
  for (const amount of [totals.due, ...taxes.map((tax) => tax.amount), ...lines.map(({ net }) => net)])
    if (Number(amount) !== 0) expect(text, about).toContain(printed(amount, currency));
}

function read(xml: Uint8Array): Bill {
  const { bill, problems } = readBill(xml);
  expect(problems).toEqual([]);
  return bill;
}

const WITHOUT_CENTS = ["JPY", "HUF"];

function printed(amount = "", currency = ""): string {
  const [whole = "", cents = ""] = amount.replace("-", "").split(".");
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
  for (const { rate, base, amount } of taxes) {
    const own = (each: { rate?: string | undefined }) => Number(each.rate) === Number(rate);
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
