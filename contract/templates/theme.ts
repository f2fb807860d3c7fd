import { z } from "zod";
import { LANGUAGES } from "./languages.ts";
import { FONT_PAIRINGS, type FontPairing } from "./looks.ts";

export { LANGUAGE_LABELS, LANGUAGES, type Language } from "./languages.ts";

/** What a person may change on every template. */

export const PAPERS = ["a4", "us-letter"] as const;
export type Paper = (typeof PAPERS)[number];

/** Keep in step with `currencies` in library/kit/money.typ. */
export const CURRENCIES = [
  "EUR",
  "USD",
  "GBP",
  "CHF",
  "NOK",
  "SEK",
  "DKK",
  "PLN",
  "CZK",
  "HUF",
  "RON",
  "ISK",
  "TRY",
  "UAH",
  "CAD",
  "AUD",
  "NZD",
  "SGD",
  "HKD",
  "MXN",
  "BRL",
  "JPY",
  "CNY",
  "INR",
  "KRW",
  "ZAR",
  "ILS",
  "AED",
  "BHD",
  "JOD",
  "KWD",
  "OMR",
  "TND",
] as const;

const accent = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'a colour is written "#1f4fd8"');

export const theme = z.strictObject({
  paper: z.enum(PAPERS),
  accent,
  fonts: z.enum(FONT_PAIRINGS),
  language: z.enum(LANGUAGES),
});
export type Theme = z.infer<typeof theme>;

/** The template's defaults overridden by the person's choices; the compiler always gets all four. */
export function resolveTheme(
  defaults: { accent: string; fonts?: FontPairing },
  papers: readonly Paper[] | undefined,
  chosen: Partial<Theme>,
): Theme {
  const offered = papers ?? PAPERS;
  return {
    paper: chosen.paper && offered.includes(chosen.paper) ? chosen.paper : (offered[0] ?? "a4"),
    accent: chosen.accent ?? defaults.accent,
    fonts: chosen.fonts ?? defaults.fonts ?? "original",
    language: chosen.language ?? "en",
  };
}
