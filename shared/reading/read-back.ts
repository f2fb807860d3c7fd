import { CONTACT_MEANINGS } from "../../contract/people/details.ts";
import { kindOfField, meaningOf } from "../../contract/templates/field-meaning.ts";
import type { MeaningName } from "../../contract/templates/meanings.ts";
import {
  type FieldSchema,
  type GroupField,
  isRecord,
  orderedProperties,
} from "../../contract/templates/template-file.ts";
import { type Text, textFor } from "../../contract/texts/text.ts";

/** The types of documents that programs read before people do. */
export const READ_BY_MACHINES: readonly string[] = ["resumes"];

/** What programs look for in a CV: the person, their contact data, and what they did where and when. */
const LOOKED_FOR: readonly string[] = [
  ...CONTACT_MEANINGS,
  "cv.education",
  "work[].position",
  "work[].organisation",
  "work[].years",
  "education[].study",
  "education[].institution",
  "education[].years",
] satisfies MeaningName[];

/** A value of the form, and whether a text has it: where its row is, somewhere else, or not at all. */
export type ReadValue = { path: string; value: string; state: "found" | "elsewhere" | "missing" };

/** The values of a CV that the text of its PDF has not, or not in the order in which a person reads them. */
export function findUnread(fields: GroupField, data: unknown, text: string): Text[] {
  const isLookedFor = (field: FieldSchema) => LOOKED_FOR.includes(meaningOf(field) ?? "");
  return readBack(fields, data, text, isLookedFor)
    .filter(({ state }) => state !== "found")
    .map(({ value, state }) =>
      state === "missing" ? textFor("not_in_pdf", { value }) : textFor("elsewhere_in_pdf", { value }),
    );
}

/** Whether a page shows a field's value as it was typed: dates, amounts and pictures it shows in its own way. */
function isShownAsTyped(field: FieldSchema): boolean {
  return field.type === "string" && kindOfField(field) === "text";
}

/** Looks for every value of the form, those of rows one row after the other. */
export function readBack(
  fields: GroupField,
  data: unknown,
  text: string,
  isLookedFor: (field: FieldSchema) => boolean = isShownAsTyped,
): ReadValue[] {
  return readGroup({ letters: lettersOf(text), joined: joinLines(text), isLookedFor }, fields, data, "");
}

/** `joined`: the text with its punctuation, in which addresses are looked for. */
type Look = { letters: string; joined: string; isLookedFor(field: FieldSchema): boolean };
type Typed = { path: string; value: string };

function readGroup(look: Look, group: GroupField, data: unknown, above: string): ReadValue[] {
  return orderedProperties(group).flatMap(([name, field]) => {
    const value = isRecord(data) ? data[name] : undefined;
    const path = above + name;
    if (field.type === "object") return readGroup(look, field, value, `${path}.`);
    if (field.type === "array") return readList(look, field.items, value, `${path}.`);
    if (!isTyped(value) || !look.isLookedFor(field)) return [];
    return [{ path, value, state: endOf(look, value, 0) >= 0 ? "found" : "missing" }];
  });
}

function readList(look: Look, items: FieldSchema, value: unknown, above: string): ReadValue[] {
  if (!Array.isArray(value)) return [];
  const rows = value.map((row, at) => typedIn(look, items, row, `${above}${at}`));
  const inside =
    items.type === "object" ? value.flatMap((row, at) => readInside(look, items, row, `${above}${at}.`)) : [];
  return [...readRows(look, rows), ...inside];
}

/** The lists in a row, which have an order of their own. */
function readInside(look: Look, items: GroupField, row: unknown, above: string): ReadValue[] {
  return orderedProperties(items).flatMap(([name, field]) =>
    field.type === "array" && isRecord(row) ? readList(look, field.items, row[name], `${above}${name}.`) : [],
  );
}

/** The values of one row, groups in it opened. */
function typedIn(look: Look, field: FieldSchema, value: unknown, path: string): Typed[] {
  if (field.type === "object")
    return orderedProperties(field).flatMap(([name, inner]) =>
      inner.type === "array" || !isRecord(value) ? [] : typedIn(look, inner, value[name], `${path}.${name}`),
    );
  return isTyped(value) && look.isLookedFor(field) ? [{ path, value }] : [];
}

/** Row by row: everything of a row comes after everything of the previous row. */
function readRows(look: Look, rows: readonly Typed[][]): ReadValue[] {
  let after = 0;
  return rows.flatMap((row) => {
    const read = row.map(({ path, value }): ReadValue & { end: number } => {
      const end = endOf(look, value, after);
      const isThere = end >= 0 || endOf(look, value, 0) >= 0;
      return { path, value, end, state: end >= 0 ? "found" : isThere ? "elsewhere" : "missing" };
    });
    after = Math.max(after, ...read.map(({ end }) => end));
    return read.map(({ path, value, state }) => ({ path, value, state }));
  });
}

/** The end of the last line of a value, its lines in order; -1 if a line is missing. */
function endOf({ letters, joined }: Look, value: string, start: number): number {
  if (ADDRESS.test(value.trim()) && !joined.includes(withoutForms(value.trim()))) return -1;
  let after = start;
  for (const line of linesOf(value)) {
    const at = letters.indexOf(line, after);
    if (at < 0) return -1;
    after = at + line.length;
  }
  return after;
}

function isTyped(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** A page may set the lines of a text apart from each other. */
function linesOf(value: string): string[] {
  return value.split("\n").map(lettersOf);
}

/** An e-mail or web address is useless with an added hyphen or space. */
const ADDRESS = /^(?:[^\s@]+@[^\s@]+\.[^\s@]+|https?:\/\/\S+|(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:\/\S*)?)$/u;

/**
 * As programs that look for addresses do: an address that ends a line with punctuation continues on the next. A hyphen stays.
 */
function joinLines(text: string): string {
  return withoutForms(text).replace(/([@./_?&=])\s*\n\s*(?=\S)/g, "$1");
}

const withoutForms = (text: string) => text.normalize("NFKC").toLowerCase();

/** Ignores line breaks, characters between words and capitals. */
function lettersOf(text: string): string {
  return withoutForms(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}
