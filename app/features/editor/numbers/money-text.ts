import type { Language } from "../../../../contract/templates/theme.ts";
import { isDecimal, writeDecimal } from "./decimal-text.ts";

/** Keep in step with `currencies` in library/kit/money.typ: the sign, and how many digits follow the mark. */
const CURRENCY_SIGNS: Record<string, readonly [sign: string, digits: number]> = {
  EUR: ["€", 2],
  USD: ["$", 2],
  GBP: ["£", 2],
  CHF: ["CHF", 2],
  NOK: ["kr", 2],
  SEK: ["kr", 2],
  DKK: ["kr.", 2],
  PLN: ["zł", 2],
  CZK: ["Kč", 2],
  HUF: ["Ft", 0],
  RON: ["lei", 2],
  ISK: ["kr", 0],
  TRY: ["TRY", 2],
  UAH: ["UAH", 2],
  CAD: ["CA$", 2],
  AUD: ["A$", 2],
  NZD: ["NZ$", 2],
  SGD: ["S$", 2],
  HKD: ["HK$", 2],
  MXN: ["MX$", 2],
  BRL: ["R$", 2],
  JPY: ["¥", 0],
  CNY: ["CN¥", 2],
  INR: ["INR", 2],
  KRW: ["KRW", 0],
  ZAR: ["R", 2],
  ILS: ["ILS", 2],
  AED: ["AED", 2],
  BHD: ["BHD", 3],
  JOD: ["JOD", 3],
  KWD: ["KWD", 3],
  OMR: ["OMR", 3],
  TND: ["TND", 3],
};

const NO_BREAK_SPACE = "\u00a0";
const ENDS_IN_LETTER = /[A-Za-z.]$/; // as in the kit: a sign of letters is separated by a space

/** "1.500,00 €", "£1,234.50", "kr 500.00": with the currency where the language places it. Without a currency, only the amount. */
export function writeMoney(decimal: string, language: Language, currency?: string): string {
  const [sign, digits] = CURRENCY_SIGNS[currency ?? ""] ?? [currency ?? "", 2];
  const amount = writeDecimal(decimal, language, digits);
  if (sign === "" || !isDecimal(decimal)) return amount;
  if (language === "en" || language === "en-US") {
    const [, minus = "", figure = ""] = /^(\u2212?)(.*)$/.exec(amount) ?? [];
    return `${minus}${sign}${ENDS_IN_LETTER.test(sign) ? NO_BREAK_SPACE : ""}${figure}`;
  }
  const comesFirst = language === "nl" || currency === "BRL" || currency === "CHF";
  return comesFirst ? `${sign}${NO_BREAK_SPACE}${amount}` : `${amount}${NO_BREAK_SPACE}${sign}`;
}
