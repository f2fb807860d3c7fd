import {
  type FieldSchema,
  type GroupField,
  isRecord,
  orderedProperties,
} from "../../../../../contract/template-file.ts";
import { isFilled, missingRequired } from "../../../documents/index.ts";
import type { ProfileWords } from "../../autosave/untouched-draft.ts";
import type { FieldPath } from "../../draft.ts";
import { labelOf } from "../../field-labels.ts";
import { pathInside, stepsOf, valueIn } from "../../form/field-path.ts";
import { readableDate } from "../../form/value-text.ts";

/** Something that is empty and that a page of its kind usually has. */
export type Gap = {
  path: FieldPath;
  label: string;
  /** Why it is asked for, if the template says so. */
  reason: string | undefined;
  /** Without it no file can be made. */
  isRequired: boolean;
  schema: FieldSchema;
};

/** What is empty and required or usually needed, in the order of the form. */
export function findGaps(fields: GroupField, data: unknown): Gap[] {
  const required = new Set(missingRequired(fields, data).map(({ path }) => path));
  const gaps: Gap[] = [];

  const visit = (group: GroupField, holder: unknown, path: FieldPath) => {
    for (const [name, schema] of orderedProperties(group)) {
      const here = pathInside(path, name);
      const value = valueIn(holder, name);
      const isRequired = required.has(here);
      const wanted = "x-wanted" in schema ? schema["x-wanted"] : undefined;
      if (isRequired || (wanted !== undefined && !isFilled(value))) {
        const reason = typeof wanted === "string" ? wanted : undefined;
        gaps.push({ path: here, label: labelOf(fields, here), reason, isRequired, schema });
      } else visitInside(schema, value, here);
    }
  };
  const visitInside = (schema: FieldSchema, value: unknown, path: FieldPath) => {
    if (schema.type === "object") visit(schema, value, path);
    if (schema.type !== "array" || schema.items.type !== "object" || !Array.isArray(value)) return;
    // A row nobody has begun is no row of the page.
    for (const [index, row] of value.entries())
      if (isFilled(row)) visit(schema.items, row, pathInside(path, index));
  };

  visit(fields, data, "");
  return gaps;
}

export function isStillEmpty({ path }: Pick<Gap, "path">, data: unknown): boolean {
  return !isFilled(
    stepsOf(path).reduce<unknown>((holder, step) => (isRecord(holder) ? holder[step] : undefined), data),
  );
}

/** Of many documents made at once: in how many each thing is empty. Rows of a list count as the list's. */
export function countGaps(
  fields: GroupField,
  documents: Iterable<unknown>,
): { label: string; count: number; isRequired: boolean }[] {
  const counts = new Map<string, { label: string; count: number; isRequired: boolean }>();
  for (const data of documents) {
    const seen = new Set<string>();
    for (const { path, label, isRequired } of findGaps(fields, data)) {
      const anyRow = path.replace(/\.\d+(?=\.)/g, "");
      if (seen.has(anyRow)) continue;
      seen.add(anyRow);
      const counted = counts.get(anyRow) ?? { label: label.replace(/ \d+(?=,)/g, ""), count: 0, isRequired };
      counted.count += 1;
      counts.set(anyRow, counted);
    }
  }
  return [...counts.values()];
}

const NUMBERS = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");

/** "Four things are still empty", and what kind of page usually has them. */
export function checkWords(
  gaps: readonly { isFilled: boolean; characters?: readonly string[] }[],
  singular: string,
): { title: string; lead: string } {
  const open = gaps.filter(({ isFilled }) => !isFilled);
  const isUnprinted = open.some(({ characters }) => characters);
  const count = open.filter(({ characters }) => !characters).length;
  if (open.length === 0) return { title: "Nothing is empty any more", lead: "All of it is filled in." };
  if (isUnprinted)
    return {
      title: "Not all of it can be printed",
      lead: count === 0 ? "Nothing was made yet." : "Nothing was made yet. Some of it is still empty, too.",
    };
  const name = singular.toLowerCase();
  const article = /^[aeiou]/.test(name) ? "an" : "a";
  return {
    title: count === 1 ? "One thing is still empty" : `${NUMBERS[count] ?? count} things are still empty`,
    lead: `Usually on ${article} ${name}.`,
  };
}

/** A value that fills a gap in one press. */
export type Proposal = { words: string; value: string };

/** Where proposals come from. */
export type Proposals = {
  profile: ProfileWords;
  /** The next number of each field that counts. */
  nextNumbers: ReadonlyMap<FieldPath, string>;
  today: string;
};

export function proposeFor(
  { path, schema }: Pick<Gap, "path" | "schema">,
  { profile, nextNumbers, today }: Proposals,
): Proposal | undefined {
  if (schema.type !== "string") return undefined;
  const next = nextNumbers.get(path);
  if (next) return { words: next, value: next };
  if (schema["x-today"]) return { words: readableDate(today), value: today };
  const known = schema["x-profile"];
  const word = known && known !== "photo" ? profile[known]?.slice(0, schema.maxLength) : undefined;
  return word ? { words: word.length > MOST_SHOWN ? "From your profile" : word, value: word } : undefined;
}

const MOST_SHOWN = 24; // a longer word would push the line apart
