import type { FieldSchema } from "../../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../../contract/templates/theme.ts";
import { isLeaf, isNumeric, kindOf, type LeafField } from "../../form/field-kind.ts";
import { fitsField } from "../../form/number-field.ts";
import { type DecimalMark, decimalMark, readDecimal } from "../../numbers/decimal-text.ts";
import type { Cell } from "../table/table.ts";
import { type ColumnReading, type DateOrder, readDate } from "./cell-value.ts";

/** Guesses from unambiguous values of the column, such as "12.5" and "1.234,50"; otherwise uses the document's language. */
export function guessReading(cells: readonly Cell[], language: Language): ColumnReading {
  const texts = cells.filter((cell) => typeof cell === "string");
  return {
    mark: mostFrequent(texts.map(markIn)) ?? decimalMark(language),
    dateOrder: mostFrequent(texts.map(orderIn)) ?? (language === "en-US" ? "month first" : "day first"),
    language,
  };
}

/** The decimal mark, if the text is unambiguous. */
function markIn(text: string): DecimalMark | undefined {
  const reading = readDecimal(text, ".");
  const last = [...text].findLast((character) => character === "." || character === ",");
  if (!reading || reading.other !== undefined || last === undefined) return undefined;
  const groups = !reading.decimal.includes("."); // "1.234.567": the other mark is the decimal one
  return (last === ".") === groups ? "," : ".";
}

function orderIn(text: string): DateOrder | undefined {
  const [, first, second] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}$/.exec(text) ?? [];
  if (Number(first) > 12) return "day first";
  return Number(second) > 12 ? "month first" : undefined;
}

function mostFrequent<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best?.[0];
}

/** An ambiguous cell: its text, and its value in each reading. */
type Ambiguity = { text: string; choices: { reading: Partial<ColumnReading>; value: string }[] };

/** The first ambiguous cell of a column. */
export function findAmbiguity(cells: readonly Cell[], schema: FieldSchema): Ambiguity | undefined {
  if (!isLeaf(schema)) return undefined;
  const choicesIn = kindOf(schema) === "date" ? datesIn : isNumeric(schema) ? numbersIn(schema) : () => [];
  for (const text of cells) {
    if (typeof text !== "string") continue;
    const choices = choicesIn(text);
    const [one, other] = choices;
    if (one && other && one.value !== other.value) return { text, choices };
  }
  return undefined;
}

function numbersIn(schema: LeafField) {
  const fits = fitsField(schema);
  return (text: string): Ambiguity["choices"] =>
    ([",", "."] as const).flatMap((mark) => {
      const value = readDecimal(text, mark, fits)?.decimal;
      return value === undefined ? [] : [{ reading: { mark }, value }];
    });
}

function datesIn(text: string): Ambiguity["choices"] {
  return (["day first", "month first"] as const).flatMap((dateOrder) => {
    const value = readDate(text, dateOrder);
    return value === undefined ? [] : [{ reading: { dateOrder }, value }];
  });
}
