import { z } from "zod";

/**
 * An invoice as data, with the business terms (BT) of EN 16931. Nearly everything is optional: an invoice may be half typed, or
 * received with parts missing. The checks in `shared/bill/checks.ts` say what is missing.
 */

/** Upper bounds of an invoice that was received; those a person fills in have the limits of their template. */
export const BILL_LIMITS = {
  xmlBytes: 10 * 1024 * 1024,
  xmlDepth: 40, // the deepest element of both formats is at 12
  xmlElements: 400_000, // 10,000 lines
  xmlAttributes: 100, // of one element
  lines: 10_000,
  // Each discount of the whole invoice is split over each rate.
  allowances: 200, // as many charges, and as many of both at each line
  rates: 100,
  entries: 1_000, // of any other list
  textLength: 10_000,
} as const;

/** Commercial invoice, credit note, corrected invoice, prepayment invoice (BT-3). */
export const BILL_TYPES = ["380", "381", "384", "386"] as const;
/** Standard rate, zero rate, exempt, reverse charge, intra-Community supply, export, outside the scope of tax (BT-151). */
export const TAX_CATEGORIES = ["S", "Z", "E", "AE", "K", "G", "O"] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];
/** Which rules an e-invoice follows. */
export const BILL_PROFILES = ["en16931", "xrechnung", "france", "peppol"] as const;
export type BillProfile = (typeof BILL_PROFILES)[number];
export const BILL_SYNTAXES = ["cii", "ubl"] as const;
export type BillSyntax = (typeof BILL_SYNTAXES)[number];

/** Shared by fields of the same length: each call of a schema's methods copies it, and the server loads this at its start. */
const trimmed = new Map<number, z.ZodOptional<z.ZodString>>();
const text = (term: string, maxLength: number = BILL_LIMITS.textLength) => {
  const schema = trimmed.get(maxLength) ?? z.string().trim().min(1).max(maxLength).optional();
  trimmed.set(maxLength, schema);
  return schema.describe(term);
};
const line = (term: string) => text(term, 300);
const anyDecimal = z
  .string()
  .regex(/^-?\d{1,18}(\.\d{1,10})?$/, "has to be a number such as 12.50")
  .optional();
const decimal = (term: string) => anyDecimal.describe(term);
const day = (term: string) => z.iso.date().optional().describe(term);
const country = (term: string) =>
  z
    .string()
    .regex(/^[A-Z]{2}$/, "has to be a country code of two capital letters, such as DE")
    .optional()
    .describe(term);
const identifier = (term: string, scheme: string) =>
  z
    .strictObject({ id: line(term), scheme: text(scheme, 20) })
    .optional()
    .describe(`${term}, with its scheme`);
const period = (from: string, to: string) => z.strictObject({ from: day(from), to: day(to) }).optional();

const address = z.strictObject({
  street: line("BT-35, BT-50"),
  extra: line("BT-36, BT-51"),
  third: line("BT-162, BT-163"),
  postcode: text("BT-38, BT-53", 40),
  town: line("BT-37, BT-52"),
  region: line("BT-39, BT-54"),
  country: country("BT-40, BT-55"),
});

const contact = z.strictObject({
  name: line("BT-41, BT-56"),
  phone: text("BT-42, BT-57", 60),
  email: line("BT-43, BT-58"),
});

export const billParty = z.strictObject({
  name: line("BT-27, BT-44: the legal name"),
  tradingName: line("BT-28, BT-45"),
  companyId: identifier("BT-30, BT-47: the number in a register, such as a SIREN", "scheme of ISO 6523"),
  vatId: text("BT-31, BT-48", 40),
  taxNumber: text("BT-32: the number of the local tax office", 60),
  legal: text("BT-33: legal form, managers, capital", 1000),
  electronicAddress: identifier(
    "BT-34, BT-49: where the invoice is sent to electronically",
    "EAS, such as EM for email",
  ),
  address: address.optional().describe("BG-5, BG-8"),
  contact: contact.optional().describe("BG-6, BG-9"),
});
export type BillParty = z.infer<typeof billParty>;

