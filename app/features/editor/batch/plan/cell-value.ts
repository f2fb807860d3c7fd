import type { FieldSchema } from "../../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../../contract/templates/theme.ts";
import { isNumeric, kindOf, type LeafField } from "../../form/field-kind.ts";
import { numberValue, readNumber as readTyped } from "../../form/number-field.ts";
import { type DecimalMark, isDecimal } from "../../numbers/decimal-text.ts";
import type { Cell } from "../table/table.ts";

/** How ambiguous numbers and dates of a column are read. */
export type ColumnReading = { mark: DecimalMark; dateOrder: DateOrder; language?: Language };
export type DateOrder = "day first" | "month first";

/** A cell's value for its field. Unreadable text is passed on, so that the server reports it. */
export function readCell(cell: Cell, schema: FieldSchema, reading: ColumnReading): unknown {
  if (typeof cell === "number") return readNumber(cell, schema, reading);
  const text = cell.trim();
  if (text === "") return undefined;
  if (schema.type === "array")
    return text
      .split(/\s*(?:\n|;)\s*/)
      .filter((line) => line !== "")
      .map((line) => readCell(line, schema.items, reading));
  if (schema.type === "boolean") return readSwitch(text);
  if (schema.type === "object") return text;
  const chosen = readChoice(text, schema);
  if (chosen !== undefined) return chosen;
  if (isNumeric(schema)) {
    const decimal = readTyped(text, reading.mark, schema)?.decimal;
    return decimal === undefined ? text : numberValue(decimal, schema);
  }
  return kindOf(schema) === "date" ? (readDate(text, reading.dateOrder, reading.language) ?? text) : text;
}

/** A number cell of a workbook is unambiguous. */
function readNumber(cell: number, schema: FieldSchema, reading: ColumnReading): unknown {
  const decimal = decimalOf(cell);
  const isNumber = schema.type !== "array" && schema.type !== "object" && isNumeric(schema);
  return isNumber ? numberValue(decimal, schema) : readCell(decimal, schema, reading);
}

/** Without the exponent that JavaScript uses for very large and very small numbers. */
function decimalOf(number: number): string {
  const plain = String(number);
  if (isDecimal(plain)) return plain;
  return number.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 15 });
}

function readChoice(text: string, schema: LeafField): string | number | undefined {
  const lowered = text.toLowerCase();
  if ("oneOf" in schema && schema.oneOf)
    return schema.oneOf.find(
      (choice) => String(choice.const).toLowerCase() === lowered || choice.title.toLowerCase() === lowered,
    )?.const;
  const offered: readonly (string | number)[] = ("enum" in schema && schema.enum) || [];
  return offered.find((choice) => String(choice).toLowerCase() === lowered);
}

const YES = new Set(["yes", "y", "true", "1", "x", "ja", "oui", "si", "sí"]);
const NO = new Set(["no", "n", "false", "0", "nein", "nej", "non"]);

function readSwitch(text: string): unknown {
  const word = text.toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : text;
}

/**
 * Reads "2026-11-15", "15.11.2026", "15/11/2026" and "15 Nov 2026" as an ISO date. `order` decides if both
 * numbers could be the day; month names are English or in `language`.
 */
export function readDate(text: string, order: DateOrder, language: Language = "en"): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return toDate(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (dotted) return toDate(dotted[3], dotted[2], dotted[1]);
  const [, first, second, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? [];
  if (!first) return readNamedMonth(text, language);
  const isDayFirst = Number(first) > 12 || (Number(second) <= 12 && order === "day first");
  return isDayFirst ? toDate(year, second, first) : toDate(year, first, second);
}

const FILLERS = new Set(["st", "nd", "rd", "th", "of", "de", "del", "di", "den", "er", "d"]);

/** "3 Nov 2026", "3. November 2026", "November 3rd, 2026", "3-Nov-26" */
function readNamedMonth(text: string, language: Language): string | undefined {
  const numbers = text.match(/\d+/g) ?? [];
  const [day = "", year = ""] = numbers;
  const names = plainWords(text).filter((word) => !FILLERS.has(word));
  const { months, weekdays } = dayNames(language);
  const named = names.flatMap((name) => months.get(name) ?? []);
  const isOnlyDate = names.every((name) => months.has(name) || weekdays.has(name));
  if (numbers.length !== 2 || named.length !== 1 || !isOnlyDate || !/^(?:\d{4}|\d{2})$/.test(year))
    return undefined;
  return toDate(year.length === 2 ? `20${year}` : year, String(named[0]), day);
}

const plainWords = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFC")
    .match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];

type DayNames = { months: Map<string, number>; weekdays: Set<string> };
const known = new Map<Language, DayNames>();

/** Names of months and weekdays, long and short, in English and another language. */
function dayNames(language: Language): DayNames {
  const found = known.get(language);
  if (found) return found;
  const months = new Map<string, number>();
  const weekdays = new Set<string>();
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, month + 1)));
  for (const each of [language, "en"])
    for (const width of ["long", "short"] as const) {
      // Some languages decline the month after a day.
      const formats = [{ month: width }, { month: width, day: "numeric", weekday: width }] as const;
      for (const options of formats)
        for (const day of days)
          for (const { type, value } of new Intl.DateTimeFormat(each, {
            ...options,
            timeZone: "UTC",
          }).formatToParts(day))
            for (const word of plainWords(value)) {
              if (type === "month" && !FILLERS.has(word) && !months.has(word))
                months.set(word, day.getUTCMonth() + 1);
              if (type === "weekday") weekdays.add(word);
            }
    }
  months.set("sept", 9);
  known.set(language, { months, weekdays });
  return { months, weekdays };
}

function toDate(year = "", month = "", day = ""): string | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : undefined;
}
