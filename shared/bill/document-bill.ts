import type {
  Bill,
  BillLine,
  BillParty,
  BillProblem,
  BillProfile,
  InvoiceDetails,
  TaxCategory,
} from "../../contract/bill.ts";
import { meaningOf } from "../../contract/templates/field-meaning.ts";
import {
  type FieldSchema,
  type GroupField,
  isRecord,
  type ListField,
  type TextField,
} from "../../contract/templates/template-file.ts";
import { type Place, placesIn, readAt } from "../switching/field-pairs.ts";
import { checkBill, isIban } from "./checks.ts";
import { CATEGORY_REASONS, hasCountryPrefix, NO_UNIT, PROFILES, unitCode } from "./codes.ts";
import { computeBill, currencyDecimals } from "./computation.ts";
import { decimalOf, formatDecimal, isZero, round, sum } from "./decimal.ts";
import { writtenDay } from "./written-date.ts";

/** An invoice from the values of a page, read by their meanings, and the invoice details that are entered next to them. */

export type DocumentBill = { bill: Bill; problems: BillProblem[] };

export function billOfDocument(
  fields: GroupField,
  data: unknown,
  details: InvoiceDetails,
  profile: BillProfile,
): DocumentBill {
  const page = readFields(fields);
  const read = (means: string) => textOf(readAt(data, page.places.get(means)?.path ?? ""));
  const rows = page.list ? readAt(data, page.list.path) : [];
  const { seller, buyer } = partiesOf(read, details);
  const { process = PROFILES[profile].process } = details;
  const discount = read("invoice.discount");
  const note = read("invoice.note");
  const currency = read("invoice.currency");
  const lines = (Array.isArray(rows) ? rows : []).filter(isRecord);
  const bill = computeBill(
    clean({
      specification: PROFILES[profile].specification,
      process,
      number: read("invoice.number"),
      issued: details.issued ?? dayOf(read("invoice.issued")),
      type: details.type ?? typeOfPage(page),
      currency,
      taxCurrency: details.taxCurrency,
      due: details.due ?? dayOf(read("invoice.due")),
      buyerReference: details.buyerReference ?? read("recipient.reference"),
      project: oneLine(read("invoice.project")),
      contract: details.contract,
      order: details.order,
      terms: read("invoice.terms"),
      notes: [...(note ? [{ text: note }] : []), ...(details.notes ?? [])],
      preceding: precedingOf(read, details),
      seller,
      buyer,
      delivery: { date: deliveredOn(read, details), ...details.delivery },
      period: details.period,
      payment: paymentOf(read, details),
      allowances:
        discount && !isZero(decimalOf(discount))
          ? [{ percent: discount, reason: read("invoice.discount_label") ?? "Discount", reasonCode: "95" }]
          : [],
      charges: [],
      taxes: reasonsOf(details),
      totals: { taxInTaxCurrency: details.taxInTaxCurrency, prepaid: paidOn(page, data, currency) },
      lines: lines.map((row, index) => lineOf(row, index, page, read, details)),
    }),
  );
  const problems = checkBill(bill, profile).map((problem) => ({
    ...problem,
    path: requestPath(problem.path, page),
  }));
  return {
    bill,
    problems: [
      ...unsupportedAmounts(page, data),
      ...oncePerPlace([...unclearDelivery(read, bill), ...problems]),
    ],
  };
}

/** The day on the page, unless the details have one, or a period. */
function deliveredOn(
  read: (means: string) => string | undefined,
  { delivery, period }: InvoiceDetails,
): string | undefined {
  return delivery?.date ?? (period ? undefined : writtenDay(read("invoice.delivered") ?? ""));
}

/** A page may say in words when it was delivered, which the e-invoice mustn't leave out. */
function unclearDelivery(
  read: (means: string) => string | undefined,
  { delivery, period }: Bill,
): BillProblem[] {
  const written = oneLine(read("invoice.delivered"));
  if (!written || delivery?.date || period?.from || period?.to) return [];
  return [
    {
      rule: "delivered",
      term: "BT-72",
      path: "invoice.delivery.date",
      message: `The page says "${written}", which isn't a date. Enter the delivery date or period.`,
    },
  ];
}

/** The sum of the payments that the page takes off, each rounded as on the page; undefined if there are none. */
export function paidOn({ payments }: Page, data: unknown, currency: string | undefined): string | undefined {
  const rows = payments ? readAt(data, payments.list.path) : [];
  const amounts = (Array.isArray(rows) ? rows : [])
    .filter(isRecord)
    .flatMap((row) => textOf(row[payments?.amount ?? ""]) ?? []);
  const decimals = currencyDecimals(currency);
  return amounts.length > 0
    ? formatDecimal(sum(amounts.map((amount) => round(decimalOf(amount), decimals))))
    : undefined;
}

/** A page with a field for the invoice that it corrects is a credit note. */
const typeOfPage = ({ places }: Page) => (places.has("invoice.corrected") ? "381" : "380");

