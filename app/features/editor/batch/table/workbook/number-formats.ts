import type { Cell } from "../table.ts";
import { attributeOf, tagsOf } from "./xml-tags.ts";

/** The meaning of a number cell: dates and times are numbers that only their format distinguishes. */
export type NumberFormat =
  | { kind: "number" | "date" | "time" | "percent" }
  | { kind: "padded"; digits: number };

/** Built-in formats that have a number but no code: dates, then times. */
const BUILT_IN_DATES = [
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
];
const BUILT_IN_TIMES = [18, 19, 20, 21, 32, 33, 45, 46, 47];
const BUILT_IN_PERCENT = [9, 10];

/** The format of each style, from `styles.xml`. */
export function readFormats(xml: string | undefined): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  for (const tag of tagsOf(xml ?? "")) {
    if (tag.name === "numFmt" && !tag.isEnd)
      codes.set(Number(attributeOf(tag, "numFmtId")), attributeOf(tag, "formatCode") ?? "");
    if (tag.name === "cellXfs") isOfCells = !tag.isEnd;
    if (tag.name === "xf" && !tag.isEnd && isOfCells) {
      const id = Number(attributeOf(tag, "numFmtId") ?? 0);
      formats.push(formatOf(id, codes.get(id)));
    }
  }
  return formats;
}

function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code !== undefined) return formatOfCode(code);
  if (BUILT_IN_DATES.includes(id)) return { kind: "date" };
  if (BUILT_IN_TIMES.includes(id)) return { kind: "time" };
  return { kind: BUILT_IN_PERCENT.includes(id) ? "percent" : "number" };
}

/** Derived from the first section without quotes and brackets: "dd/mm/yyyy", "[$-407]h:mm", "0.00%". */
function formatOfCode(code: string): NumberFormat {
  const isDuration = /\[(?:h+|m+|s+)\]/i.test(code);
  const [letters = ""] = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, "").split(";");
  if (/[dy]/i.test(letters) && !/general/i.test(letters)) return { kind: "date" };
  if (isDuration || /[hs]/i.test(letters)) return { kind: "time" };
  if (/^m+$/i.test(letters.trim())) return { kind: "date" };
  if (letters.includes("%")) return { kind: "percent" };
  if (/^0{2,}$/.test(letters)) return { kind: "padded", digits: letters.length };
  return { kind: "number" };
}

const DAY_MS = 86_400_000;
const LAST_DAY = 2_958_465; // the end of the year 9999

/** Formats a number: a date as "2026-11-05", a time as "18:30", 0.25 per cent-formatted as 25. */
export function readNumber(number: number, format: NumberFormat, is1904: boolean): Cell {
  if (format.kind === "percent") return round(number * 100);
  if (format.kind === "padded") return String(number).padStart(format.digits, "0");
  const isDay = format.kind === "date" || format.kind === "time";
  if (!isDay || number < 0 || number > LAST_DAY) return round(number);
  // Rounded to minutes: times of day are fractions without an exact value.
  const minutes = Math.round((number % 1) * 1_440);
  const time = `${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}`;
  if (format.kind === "time" && number < 1) return time;
  const day = new Date(Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30));
  // Excel counts 29 February 1900, which didn't exist.
  const days = Math.floor(number) + (!is1904 && number < 60 ? 1 : 0);
  const date = new Date(day.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  return minutes > 0 ? `${date} ${time}` : date;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}

/** Rounds to the 15 digits that a spreadsheet shows: 0.1 + 0.2 is 0.3. */
function round(number: number): number {
  return Number(number.toPrecision(15));
}
