import { BILL_LIMITS, type Bill, type BillProblem, type BillSyntax, bill } from "../../../contract/bill.ts";
import { textFor } from "../../../contract/texts/text.ts";
import { CREDIT_NOTES } from "../codes.ts";
import { rateKey } from "../computation.ts";
import { type Binding, type Context, textAt, type Values } from "./bindings.ts";
import { CII, CII_ROOT } from "./cii.ts";
import { UBL, UBL_ROOTS } from "./ubl.ts";
import { parseXml, UnreadableXml, writeXml, type XmlElement } from "./xml.ts";

/** An invoice as XML and back. */

export function writeBill(invoice: Bill, syntax: BillSyntax): Uint8Array {
  const context = { currency: invoice.currency ?? "", taxCurrency: invoice.taxCurrency ?? "" };
  const [name, bindings] = formatOf(invoice, syntax);
  const children = bindings.flatMap((binding) => binding.write(invoice, context));
  // UBL's root element is in a namespace of its own, which programs expect as the default one.
  const defaultPrefix = syntax === "ubl" ? (name.split(":")[0] ?? "") : "";
  return writeXml({ name, attributes: {}, children, text: "" }, defaultPrefix);
}

function formatOf({ type }: Bill, syntax: BillSyntax): [string, Binding[]] {
  if (syntax === "cii") return [CII_ROOT, CII];
  const kind = CREDIT_NOTES.includes(type ?? "") ? "credit" : "invoice";
  return [UBL_ROOTS[kind], UBL[kind]];
}

export type ReadBill = { bill: Bill; syntax: BillSyntax; problems: BillProblem[] };

/** Throws UnreadableXml for what is no e-invoice. A value that isn't what its term allows is left out and named. */
export function readBill(bytes: Uint8Array): ReadBill {
  const root = parseXml(bytes);
  const { syntax, bindings } = recognise(root);
  const values: Values = {};
  const context = currenciesOf(root, syntax);
  for (const binding of bindings) binding.read(root, values, context);
  for (const party of ["seller", "buyer"]) values[party] ??= {};
  const problems: BillProblem[] = [];
  let parsed = bill.safeParse(values);
  // Each round leaves out what was refused, so that a mistake in one place doesn't hide the rest.
  for (let round = 0; !parsed.success && round < 2; round++) {
    for (const { path, message } of parsed.error.issues) {
      const place = path.map(String).join(".");
      problems.push({ rule: "format", term: "", path: place, message: `${place}: ${message}` });
      removeAt(values, path.map(String));
    }
    parsed = bill.safeParse(values);
  }
  if (!parsed.success) throw new UnreadableXml(textFor("bill_parts"));
  const { lines, allowances, charges } = parsed.data;
  const rates = new Set<string>();
  for (const each of [lines, allowances, charges])
    for (const { category = "S", rate } of each) rates.add(rateKey(category, rate));
  if (rates.size > BILL_LIMITS.rates)
    throw new UnreadableXml(textFor("bill_rates", { most: BILL_LIMITS.rates }));
  return { bill: parsed.data, syntax, problems };
}

function recognise(root: XmlElement): { syntax: BillSyntax; bindings: Binding[] } {
  if (root.name === CII_ROOT) return { syntax: "cii", bindings: CII };
  if (root.name === UBL_ROOTS.invoice) return { syntax: "ubl", bindings: UBL.invoice };
  if (root.name === UBL_ROOTS.credit) return { syntax: "ubl", bindings: UBL.credit };
  throw new UnreadableXml(textFor("bill_format"));
}

function currenciesOf(root: XmlElement, syntax: BillSyntax): Context {
  const settlement = ["rsm:SupplyChainTradeTransaction", "ram:ApplicableHeaderTradeSettlement"];
  const read = (cii: string, ubl: string) =>
    (syntax === "cii" ? textAt(root, ...settlement, cii) : textAt(root, ubl)) ?? "";
  return {
    currency: read("ram:InvoiceCurrencyCode", "cbc:DocumentCurrencyCode"),
    taxCurrency: read("ram:TaxCurrencyCode", "cbc:TaxCurrencyCode"),
  };
}

function removeAt(values: unknown, path: string[]): void {
  const [key, ...rest] = path;
  if (key === undefined || typeof values !== "object" || values === null) return;
  const holder = values as Values;
  if (rest.length > 0 && typeof holder[key] === "object") removeAt(holder[key], rest);
  else delete holder[key];
}