/** The invoice that a credit note corrects, as typed in the details or else on the page. */
function precedingOf(
  read: (means: string) => string | undefined,
  { preceding = [] }: InvoiceDetails,
): Bill["preceding"] {
  const [first, ...more] = preceding;
  const number = first?.number ?? oneLine(read("invoice.corrected"));
  const issued = first?.issued ?? dayOf(read("invoice.corrected_issued"));
  return number || issued ? [clean({ number, issued }), ...more] : more;
}

/** Many lines may lack what is entered once. */
function oncePerPlace(problems: BillProblem[]): BillProblem[] {
  return [...Map.groupBy(problems, ({ term, path }) => `${term} ${path}`).values()].flatMap(([first]) =>
    first ? [first] : [],
  );
}

export type Page = {
  /** The fields with one value, by their meaning. */
  places: Map<string, Place>;
  list: Place | undefined;
  /** Names of the row's fields, by their meaning. */
  rowFields: Map<string, string>;
  /** The row's choice of how it is taxed. */
  treatment: string | undefined;
  /** The unit that the label of the quantity says: Hours. */
  quantityUnit: string | undefined;
  /** What was paid already, with the name of the row's amount. */
  payments: { list: Place; amount: string } | undefined;
  /** Amounts that are no part of an invoice as we know it. */
  otherAmounts: Place[];
};

export function readFields(fields: GroupField): Page {
  const all = placesIn(fields);
  const places = new Map<string, Place>();
  for (const place of all)
    if (place.means && place.field.type !== "array" && !places.has(place.means))
      places.set(place.means, place);
  const list = all.find(({ field, means }) => field.type === "array" && means === "invoice.lines[]");
  const row = list ? rowOf(list.field as ListField) : {};
  const rowFields = new Map<string, string>();
  for (const [name, field] of Object.entries(row)) {
    const means = meaningOf(field);
    if (means) rowFields.set(means, name);
  }
  const quantity = row[rowFields.get("invoice.lines[].quantity") ?? ""];
  const payments = all.find(({ field, means }) => field.type === "array" && means === "invoice.payments[]");
  return {
    places,
    list,
    rowFields,
    treatment: Object.entries(row).find(([, field]) => isTreatment(field))?.[0],
    quantityUnit: quantity?.title ? unitCode(quantity.title) : undefined,
    payments: payments && { list: payments, amount: paymentField(payments.field as ListField) },
    otherAmounts: all.filter((place) => place !== list && !place.means && hasAmount(place.field)),
  };
}

function rowOf({ items }: ListField): Record<string, FieldSchema> {
  return items.type === "object" ? items.properties : {};
}

function paymentField(list: ListField): string {
  const fields = Object.entries(rowOf(list));
  return fields.find(([, field]) => meaningOf(field) === "invoice.payments[].amount")?.[0] ?? "";
}

function hasAmount(field: FieldSchema): boolean {
  if (field.type === "array") return Object.values(rowOf(field)).some(hasAmount);
  return field.type === "string" && field["x-widget"] === "money";
}

/** The values of a choice that says how a line is taxed; "rate" is the rate of the line. */
const TREATMENTS: Record<string, TaxCategory> = { reverse: "AE", intra: "K", export: "G", exempt: "E" };

function isTreatment(field: FieldSchema): field is TextField {
  const choices = field.type === "string" ? field.oneOf?.map(({ const: value }) => value) : undefined;
  return (
    choices?.includes("reverse") === true && choices.every((each) => each === "rate" || each in TREATMENTS)
  );
}

export function lineOf(
  row: Record<string, unknown>,
  index: number,
  page: Page,
  read: (means: string) => string | undefined,
  details: InvoiceDetails,
): BillLine {
  const own = (means: string) => textOf(row[page.rowFields.get(`invoice.lines[].${means}`) ?? ""]);
  const choices = details.lines?.[index];
  const treatment = TREATMENTS[(page.treatment && textOf(row[page.treatment])) || "rate"];
  const rate = treatment ? "0" : (own("tax_rate") ?? read("invoice.tax_rate") ?? "0");
  const category =
    treatment ?? choices?.taxCase ?? (isZero(decimalOf(rate)) ? details.taxCase : ("S" as const));
  const day = dayOf(own("date"));
  const typedUnit = own("unit");
  const unit =
    choices?.unit ??
    (typedUnit === undefined ? undefined : unitCode(typedUnit)) ??
    details.unit ??
    (typedUnit === undefined
      ? (page.quantityUnit ?? unitCode(read("invoice.unit") ?? "") ?? NO_UNIT)
      : undefined);
  return {
    id: String(index + 1),
    name: oneLine(own("description")),
    detail: own("detail"),
    quantity: own("quantity") ?? "1",
    unit,
    price: own("price") ?? "0",
    ...(day ? { period: { from: day, to: day } } : {}),
    allowances: [],
    charges: [],
    category,
    ...(category === "O" ? {} : { rate }),
  };
}

