import type { FieldSchema } from "../../../../contract/templates/template-file.ts";
import { isLeaf, kindOf } from "./field-kind.ts";

/** Short fields stand side by side: a line has six columns, and the fields of a line share what is left of it. */
const COLUMNS = 6;

const HALF_LENGTH = 60; // a town, a number, a name of a tax
const THIRD_LENGTH = 40;

/** How many columns each field gets, in order. */
export function layOut(fields: readonly FieldSchema[]): number[] {
  const spans: number[] = [];
  let line: FieldSchema[] = [];
  const close = () => {
    spans.push(...stretch(line));
    line = [];
  };
  for (const field of fields) {
    if (widthOf(line) + preferredSpan(field) > COLUMNS) close();
    line.push(field);
  }
  close();
  return spans;
}

/** Words that may be longer than half a phone. */
export function needsFullWidth(field: FieldSchema): boolean {
  return isLeaf(field) && preferredSpan(field) > 2 && kindOf(field) !== "color";
}

function preferredSpan(field: FieldSchema): number {
  if (!isLeaf(field)) return COLUMNS;
  const kind = kindOf(field);
  if (kind === "multiline" || kind === "image" || kind === "switch") return COLUMNS;
  if (kind === "email" || kind === "tel" || kind === "url" || kind === "color") return 3;
  if (kind !== "text") return 2;
  const length = "maxLength" in field ? (field.maxLength ?? COLUMNS * 100) : COLUMNS * 100;
  if (length <= THIRD_LENGTH) return 2;
  return length <= HALF_LENGTH ? 3 : COLUMNS;
}

function widthOf(line: readonly FieldSchema[]): number {
  return line.reduce((sum, field) => sum + preferredSpan(field), 0);
}

/** What takes words grows first; alone in its line, a date or an amount stays at half. */
function stretch(line: readonly FieldSchema[]): number[] {
  const spans = line.map(preferredSpan);
  const grows = line.map((field) => isLeaf(field) && ["text", "email", "url"].includes(kindOf(field)));
  const [only] = line;
  if (line.length === 1 && only) return [grows[0] ? COLUMNS : Math.max(spans[0] ?? 0, 3)];
  const takers = grows.some(Boolean) ? grows : grows.map(() => true);
  for (let spare = COLUMNS - spans.reduce((sum, span) => sum + span, 0); spare > 0; spare--) {
    const narrowest = Math.min(...spans.filter((_, index) => takers[index]));
    const at = spans.findIndex((span, index) => takers[index] && span === narrowest);
    spans[at] = narrowest + 1;
  }
  return spans;
}
