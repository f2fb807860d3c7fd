import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Bill, type BillProfile, bill, type TaxCategory } from "../../contract/bill.ts";
import { templateFile } from "../../contract/templates/template-file.ts";
import { checkBill } from "../../shared/bill/checks.ts";
import { CATEGORY_REASONS, PROFILES } from "../../shared/bill/codes.ts";
import { computeBill } from "../../shared/bill/computation.ts";
import { billOfDocument } from "../../shared/bill/document-bill.ts";

/** Sixty invoices over tax cases, types, countries, currencies, discounts and lengths, the same in every run. */
export type MadeBill = { name: string; profile: BillProfile; bill: Bill };

type Wanted = {
  name: string;
  profile?: BillProfile;
  type?: "380" | "381" | "384" | "386";
  category?: TaxCategory;
  rates?: string[];
  lines?: number;
  currency?: string;
  from?: string;
  to?: string;
  more?: Record<string, unknown>;
};

const VAT_IDS: Record<string, string> = {
  DE: "DE123456789",
  FR: "FR11123456782",
  BE: "BE0123456749",
  NL: "NL123456782B01",
  AT: "ATU12345675",
  PL: "PL1234567890",
  SE: "SE123456789001",
  IT: "IT12345670785",
  CH: "CHE123456788",
};
const PARTIES: Record<
  string,
  { name: string; street: string; postcode: string; town: string; address: [string, string] }
> = {
  DE: {
    name: "Feldmann & Söhne GmbH",
    street: "Lindenstraße 14",
    postcode: "10115",
    town: "Berlin",
    address: ["EM", "post@feldmann.example"],
  },
  FR: {
    name: "Atelier Moreau",
    street: "3 rue <des> Lilas",
    postcode: "69001",
    town: "Lyon",
    address: ["0225", "123456782"],
  },
  BE: {
    name: 'Drukkerij "De Leie"',
    street: "Korenlei 8",
    postcode: "9000",
    town: "Gent",
    address: ["0208", "0123456749"],
  },
  NL: {
    name: "Harbour Press",
    street: "Zoutkade 19",
    postcode: "1013",
    town: "Amsterdam",
    address: ["EM", "post@harbour.example"],
  },
  AT: {
    name: "Alpenblick",
    street: "Gasse 2",
    postcode: "6020",
    town: "Innsbruck",
    address: ["EM", "post@alpen.example"],
  },
  PL: {
    name: "Kowalski",
    street: "Długa 1",
    postcode: "00-001",
    town: "Warszawa",
    address: ["EM", "biuro@kowalski.example"],
  },
  SE: {
    name: "Sjöberg",
    street: "Hamngatan 5",
    postcode: "11147",
    town: "Stockholm",
    address: ["EM", "post@sjoberg.example"],
  },
  IT: {
    name: "Officina Conti",
    street: "Via Roma 4",
    postcode: "20121",
    town: "Milano",
    address: ["EM", "posta@conti.example"],
  },
  CH: {
    name: "Loaf AG",
    street: "Brotgasse 1",
    postcode: "3011",
    town: "Bern",
    address: ["EM", "post@loaf.example"],
  },
};

function partyIn(country: string) {
  const party = PARTIES[country];
  if (!party) throw new Error(`no party in ${country}`);
  return party;
}

const WANTED: Wanted[] = [
  ...(["DE", "BE", "NL", "AT", "PL", "SE", "IT"] as const).map((country) => ({
    name: `within ${country}`,
    from: country,
    to: country,
    lines: 1,
  })),
  ...(["S", "Z", "E", "AE", "K", "G", "O"] as const).flatMap((category) =>
    (["380", "381", "384", "386"] as const).map((type) => ({
      name: `${category} as ${type}`,
      category,
      type,
      from: "DE",
      to: category === "G" ? "CH" : "NL",
    })),
  ),
  { name: "two rates", rates: ["19", "7"], lines: 5 },
  {
    name: "three rates with a discount",
    rates: ["19", "7", "0"],
    lines: 7,
    more: { allowances: [{ percent: "7.5", reason: "Discount", reasonCode: "95" }] },
  },
  { name: "200 lines", lines: 200, rates: ["19", "7"] },
  {
    name: "200 lines with a discount",
    lines: 200,
    rates: ["19", "7"],
    more: { allowances: [{ percent: "3", reason: "Discount" }] },
  },
  { name: "a returned line", lines: 3, more: { returned: true } },
  {
    name: "a fixed discount and a charge",
    rates: ["19", "7"],
    lines: 4,
    more: {
      allowances: [{ amount: "10", reason: "Voucher" }],
      charges: [{ amount: "4.90", reason: "Delivery", reasonCode: "FC" }],
    },
  },
  { name: "discounts at lines", lines: 3, more: { lineAllowance: true } },
  { name: "paid in advance", more: { totals: { prepaid: "50" } } },
  { name: "rounded", more: { totals: { rounding: "0.02" } } },
  { name: "in francs", currency: "CHF", from: "CH", to: "DE", category: "G" },
  {
    name: "in crowns, with the tax in euros",
    currency: "SEK",
    from: "DE",
    to: "DE",
    more: { taxCurrency: "EUR", totals: { taxInTaxCurrency: "12.34" } },
  },
  { name: "in yen", currency: "JPY", from: "DE", to: "DE" },
  { name: "in forints", currency: "HUF", from: "DE", to: "DE" },
  {
    name: "by direct debit",
    more: {
      payment: {
        means: "59",
        mandate: "M-1",
        creditor: "DE98ZZZ09999999999",
        debited: "DE02120300000000202051",
      },
    },
  },
  { name: "by card", more: { payment: { means: "48", card: "1234" } } },
  { name: "XRechnung", profile: "xrechnung" },
  {
    name: "XRechnung, two rates and a discount",
    profile: "xrechnung",
    rates: ["19", "7"],
    lines: 6,
    more: { allowances: [{ percent: "10", reason: "Rabatt", reasonCode: "95" }] },
  },
  { name: "XRechnung, credit note", profile: "xrechnung", type: "381" },
  { name: "XRechnung, small business", profile: "xrechnung", category: "E" },
  { name: "France", profile: "france", from: "FR", to: "FR", rates: ["20"] },
  {
    name: "France, three rates",
    profile: "france",
    from: "FR",
    to: "FR",
    rates: ["20", "5.5", "10"],
    lines: 6,
  },
  { name: "France, credit note", profile: "france", from: "FR", to: "FR", rates: ["20"], type: "381" },
  { name: "France, small business", profile: "france", from: "FR", to: "FR", category: "E" },
  { name: "Peppol", profile: "peppol", from: "BE", to: "BE", rates: ["21"] },
  {
    name: "Peppol, credit note with two rates",
    profile: "peppol",
    from: "BE",
    to: "NL",
    rates: ["21", "6"],
    lines: 4,
    type: "381",
  },
];

