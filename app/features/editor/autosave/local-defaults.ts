import type { RenderTheme } from "../../../../contract/rendering/render.ts";
import {
  type InterfaceLanguage,
  PSEUDO_LANGUAGE,
  SOURCE_LANGUAGE,
} from "../../../../contract/site/interface-languages.ts";
import {
  type CURRENCIES,
  LANGUAGES,
  type Language,
  type Paper,
} from "../../../../contract/templates/theme.ts";

/** The defaults of a person's locale ("de-AT") for a new document; the template decides the rest. */
export type LocalDefaults = { currency?: Currency; language?: Language; paper?: Paper };
type Currency = (typeof CURRENCIES)[number];

const CURRENCY_REGIONS: Partial<Record<Currency, string>> = {
  EUR: "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK",
  USD: "US PR EC SV",
  GBP: "GB",
  CHF: "CH LI",
  NOK: "NO",
  SEK: "SE",
  DKK: "DK GL FO",
  PLN: "PL",
  CZK: "CZ",
  HUF: "HU",
  RON: "RO",
  ISK: "IS",
  TRY: "TR",
  UAH: "UA",
  CAD: "CA",
  AUD: "AU",
  NZD: "NZ",
  SGD: "SG",
  HKD: "HK",
  MXN: "MX",
  BRL: "BR",
  JPY: "JP",
  CNY: "CN",
  INR: "IN",
  KRW: "KR",
  ZAR: "ZA",
  ILS: "IL",
  AED: "AE",
};
const LETTER_REGIONS = new Set("US CA MX PR PH CL CO VE CR GT SV EC NI PA".split(" "));

/** The language is the page's if that isn't English, in the variant of the person's region: "de-CH" on a German page. */
export function localDefaults(tag: string, page: InterfaceLanguage = SOURCE_LANGUAGE): LocalDefaults {
  const local = regionalDefaults(tag);
  if (page === SOURCE_LANGUAGE || page === PSEUDO_LANGUAGE || local.language?.split("-")[0] === page)
    return local;
  return { ...local, language: page };
}

function regionalDefaults(tag: string): LocalDefaults {
  const locale = readLocale(tag);
  if (!locale) return {};
  const region = regionOf(locale);
  const currency = Object.entries(CURRENCY_REGIONS).find(([, regions]) =>
    regions.split(" ").includes(region),
  )?.[0] as Currency | undefined;
  const language = languageOf(locale);
  return {
    ...(currency ? { currency } : {}),
    ...(language ? { language } : {}),
    ...(region ? { paper: LETTER_REGIONS.has(region) ? "us-letter" : "a4" } : {}),
  };
}

/** What of it differs from what the template has anyway, as the choices of a new draft. */
export function localTheme(
  { language, paper }: LocalDefaults,
  papers: readonly Paper[] | undefined,
): RenderTheme {
  return {
    ...(language && language !== "en" ? { language } : {}),
    ...(paper && papers?.includes(paper) && papers[0] !== paper ? { paper } : {}),
  };
}

function readLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/** "de" is read as Germany; "en" alone is spoken in too many countries to be any. */
function regionOf(locale: Intl.Locale): string {
  return locale.region ?? (locale.language === "en" ? "" : (locale.maximize().region ?? ""));
}

function languageOf({ language, baseName }: Intl.Locale): Language | undefined {
  const plain = language === "no" || language === "nn" ? "nb" : language;
  return LANGUAGES.find((known) => known === baseName) ?? LANGUAGES.find((known) => known === plain);
}
