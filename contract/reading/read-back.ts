import { meaningOf } from "../../../contract/field-meaning.ts";
import type { MeaningName } from "../../../contract/meanings.ts";
import {
  type FieldSchema,
  type GroupField,
  isRecord,
  orderedProperties,
} from "../../../contract/template-file.ts";

/** What a program that reads a CV looks for: who it is, how to reach them, what they did where and when. */
const ONCE: readonly string[] = [
  "sender.name",
  "sender.profession",
  "sender.email",
  "sender.phone",
  "sender.website",
  "sender.town",
  "sender.address",
  "cv.education",
] satisfies MeaningName[];
const IN_ROWS: readonly string[] = [
  "work[].position",
  "work[].organisation",
  "work[].years",
  "education[].study",
  "education[].institution",
  "education[].years",
] satisfies MeaningName[];

/** The values of a CV that the text of its PDF has not, or not in the order in which a person reads them. */
export function findUnread(fields: GroupField, data: unknown, text: string): string[] {
  const letters = lettersOf(text);
  return [
    ...findMissing(fields, data, letters),
    ...listsIn(fields, data).flatMap((rows) => findAstray(rows, letters)),
  ];
}

function findMissing(group: GroupField, data: unknown, letters: string): string[] {
  return orderedProperties(group).flatMap(([name, field]) => {
    const value = isRecord(data) ? data[name] : undefined;
    if (field.type === "object") return findMissing(field, value, letters);
    const isLookedFor = typeof value === "string" && ONCE.includes(meaningOf(field) ?? "");
    return isLookedFor && !letters.includes(lettersOf(value))
      ? [`"${value}" is not in the text of the PDF`]
      : [];
  });
}

/** The rows of every list, in their order; each as the values that are looked for. */
function listsIn(field: FieldSchema, value: unknown): string[][][] {
  if (field.type === "object") {
    return orderedProperties(field).flatMap(([name, inner]) =>
      listsIn(inner, isRecord(value) ? value[name] : undefined),
    );
  }
  if (field.type !== "array" || field.items.type !== "object" || !Array.isArray(value)) return [];
  const { items } = field;
  const inside = value.flatMap((row) => listsIn(items, row));
  const rows = value.map((row) => valuesIn(items, row)).filter((values) => values.length > 0);
  return rows.length > 0 ? [rows, ...inside] : inside;
}

function valuesIn(items: GroupField, row: unknown): string[] {
  return orderedProperties(items).flatMap(([name, field]) => {
    const value = isRecord(row) ? row[name] : undefined;
    return typeof value === "string" && IN_ROWS.includes(meaningOf(field) ?? "") ? [value] : [];
  });
}

/** One row after the other: all of a row stands behind all of the row before it. */
function findAstray(rows: string[][], letters: string): string[] {
  let after = 0;
  return rows.flatMap((values) => {
    const places = values.map((value) => ({ value, at: letters.indexOf(lettersOf(value), after) }));
    const found = places.filter(({ at }) => at >= 0);
    after = Math.max(after, ...found.map(({ value, at }) => at + lettersOf(value).length));
    return places
      .filter(({ at }) => at < 0)
      .map(({ value }) =>
        letters.includes(lettersOf(value))
          ? `"${value}" is in the text of the PDF, but not where its row is`
          : `"${value}" is not in the text of the PDF`,
      );
  });
}

/** Where lines break, what stands between words and whether they are capitals is another matter. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}
