import type { BillProfile, TaxCategory } from "../../contract/bill.ts";

/** The code lists that EN 16931 names, as far as invoices made here use them. */

/** ISO 3166-1, with XI for Northern Ireland and 1A for Kosovo; EL is only a prefix of VAT numbers. */
export const COUNTRIES = new Set(
  "1A AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BL BJ BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XI YE YT ZA ZM ZW".split(
    " ",
  ),
);

/** Whether a VAT number begins with the code of a country (BR-CO-09). */
export function hasCountryPrefix(vatId: string): boolean {
  const prefix = vatId.slice(0, 2);
  return prefix === "EL" || COUNTRIES.has(prefix);
}

/** Electronic address schemes (EAS), and those in which programs most often expect a seller's or buyer's address. */
export const ADDRESS_SCHEMES = new Set(
  "AN AQ AS AU EM 0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 0221 0225 0230 0235 0240 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959".split(
    " ",
  ),
);

/** Codes of UN/ECE Recommendation 20 with the words that people write for them. */
const UNITS: Record<string, string[]> = {
  HUR: [
    "h",
    "hr",
    "hrs",
    "hour",
    "hours",
    "std",
    "stunde",
    "stunden",
    "heure",
    "heures",
    "uur",
    "ora",
    "ore",
    "hora",
    "horas",
    "timer",
    "timmar",
  ],
  DAY: [
    "d",
    "day",
    "days",
    "tag",
    "tage",
    "jour",
    "jours",
    "dag",
    "dagen",
    "dager",
    "dagar",
    "giorno",
    "giorni",
    "día",
    "días",
  ],
  WEE: ["week", "weeks", "woche", "wochen", "semaine", "semaines"],
  MON: ["month", "months", "monat", "monate", "mois", "maand", "maanden", "mese", "mesi", "mes", "meses"],
  ANN: ["year", "years", "jahr", "jahre", "an", "ans", "année"],
  MIN: ["min", "minute", "minutes", "minuten"],
  H87: ["pc", "pcs", "piece", "pieces", "stk", "stück", "pièce", "pièces", "stuk", "stuks", "pezzo", "pezzi"],
  KGM: ["kg", "kilo", "kilos", "kilogram"],
  GRM: ["g", "gram", "grams", "gramm"],
  TNE: ["t", "tonne", "tonnes", "tonnen"],
  MTR: ["m", "metre", "metres", "meter", "mètre", "mètres", "metri"],
  MTK: ["m2", "m²", "sqm", "qm"],
  MTQ: ["m3", "m³", "cbm"],
  KMT: ["km", "kilometre", "kilometres", "kilometer"],
  LTR: ["l", "litre", "litres", "liter"],
  KWH: ["kwh"],
  LS: ["flat", "lump sum", "pauschal", "pauschale", "forfait"],
};
/** "One", the unit of what is only counted. */
export const NO_UNIT = "C62";
const UNIT_OF_WORD = new Map(
  Object.entries(UNITS).flatMap(([code, words]) => words.map((word): [string, string] => [word, code])),
);

/** The code for a unit as it is typed: "hours" is HUR. Undefined for words we don't know. */
export function unitCode(typed: string): string | undefined {
  const word = typed.trim().toLowerCase().replace(/\.$/, "");
  return word === "" ? NO_UNIT : UNIT_OF_WORD.get(word);
}

/** The reasons that the category itself says; a person only gives one where tax law leaves a choice. */
export const CATEGORY_REASONS: Partial<Record<TaxCategory, { reason: string; reasonCode: string }>> = {
  AE: { reason: "Reverse charge", reasonCode: "VATEX-EU-AE" },
  K: { reason: "Intra-Community supply", reasonCode: "VATEX-EU-IC" },
  G: { reason: "Export outside the EU", reasonCode: "VATEX-EU-G" },
  O: { reason: "Not subject to VAT", reasonCode: "VATEX-EU-O" },
};

const PEPPOL_PROCESS = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
const EN_16931 = "urn:cen.eu:en16931:2017";
/** What an invoice says it follows (BT-24) and in which process (BT-23). */
export const PROFILES: Record<BillProfile, { specification: string; process?: string }> = {
  en16931: { specification: EN_16931 },
  xrechnung: {
    specification: `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    process: PEPPOL_PROCESS,
  },
  france: { specification: EN_16931 },
  peppol: {
    specification: `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: PEPPOL_PROCESS,
  },
};

/** How a French invoice says what it is for and how far it is paid (BT-23): goods, services or both. */
export const FRENCH_PROCESSES = new Set(
  "B1 S1 M1 B2 S2 M2 S3 B4 S4 M4 S5 S6 B7 S7 B8 S8 M8 B9 S9 M9".split(" "),
);

/** BT-3: the types of credit notes, which UBL writes as a CreditNote. */
export const CREDIT_NOTES: readonly string[] = ["381", "396", "81", "83", "532"];