const category = (term: string) => z.enum(TAX_CATEGORIES).optional().describe(term);

const documentAllowance = z.strictObject({
  amount: decimal("BT-92, BT-99"),
  base: decimal("BT-93, BT-100"),
  percent: decimal("BT-94, BT-101"),
  category: category("BT-95, BT-102"),
  rate: decimal("BT-96, BT-103"),
  reason: line("BT-97, BT-104"),
  reasonCode: text("BT-98, BT-105", 10),
});
export type DocumentAllowance = z.infer<typeof documentAllowance>;

const lineAllowance = z.strictObject({
  amount: decimal("BT-136, BT-141"),
  base: decimal("BT-137, BT-142"),
  percent: decimal("BT-138, BT-143"),
  reason: line("BT-139, BT-144"),
  reasonCode: text("BT-140, BT-145", 10),
});
export type LineAllowance = z.infer<typeof lineAllowance>;

const billLine = z.strictObject({
  id: text("BT-126", 40),
  note: text("BT-127"),
  name: text("BT-153", 1000),
  detail: text("BT-154"),
  sellerItemId: line("BT-155"),
  quantity: decimal("BT-129"),
  unit: text("BT-130: a code of UN/ECE Recommendation 20 or 21", 10),
  price: decimal("BT-146: the net price of one unit, never negative"),
  priceBase: decimal("BT-149"),
  period: period("BT-134", "BT-135"),
  allowances: z.array(lineAllowance).default([]).describe("BG-27"),
  charges: z.array(lineAllowance).default([]).describe("BG-28"),
  category: category("BT-151"),
  rate: decimal("BT-152"),
  net: decimal("BT-131"),
});
export type BillLine = z.infer<typeof billLine>;

const tax = z.strictObject({
  category: category("BT-118"),
  rate: decimal("BT-119"),
  base: decimal("BT-116"),
  amount: decimal("BT-117"),
  reason: text("BT-120", 1000),
  reasonCode: text("BT-121", 40),
});
export type BillTax = z.infer<typeof tax>;

const totals = z.strictObject({
  lines: decimal("BT-106"),
  allowances: decimal("BT-107"),
  charges: decimal("BT-108"),
  net: decimal("BT-109"),
  tax: decimal("BT-110"),
  taxInTaxCurrency: decimal("BT-111"),
  gross: decimal("BT-112"),
  prepaid: decimal("BT-113"),
  rounding: decimal("BT-114"),
  due: decimal("BT-115"),
});
export type BillTotals = z.infer<typeof totals>;

const payment = z.strictObject({
  means: text("BT-81: a code of UNTDID 4461, such as 58 for a SEPA transfer", 3),
  reference: line("BT-83"),
  iban: text("BT-84: the account to pay to", 60),
  accountName: line("BT-85"),
  bic: text("BT-86", 20),
  card: text("BT-87: the last digits of the card", 40),
  mandate: text("BT-89", 60),
  creditor: text("BT-90", 60),
  debited: text("BT-91: the account that is debited", 60),
});