const PRICES = ["85", "12.50", "0.035", "1440", "9.99", "33.3333", "0.85"];
const QUANTITIES = ["1", "3", "2.5", "120", "0.75"];
const UNITS = ["HUR", "H87", "C62", "KGM", "DAY"];

export function madeBills(): MadeBill[] {
  return WANTED.map((wanted, index) => make(wanted, index));
}

function make(wanted: Wanted, index: number): MadeBill {
  const { name, profile = "en16931", type = "380", category = "S", rates = ["19"], lines = 2 } = wanted;
  const { currency = "EUR", from = "DE", to = "DE", more = {} } = wanted;
  const { returned, lineAllowance, ...rest } = more;
  const outside = category === "O";
  const party = (country: string) => {
    const { address, street, postcode, town, name: partyName } = partyIn(country);
    return {
      name: partyName,
      address: { street, postcode, town, country },
      electronicAddress: { id: address[1], scheme: address[0] },
      ...(outside ? {} : { vatId: VAT_IDS[country] }),
    };
  };
  const seller = {
    ...party(from),
    ...(from === "FR" ? { companyId: { id: "123456782", scheme: "0002" } } : {}),
    ...(outside ? { companyId: { id: "HRB 55501" } } : {}),
    contact: { name: "Ada Feld", phone: "+49 30 5550 0162", email: "ada@feldmann.example" },
  };
  const value = bill.parse({
    ...PROFILES[profile],
    ...(profile === "france" ? { process: "S1" } : {}),
    number: `2026-${index + 1}`,
    issued: "2026-11-18",
    due: "2026-12-18",
    type,
    currency,
    buyerReference: "04011000-12345-34",
    project: "Spring & summer",
    terms: "Net 30 days",
    notes:
      profile === "france"
        ? [
            { code: "PMT", text: "Indemnité forfaitaire de recouvrement : 40 €" },
            { code: "PMD", text: "Pénalités de retard : trois fois le taux légal" },
            { code: "AAB", text: "Pas d’escompte" },
          ]
        : [{ text: "Thank you.\nAnd good luck <3" }],
    preceding: type === "381" || type === "384" ? [{ number: "2026-0", issued: "2026-10-01" }] : [],
    seller,
    buyer: party(to),
    delivery: { date: "2026-11-11", country: to },
    payment: {
      means: currency === "EUR" ? "58" : "30",
      iban: "DE02120300000000202051",
      reference: `R ${index}`,
    },
    lines: Array.from({ length: lines }, (_, place) => {
      const rate = category === "S" ? (rates[place % rates.length] ?? "19") : "0";
      return {
        id: String(place + 1),
        name: `Item ${place + 1} & more`,
        detail: place % 3 === 0 ? "In two parts" : undefined,
        quantity: QUANTITIES[(place + index) % QUANTITIES.length],
        unit: UNITS[place % UNITS.length],
        price: returned && place === 1 ? "-20" : PRICES[(place + index) % PRICES.length],
        category: category === "S" && rate === "0" ? "Z" : category,
        ...(outside ? {} : { rate }),
        allowances: lineAllowance ? [{ percent: "10", reason: "Discount" }] : [],
      };
    }),
    taxes:
      category === "E"
        ? [{ category, rate: "0", reason: "Exempt: small business" }]
        : category in CATEGORY_REASONS
          ? [{ category, ...(outside ? {} : { rate: "0" }), ...CATEGORY_REASONS[category] }]
          : [],
    ...rest,
  });
  const computed = computeBill(value);
  const problems = checkBill(computed, profile);
  if (problems.length > 0) throw new Error(`${name}: ${JSON.stringify(problems)}`);
  return { name, profile, bill: computed };
}

/** The samples of the library's invoices, with what an e-invoice needs beyond its page. */
export function sampleBills(): MadeBill[] {
  return globSync("library/invoices/*/*/template.json").map((path) => {
    const { fields, sample } = templateFile.parse(JSON.parse(readFileSync(path, "utf8")));
    const party = (country: string) => ({ address: { country }, vatId: VAT_IDS[country] });
    const details = {
      issued: "2026-11-18",
      due: "2026-12-18",
      seller: party("NL"),
      buyer: party("FR"),
      delivery: { date: "2026-11-11", country: "FR" },
      unit: "C62",
      taxCase: "E" as const,
      taxReason: "Exempt: small business",
    };
    const name = `sample of ${basename(dirname(path))}`;
    const { bill: made, problems } = billOfDocument(fields, sample, details, "en16931");
    if (problems.length > 0) throw new Error(`${name}: ${JSON.stringify(problems)}`);
    return { name, profile: "en16931", bill: made };
  });
}
