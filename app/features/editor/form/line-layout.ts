import type { FieldSchema } from "../../../../contract/templates/template-file.ts";
import { isLeaf, kindOf } from "./field-kind.ts";

/** Short fields share a line of six columns. */
const COLUMNS = 6;

const HALF_LENGTH = 60; // a town, a number, the name of a tax
const THIRD_LENGTH = 40;

/** The number of columns of each field, in order. */
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

/** Whether a field needs the full width of a phone. */
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

/** Text fields grow first; alone on a line, a date or an amount takes half of it. */
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