function partiesOf(read: (means: string) => string | undefined, details: InvoiceDetails) {
  const vatId = (typed: string | undefined) => {
    const compact = typed?.replace(/[\s.-]/g, "") ?? "";
    return /^[A-Z]{2}[A-Z\d]{5,14}$/.test(compact) && hasCountryPrefix(compact) ? compact : undefined;
  };
  const seller: BillParty = {
    name: oneLine(read("sender.legal_name") ?? read("sender.name")),
    vatId: vatId(read("sender.tax_id")),
    ...details.seller,
  };
  const shown = oneLine(read("sender.name"));
  if (shown && seller.name && shown !== seller.name) seller.tradingName ??= shown;
  const contact = {
    phone: oneLine(read("sender.phone")),
    email: read("sender.email"),
    ...details.seller?.contact,
  };
  if (contact.phone || contact.email || details.seller?.contact) seller.contact = contact;
  const buyer: BillParty = {
    name: oneLine(read("recipient.name")),
    vatId: vatId(read("recipient.tax_id")),
    ...details.buyer,
  };
  return { seller, buyer };
}

/** An account on the page is used if it is an IBAN, whatever else the field says. */
export function paymentOf(read: (means: string) => string | undefined, { payment = {} }: InvoiceDetails) {
  const typed = [read("sender.iban"), read("invoice.payment")]
    .filter((text) => text !== undefined)
    .join("\n");
  const iban = payment.iban?.replace(/\s/g, "") ?? findIban(typed);
  const reference = payment.reference ?? oneLine(read("invoice.payment_reference"));
  const means = payment.means ?? (iban ? (read("invoice.currency") === "EUR" ? "58" : "30") : undefined);
  if (!means) return undefined;
  const bic = payment.bic ?? (payment.iban ? undefined : read("sender.bic"))?.replace(/\s/g, "");
  return { ...payment, means, iban, reference, bic };
}

function findIban(text: string): string | undefined {
  for (const [start] of text.matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){10,30}/g)) {
    const compact = start.replace(/ /g, "");
    // Words that follow the account number may look like a part of it.
    for (let length = compact.length; length >= 15; length--)
      if (isIban(compact.slice(0, length))) return compact.slice(0, length);
  }
  return undefined;
}

/** The reason for each category: one that a person gave, or what the category itself says. */
function reasonsOf({ taxCase, taxReason, taxReasonCode }: InvoiceDetails): Bill["taxes"] {
  return (["E", "AE", "K", "G", "O"] as const).map((category) => {
    const isTheirs = category === (taxCase ?? "E");
    const own =
      isTheirs && (taxReason || taxReasonCode) ? { reason: taxReason, reasonCode: taxReasonCode } : undefined;
    return { category, ...(category === "O" ? {} : { rate: "0" }), ...(own ?? CATEGORY_REASONS[category]) };
  });
}

/** A page with partial amounts asks for another sum than its lines make. */
function unsupportedAmounts({ otherAmounts }: Page, data: unknown): BillProblem[] {
  return otherAmounts
    .filter(({ path, field }) => {
      const value = readAt(data, path);
      return field.type === "array" ? Array.isArray(value) && value.length > 0 : textOf(value) !== undefined;
    })
    .map(({ path, label }) => ({
      rule: "amounts",
      term: "BT-115",
      path: `data.${path}`,
      message: `"${label}" can't be part of an e-invoice. Leave it empty, or download the PDF without one.`,
    }));
}

/** Where a part of the invoice is entered, if the page has a field for it. */
const MEANINGS: Record<string, string> = {
  number: "invoice.number",
  issued: "invoice.issued",
  due: "invoice.due",
  preceding: "invoice.corrected",
  currency: "invoice.currency",
  "seller.name": "sender.name",
  "buyer.name": "recipient.name",
};
const LINE_MEANINGS: Record<string, string> = {
  name: "description",
  quantity: "quantity",
  price: "price",
  rate: "tax_rate",
};

function requestPath(path: string, page: Page): string {
  const place = page.places.get(MEANINGS[path] ?? "");
  if (place) return `data.${place.path}`;
  const [, index, key = ""] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (index !== undefined) {
    if (key === "category")
      return page.treatment ? `data.${page.list?.path}.${index}.${page.treatment}` : "invoice.taxCase";
    const field = page.rowFields.get(`invoice.lines[].${LINE_MEANINGS[key]}`);
    if (field) return `data.${page.list?.path}.${index}.${field}`;
    const whole = page.places.get("invoice.tax_rate");
    if (key === "rate" && whole) return `data.${whole.path}`;
  }
  if (path === "lines" && page.list) return `data.${page.list.path}`;
  if (/^taxes\.\d+\.reason$/.test(path)) return "invoice.taxReason";
  if (path === "totals.taxInTaxCurrency") return "invoice.taxInTaxCurrency";
  return `invoice.${path}`;
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text;
}

export function oneLine(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, " ");
}

function dayOf(text: string | undefined): string | undefined {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

/** Without keys that have no value, so that an invoice that is read again is the same. */
function clean<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((each) => clean(each)) as Value;
  if (!isGroup(value)) return value;
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => [key, clean(each)] as const)
    .filter(([key, each]) => !isGroup(each) || Object.keys(each).length > 0 || REQUIRED.has(key));
  return Object.fromEntries(entries) as Value;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !Array.isArray(value);
}

const REQUIRED = new Set(["seller", "buyer", "totals"]);
