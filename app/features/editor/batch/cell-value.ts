import type { FieldSchema } from "../../../../contract/template-file.ts";
import { readDecimal } from "../form/value-text.ts";

/** What a cell means to its field. What isn't understood is passed on as it is, so that the answer names it. */
export function readCell(cell: string, schema: FieldSchema): unknown {
  const text = cell.trim();
  if (text === "") return undefined;
  if (schema.type === "array")
    return text
      .split(/\s*(?:\n|;)\s*/)
      .filter((line) => line !== "")
      .map((line) => readCell(line, schema.items));
  if (schema.type === "boolean") return readSwitch(text);
  if (schema.type === "object") return text;
  const chosen = readChoice(text, schema);
  if (chosen !== undefined) return chosen;
  if (schema.type !== "string") {
    const number = readDecimal(text);
    return number === undefined ? text : Number(number);
  }
  const widget = schema["x-widget"];
  if (widget === "money") return readDecimal(text) ?? text;
  if (schema.pattern) {
    const number = readPatterned(text, schema.pattern);
    if (number !== undefined) return number;
  }
  if (widget === "date" || schema.format === "date") return readDate(text) ?? text;
  return text;
}

/** So long at most: a browser tries a pattern in every way there is, and a longer text could hold it up for minutes. */
const LONGEST_NUMBER = 24;

/** Quantities are texts of digits: "2,5" is one that a spreadsheet wrote in its own way. */
function readPatterned(text: string, pattern: string): string | undefined {
  const number = readDecimal(text);
  if (number === undefined || text.length > LONGEST_NUMBER) return undefined;
  const fits = new RegExp(pattern, "u");
  return !fits.test(text) && fits.test(number) ? number : undefined;
}

function readChoice(text: string, schema: FieldSchema): string | number | undefined {
  const asked = text.toLowerCase();
  if ("oneOf" in schema && schema.oneOf)
    return schema.oneOf.find(
      (choice) => String(choice.const).toLowerCase() === asked || choice.title.toLowerCase() === asked,
    )?.const;
  const offered: readonly (string | number)[] = ("enum" in schema && schema.enum) || [];
  return offered.find((choice) => String(choice).toLowerCase() === asked);
}

const YES = new Set(["yes", "y", "true", "1", "x", "ja", "oui", "si", "sí"]);
const NO = new Set(["no", "n", "false", "0", "nein", "nej", "non"]);

function readSwitch(text: string): unknown {
  const word = text.toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : text;
}

/** "2026-11-15", "15.11.2026" and "15/11/2026" (when the first number can only be a day) as an ISO date. */
export function readDate(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return toDate(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (dotted) return toDate(dotted[3], dotted[2], dotted[1]);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  if (!slashed) return undefined;
  const [, first, second, year] = slashed;
  if (Number(first) > 12) return toDate(year, second, first);
  // 3/4/2026 is two different days on two sides of an ocean: nobody should get a wrong date silently.
  return Number(second) > 12 || first === second ? toDate(year, first, second) : undefined;
}

function toDate(year = "", month = "", day = ""): string | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : undefined;
}
