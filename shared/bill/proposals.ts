import type { InvoiceDetails } from "../../contract/bill.ts";
import { COUNTRIES } from "./codes.ts";
import { type PageValues, readCompanyId } from "./document-invoice.ts";
import { dayInText, writtenDay } from "./written-date.ts";

/**
 * Invoice details proposed from what is on the page. They are guesses: a person confirms each before it is part of an invoice.
 */
export type Proposal = {
  path: string;
  value: string;
  from: "address" | "vat" | "email" | "page" | "recipient";
};

/** Proposals for what has no value yet. */
export function proposeDetails(page: PageValues, details: InvoiceDetails): Proposal[] {
  const proposals = [
    ...proposeParty("seller", "sender", page, details.seller?.address?.country),
    ...proposeParty("buyer", "recipient", page, details.buyer?.address?.country),
  ];
  const name = page.read("sender.name");
  if (name) proposals.push({ path: "seller.contact.name", value: name.replace(/\s+/g, " "), from: "page" });
  const delivered = page.read("invoice.delivered") ?? "";
  const day = writtenDay(delivered) || details.period ? undefined : dayInText(delivered);
  if (day) proposals.push({ path: "delivery.date", value: day, from: "page" });
  return proposals.filter(({ path }) => valueAt(details, path) === undefined);
}

function proposeParty(
  party: "seller" | "buyer",
  meaning: "sender" | "recipient",
  { read }: PageValues,
  givenCountry: string | undefined,
): Proposal[] {
  const found: Proposal[] = [];
  const add = (path: string, value: string | undefined, from: Proposal["from"]) => {
    if (value) found.push({ path: `${party}.${path}`, value, from });
  };
  const taxId = read(`${meaning}.tax_id`)?.replace(/[\s.-]/g, "");
  const vatCountry = countryOfVatId(taxId);
  const block = addressIn(read(`${meaning}.address`) ?? "");
  for (const part of ["street", "postcode", "town"] as const)
    add(`address.${part}`, read(`${meaning}.${part}`)?.split("\n")[0] ?? block[part], "address");
  const written = countryCode(read(`${meaning}.country`) ?? "") ?? block.country;
  add("address.country", written ?? vatCountry, written ? "address" : "vat");
  if (taxId && !vatCountry && party === "seller") add("taxNumber", read("sender.tax_id"), "page");
  const country = givenCountry ?? written ?? vatCountry;
  const company = read(`${meaning}.company_id`);
  if (company) add("companyId", readCompanyId(company, country)?.id, "page");
  else if (vatCountry === "FR" && /^FR[A-Z\d]{2}\d{9}$/.test(taxId ?? ""))
    add("companyId", taxId?.slice(4), "vat");
  const email = read(`${meaning}.email`);
  add("electronicAddress", email?.includes("@") ? email : undefined, "email");
  return found;
}

/** The country of a VAT number; Greece has a prefix of its own. */
export function countryOfVatId(vatId: string | undefined): string | undefined {
  if (!vatId || !/^[A-Z]{2}[A-Z\d]{5,14}$/.test(vatId)) return undefined;
  const prefix = vatId.slice(0, 2);
  if (prefix === "EL") return "GR";
  return COUNTRIES.has(prefix) ? prefix : undefined;
}

type Address = { street?: string; postcode?: string; town?: string; country?: string };

const PREFIXES: Record<string, string> = { D: "DE", F: "FR", A: "AT", B: "BE", I: "IT", L: "LU" };
const POSTCODE_FIRST =
  /^(?:([A-Z]{1,2})[-– ])?(\d{2}-\d{3}|\d{4}-\d{3}|\d{3} \d{2}|\d{4} ?[A-Z]{2}(?= )|\d{4,6})\s+(\D.*)$/;
const BRITISH = /^(.+?),?\s+([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/;
const AMERICAN = /^(.+?),\s+([A-Z]{2} \d{5}(?:-\d{4})?)$/;

/** Street, postcode, town and country of an address in lines, as far as they can be told apart. */
export function addressIn(text: string): Address {
  const whole = text
    .split(/\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const lines = whole.length === 1 ? (whole[0] ?? "").split(/,\s+(?![A-Z]{2} \d)/) : whole;
  const found: Address = {};
  const last = lines.at(-1) ?? "";
  const country = countryCode(last);
  if (country) {
    found.country = country;
    lines.pop();
  }
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? "";
    const [, prefix, postcode, town] = POSTCODE_FIRST.exec(line) ?? [];
    const [, otherTown, otherPostcode] =
      (postcode ? undefined : (BRITISH.exec(line) ?? AMERICAN.exec(line))) ?? [];
    if (!postcode && !otherPostcode) continue;
    found.postcode = postcode ?? otherPostcode ?? "";
    found.town = (town ?? otherTown ?? "").trim();
    const named = prefix && (PREFIXES[prefix] ?? (COUNTRIES.has(prefix) ? prefix : undefined));
    if (named) found.country ??= named;
    const before = lines[index - 1];
    // A line without a number may be a department or a second name.
    if (before && /\d/.test(before)) found.street = before;
    break;
  }
  return found;
}

const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl"];
const ALIASES: Record<string, string> = { usa: "US", uk: "GB", england: "GB", holland: "NL", schweiz: "CH" };
let codes: Map<string, string> | undefined;

/** The code of a country as it is written in an address: "Germany", "Deutschland", "DE". */
export function countryCode(written: string): string | undefined {
  const text = written.trim();
  if (/^[A-Z]{2}$/.test(text)) return COUNTRIES.has(text) ? text : undefined;
  if (text === "" || /\d/.test(text)) return undefined;
  codes ??= new Map(
    LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
      return [...COUNTRIES]
        .filter((code) => /^[A-Z]{2}$/.test(code))
        .map((code): [string, string] => [(names.of(code) ?? code).toLowerCase(), code]);
    }),
  );
  const word = text.toLowerCase();
  return codes.get(word) ?? ALIASES[word];
}

/** The value at "buyer.address.country"; an identifier counts by its number. */
export function valueAt(details: unknown, path: string): string | undefined {
  let value: unknown = details;
  for (const step of path.split("."))
    value =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : undefined;
  if (typeof value === "object" && value !== null && "id" in value) value = value.id;
  return typeof value === "string" && value !== "" ? value : undefined;
}