export const bill = z.strictObject({
  specification: text("BT-24", 200),
  process: text("BT-23", 200),
  number: line("BT-1"),
  issued: day("BT-2"),
  type: text("BT-3", 3),
  currency: text("BT-5", 3),
  taxCurrency: text("BT-6", 3),
  due: day("BT-9"),
  buyerReference: line("BT-10"),
  project: line("BT-11"),
  contract: line("BT-12"),
  order: line("BT-13"),
  terms: text("BT-20"),
  notes: z
    .array(z.strictObject({ code: text("BT-21", 10), text: text("BT-22") }))
    .default([])
    .describe("BG-1"),
  preceding: z
    .array(z.strictObject({ number: line("BT-25"), issued: day("BT-26") }))
    .default([])
    .describe("BG-3: the invoices that this one corrects"),
  seller: billParty,
  buyer: billParty,
  delivery: z
    .strictObject({ date: day("BT-72"), country: country("BT-80") })
    .optional()
    .describe("BG-13"),
  period: period("BT-73", "BT-74"),
  payment: payment.optional().describe("BG-16"),
  allowances: z.array(documentAllowance).default([]).describe("BG-20"),
  charges: z.array(documentAllowance).default([]).describe("BG-21"),
  taxes: z.array(tax).default([]).describe("BG-23"),
  totals: totals.default({}).describe("BG-22"),
  lines: z.array(billLine).max(BILL_LIMITS.lines).default([]).describe("BG-25"),
});
export type Bill = z.infer<typeof bill>;

/** What one of our checks found: in words, with the business term and where it is in the invoice or in the request. */
export type BillProblem = { rule: string; term: string; path: string; message: string };

/**
 * What an e-invoice needs beyond what its page shows: entered next to the page's values and stored with the document. A value here
 * replaces what would be taken from the page.
 */
export const invoiceDetails = z.strictObject({
  type: z.enum(BILL_TYPES).optional().describe("BT-3; 380, an invoice, if not given"),
  issued: day("BT-2"),
  due: day("BT-9"),
  process: text("BT-23", 200),
  buyerReference: line("BT-10: for public bodies in Germany the Leitweg-ID"),
  order: line("BT-13"),
  contract: line("BT-12"),
  seller: billParty.optional(),
  buyer: billParty.optional(),
  delivery: bill.shape.delivery,
  period: bill.shape.period,
  payment: bill.shape.payment,
  preceding: z
    .array(z.strictObject({ number: line("BT-25"), issued: day("BT-26") }))
    .max(20)
    .optional()
    .describe("BG-3: the invoices that this one corrects"),
  notes: z
    .array(z.strictObject({ code: text("BT-21", 10), text: text("BT-22") }))
    .max(20)
    .optional()
    .describe("BG-1: notes that an e-invoice needs besides the one on the page"),
  taxCase: category("BT-151: why no tax is charged, for lines without a tax rate"),
  taxReason: text("BT-120: the reason in words", 1000),
  taxReasonCode: text("BT-121: its VATEX code", 40),
  taxCurrency: text("BT-6", 3),
  taxInTaxCurrency: decimal("BT-111"),
  unit: text("BT-130: the unit of lines whose unit isn't typed or known, such as HUR", 10),
  lines: z
    .array(z.strictObject({ unit: text("BT-130", 10), taxCase: category("BT-151") }))
    .max(500)
    .optional()
    .describe("By the position of the line"),
});
export type InvoiceDetails = z.infer<typeof invoiceDetails>;

/** Of one row of a table: makes its PDF an e-invoice. */
export const rowBill = z.strictObject({
  profile: z.enum(BILL_PROFILES),
  invoice: invoiceDetails.optional(),
});
export type RowBill = z.infer<typeof rowBill>;
export const BILLS_MISMATCH = { path: ["bills"], message: "must have as many entries as there are rows" };

/**
 * Invoice details as they are stored with a document. Those of a party belong to the name that the page had then, and those of a line to
 * its description: after another client is typed, or rows are moved, they must not end up on the wrong one.
 */
export const documentInvoice = invoiceDetails.omit({ lines: true }).extend({
  profile: z.enum(BILL_PROFILES).optional().describe("Chosen by the person; by default it follows the buyer"),
  sellerFor: text("The name on the page that the seller's details are for", 1000),
  buyerFor: text("The name on the page that the buyer's details are for", 1000),
  lines: z
    .array(
      z.strictObject({
        for: text("BT-153: the description of the line", 1000),
        unit: text("BT-130", 10),
        taxCase: category("BT-151"),
      }),
    )
    .max(500)
    .optional(),
});
export type DocumentInvoice = z.infer<typeof documentInvoice>;
