import type { Language } from "../../../../contract/templates/theme.ts";

/** Numbers as people type them and as documents show them. Values are decimals with a point ("1234.5") in every language. */

export type DecimalMark = "." | ",";

/** `lakhs` groups the last three digits, then pairs. */
type Writing = { decimal: DecimalMark; group: string; groupFrom: number; lakhs?: true };

const NO_BREAK_SPACE = "\u00a0";
const MINUS = "\u2212";
const ENGLISH: Writing = { decimal: ".", group: ",", groupFrom: 4 };
const POINTS: Writing = { decimal: ",", group: ".", groupFrom: 4 };
const GAPS: Writing = { decimal: ",", group: NO_BREAK_SPACE, groupFrom: 4 };

/** Keep in step with `number-marks` and `group-from` in library/kit/locale.typ. */
const WRITINGS: Record<Language, Writing> = {
  en: ENGLISH,
  "en-US": ENGLISH,
  de: POINTS,
  "de-CH": { decimal: ".", group: "\u2019", groupFrom: 4 },
  fr: GAPS,
  es: { ...POINTS, groupFrom: 5 },
  it: POINTS,
  nl: POINTS,
  pt: { ...POINTS, groupFrom: 5 },
  pl: { ...GAPS, groupFrom: 5 },
  sv: GAPS,
  nb: GAPS,
  da: POINTS,
  fi: GAPS,
  ar: ENGLISH,
  cs: GAPS,
  el: POINTS,
  he: ENGLISH,
  hi: { ...ENGLISH, lakhs: true },
  tr: POINTS,
  uk: GAPS,
};

export function decimalMark(language: Language): DecimalMark {
  return WRITINGS[language].decimal;
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** In a field: all digits without grouping, so that the text is unambiguous. */
export function writeTyped(decimal: string, language: Language): string {
  return isDecimal(decimal) ? decimal.replace(".", decimalMark(language)) : decimal;
}

const THOUSANDS = /\B(?=(\d{3})+$)/g;
const LAKHS = /\B(?=(\d{2})*\d{3}$)/g;

/** In a document: grouped, with at least `digits` decimals. */
export function writeDecimal(decimal: string, language: Language, digits = 0): string {
  if (!isDecimal(decimal)) return decimal;
  const { decimal: mark, group, groupFrom, lakhs } = WRITINGS[language];
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  const grouped = whole.length < groupFrom ? whole : whole.replace(lakhs ? LAKHS : THOUSANDS, group);
  const shown = fraction.replace(/0+$/, "").padEnd(digits, "0");
  return `${decimal.startsWith("-") ? MINUS : ""}${grouped}${shown && mark + shown}`;
}

/** `other` is a second possible reading: "1.500" is 1500 in one language and 1.5 in another. */
export type Reading = { decimal: string; other?: string };

const SPACES = /[\s'’_\u200e\u200f\u061c]/g; // \s includes no-break and thin spaces; Swiss grouping uses apostrophes; direction marks have no width
const SPACED = /\d[\s'’_]\d/;
const SIGN = "(?:\\p{L}{0,3}\\p{Sc}|%|\\p{L}{2,3}\\.?)"; // "NOK 12", "12 kr.", "CA$12", "25 %", but not "12k"
const AROUND = new RegExp(`^${SIGN}|(?<=[\\d.,])${SIGN}$`, "gu");

/** "(75.00)", an accountant's negative. */
const ACCOUNTED = /^\(([^()-]+)\)$/;

/**
 * Reads typed text as an exact decimal: "1 234,50" and "1,234.50" are both "1234.50". If a mark could be
 * decimal or grouping, `mark` decides, unless only one reading `fits`. Undefined if it isn't a number.
 */
export function readDecimal(
  typed: string,
  mark: DecimalMark,
  fits: (decimal: string) => boolean = () => true,
): Reading | undefined {
  const bare = latinDigits(typed)
    .replace(SPACES, "")
    .replace(AROUND, "")
    .replace(ACCOUNTED, (_, inside: string) => `-${inside.replace(AROUND, "")}`)
    .replace(/^−/, "-")
    .replace(/^\+/, "");
  const possible = readingsOf(bare, mark, SPACED.test(typed)).map(tidy).filter(isDecimal);
  const fitting = possible.filter(fits);
  const [decimal = possible[0], other] = fitting;
  if (decimal === undefined) return undefined;
  return other === undefined ? { decimal } : { decimal, other };
}

/** The zeros of Arabic, Persian and Devanagari digits. */
const ZEROS = [0x660, 0x6f0, 0x966];

/** "١٬٢٣٤٫٥" is "1,234.5". */
function latinDigits(typed: string): string {
  return typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
      const point = digit.codePointAt(0) ?? 0;
      return String(point - (ZEROS.findLast((zero) => zero <= point) ?? point));
    })
    .replaceAll("\u066b", ".")
    .replaceAll("\u066c", ",");
}

function tidy(text: string): string {
  return text
    .replace(/^(-?)\./, "$10.")
    .replace(/\.$/, "")
    .replace(/^(-?)0+(?=\d)/, "$1");
}

/** Most likely first. */
function readingsOf(text: string, mark: DecimalMark, isSpaced: boolean): string[] {
  const marks = [...text].filter(isMark);
  const last = marks.at(-1);
  if (last === undefined) return [text];
  if (marks.some((each) => each !== last)) {
    const at = text.lastIndexOf(last);
    const whole = text.slice(0, at);
    return isGrouped(whole, last === "," ? "." : ",") ? [`${join(whole)}.${text.slice(at + 1)}`] : [];
  }
  const groups = !isSpaced && isGrouped(text, last) ? [join(text)] : [];
  if (marks.length > 1) return groups;
  const decimal = text.replace(last, ".");
  return last === mark ? [decimal, ...groups] : [...groups, decimal];
}

function isMark(character: string): character is DecimalMark {
  return character === "." || character === ",";
}

function join(text: string): string {
  return text.replace(/[.,]/g, "");
}

function isGrouped(text: string, mark: DecimalMark): boolean {
  const [first = "", ...groups] = text.replace(/^-/, "").split(mark);
  if (/^[1-9]\d?$/.test(first) && isLakhs(groups)) return true;
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}

/** "12,34,567" */
function isLakhs(groups: string[]): boolean {
  return (
    groups.length > 1 &&
    groups.every((group, at) => group.length === (at < groups.length - 1 ? 2 : 3)) &&
    /^\d+$/.test(groups.join(""))
  );
}
