import type { FieldSchema } from "../../../../../contract/template-file.ts";
import { isNumeric, kindOf, type LeafField } from "../../form/field-kind.ts";
import { fitsField, numberValue } from "../../form/number-field.ts";
import { type DecimalMark, isDecimal, readDecimal } from "../../numbers/decimal-text.ts";
import type { Cell } from "../table/table.ts";

/** How the numbers and the dates of a column are read where they can be read in two ways. */
export type ColumnReading = { mark: DecimalMark; dateOrder: DateOrder };
export type DateOrder = "day first" | "month first";

/** What a cell means to its field. What isn't understood is passed on as it is, so that the answer names it. */
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
    const decimal = readDecimal(text, reading.mark, fitsField(schema))?.decimal;
    return decimal === undefined ? text : numberValue(decimal, schema);
  }
  return kindOf(schema) === "date" ? (readDate(text, reading.dateOrder) ?? text) : text;
}

/** A workbook's own number needs no reading. */
function readNumber(cell: number, schema: FieldSchema, reading: ColumnReading): unknown {
  const decimal = decimalOf(cell);
  const isNumber = schema.type !== "array" && schema.type !== "object" && isNumeric(schema);
  return isNumber ? numberValue(decimal, schema) : readCell(decimal, schema, reading);
}

/** Without the exponent that JavaScript gives to very large and very small numbers. */
export function decimalOf(number: number): string {
  const plain = String(number);
  if (isDecimal(plain)) return plain;
  return number.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 15 });
}

function readChoice(text: string, schema: LeafField): string | number | undefined {
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

/** "2026-11-15", "15.11.2026" and "15/11/2026" as an ISO date; `order` decides where both numbers could be the day. */
export function readDate(text: string, order: DateOrder): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return toDate(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (dotted) return toDate(dotted[3], dotted[2], dotted[1]);
  const [, first, second, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? [];
  if (!first) return undefined;
  const isDayFirst = Number(first) > 12 || (Number(second) <= 12 && order === "day first");
  return isDayFirst ? toDate(year, second, first) : toDate(year, first, second);
}

function toDate(year = "", month = "", day = ""): string | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : undefined;
}
