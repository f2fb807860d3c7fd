import type { BillLine } from "../../contract/bill.ts";
import { type GroupField, isRecord } from "../../contract/templates/template-file.ts";
import { readAt } from "../switching/field-pairs.ts";
import { computeBill } from "./computation.ts";
import { decimalOf, formatDecimal, formatShort, subtract } from "./decimal.ts";
import { lineOf, oneLine, type Page, paidOn, paymentOf, readFields, textOf } from "./document-bill.ts";
import { drawCode, transferText } from "./payment-code.ts";
import { type SwissBill, type SwissProblem, swissBillOf } from "./swiss-bill.ts";

/** The sums of a page with priced lines, which the kit prints (`library/kit/sums.typ`). The e-invoice of the page has the same. */
export type PageSums = {
  /** The net of each priced line, by the path of its row: "items.0". */
  lines: Record<string, string>;
  subtotal: string;
  discount: string;
  /** One for each rate of tax, the highest first; lines that are not taxed come last. */
  taxes: { category: string; rate: string; base: string; amount: string }[];
  tax: string;
  total: string;
  /** The code of a transfer for banking apps, as SVG, if the page has an IBAN and asks for euros. */
  paymentCode?: string;
  /** The payment part of a Swiss QR-bill, if the person wants one and the page has what it needs. */
  swissBill?: SwissBill;
};

/** The switch of a template that has the payment part (`invoice.swiss-bill()` of the kit). */
const SWISS_BILL = "payment.qr_bill";

/**
 * The sums of the values that count: all of the sample while no line is typed, and only what is typed after that. `sample` is empty for
 * a finished page. Undefined for a template without priced lines.
 */
export function sumsOfPage(fields: GroupField, data: unknown, sample: unknown): PageSums | undefined {
  const page = readFields(fields);
  if (!page.list || !page.rowFields.has("invoice.lines[].price")) return undefined;
  const { path } = page.list;
  const own = rowsAt(data, path);
  const rows = own.some(isTyped) ? own : rowsAt(sample, path);
  const read = (means: string) => {
    const at = page.places.get(means)?.path ?? "";
    const typed = textOf(readAt(data, at));
    return typed ?? (rows === own && means !== "invoice.currency" ? undefined : textOf(readAt(sample, at)));
  };
  const priced = rows.flatMap((row, index) =>
    isRecord(row) && hasPrice(row, page)
      ? [{ key: `${path}.${index}`, line: lineOf(row, index, page, read, {}) }]
      : [],
  );
  const sums = sumsOfLines(priced, read("invoice.discount"), read("invoice.currency"));
  const due = dueOf(sums, paidOn(page, rows === own ? data : sample, read("invoice.currency")));
  const { iban, bic } = paymentOf(read, {}) ?? {};
  const transfer = transferText({
    name: oneLine(read("sender.legal_name") ?? read("sender.name")),
    iban,
    bic,
    amount: due,
    currency: read("invoice.currency"),
    reference: oneLine(read("invoice.payment_reference") ?? read("invoice.number")),
  });
  const swiss = rows === own ? swissBillOnPage(page, data, due)?.bill : undefined;
  return {
    ...sums,
    ...(transfer ? { paymentCode: drawCode(transfer) } : {}),
    ...(swiss ? { swissBill: swiss } : {}),
  };
}

/** What keeps the page from having the payment part that the person wants, with the path of the field. */
export function findSwissProblems(
  fields: GroupField,
  data: unknown,
): { path: string; label?: string; problem: SwissProblem["problem"] }[] {
  if (readAt(data, SWISS_BILL) !== true) return [];
  const page = readFields(fields);
  const { list } = page;
  if (!list) return [];
  const isPriced = rowsAt(data, list.path).some((row) => isRecord(row) && hasPrice(row, page));
  const sums = isPriced ? sumsOfPage(fields, data, {}) : undefined;
  const currency = textOf(readAt(data, page.places.get("invoice.currency")?.path ?? ""));
  const due = sums && dueOf(sums, paidOn(page, data, currency));
  const { problems = [] } = swissBillOnPage(page, data, due) ?? {};
  return problems.map(({ means, problem }) => {
    const { path, label } = means === "invoice.lines[]" ? list : (page.places.get(means) ?? {});
    return path && label ? { path, label, problem } : { path: SWISS_BILL, problem };
  });
}

/** From typed values only: an account of the sample must never be paid to. */
function swissBillOnPage(page: Page, data: unknown, total: string | undefined) {
  if (readAt(data, SWISS_BILL) !== true) return undefined;
  return swissBillOf((means) => textOf(readAt(data, page.places.get(means)?.path ?? "")), total);
}

/** What is asked for, less what was paid already. */
function dueOf({ total }: PageSums, paid: string | undefined): string {
  return formatDecimal(subtract(decimalOf(total), decimalOf(paid)));
}

function sumsOfLines(
  priced: { key: string; line: BillLine }[],
  discount: string | undefined,
  currency: string | undefined,
): PageSums {
  const bill = computeBill({
    lines: priced.map(({ line }) => line),
    currency,
    allowances: discount === undefined ? [] : [{ percent: discount }],
    charges: [],
    notes: [],
    preceding: [],
    taxes: [],
    totals: {},
    seller: {},
    buyer: {},
  });
  const { totals, taxes } = bill;
  return {
    lines: Object.fromEntries(priced.map(({ key }, index) => [key, bill.lines[index]?.net ?? "0"])),
    subtotal: totals.lines ?? "0",
    discount: totals.allowances ?? "0",
    taxes: taxes
      .map(({ category = "S", rate = "0", base = "0", amount = "0" }) => ({
        category,
        rate: formatShort(decimalOf(rate)),
        base,
        amount,
      }))
      .sort(
        (a, b) => Number(b.category === "S") - Number(a.category === "S") || Number(b.rate) - Number(a.rate),
      ),
    tax: totals.tax ?? "0",
    total: totals.gross ?? "0",
  };
}

function hasPrice(row: Record<string, unknown>, { rowFields }: Page): boolean {
  return textOf(row[rowFields.get("invoice.lines[].price") ?? ""]) !== undefined;
}

function rowsAt(values: unknown, path: string): unknown[] {
  const rows = readAt(values, path);
  return Array.isArray(rows) ? rows : [];
}

/** Whether there is anything in it: a row that was only added counts for nothing. */
function isTyped(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTyped);
  if (isRecord(value)) return Object.values(value).some(isTyped);
  return textOf(value) !== undefined || value === true;
}
