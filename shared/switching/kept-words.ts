import { z } from "zod";

/**
 * Words of a document that its template has no place for. They are kept with it, as the template that had a place for them called
 * them, and come back where a template has one again.
 */
const keptField = z.strictObject({
  path: z.string(),
  label: z.string(),
  means: z.string().optional(),
  value: z.unknown(),
  /** The words are on the page in another form: several lines as one. They are not told as missing. */
  shown: z.string().optional(),
});
const keptRow = z.strictObject({
  /** Which row of the list it was. */
  at: z.int().min(0),
  /** What of the row is on the page, by which it is found again; without it, the whole row is kept. */
  beside: z.array(z.string()).optional(),
  fields: z.array(keptField),
});
const keptList = z.strictObject({
  path: z.string(),
  label: z.string(),
  means: z.string().optional(),
  rows: z.array(keptRow),
});
export const keptWords = z.strictObject({ fields: z.array(keptField), lists: z.array(keptList) });

export type KeptField = z.infer<typeof keptField>;
export type KeptRow = z.infer<typeof keptRow>;
export type KeptList = z.infer<typeof keptList>;
export type KeptWords = z.infer<typeof keptWords>;

export const NOTHING_KEPT: KeptWords = { fields: [], lists: [] };

/** Undefined when nothing is kept. */
export function readKept(value: unknown): KeptWords | undefined {
  const kept = keptWords.safeParse(value).data;
  return kept && kept.fields.length + kept.lists.length > 0 ? kept : undefined;
}

/** What is not on the page, each with its label. */
export function keptEntries({ fields, lists }: KeptWords): { label: string; values: unknown[] }[] {
  return [
    ...fields.filter(isMissing).map(({ label, value }) => ({ label, values: [value] })),
    ...lists
      .map(({ label, rows }) => ({
        label,
        values: rows.flatMap((row) => row.fields.filter(isMissing)).map(valueIn),
      }))
      .filter(({ values }) => values.length > 0),
  ];
}

function isMissing({ shown }: KeptField): boolean {
  return shown === undefined;
}

function valueIn({ value }: KeptField): unknown {
  return value;
}

/** What was kept before and what is kept now; words that were on the page in another form are kept once, as they were typed. */
export function mergeKept(before: KeptWords, now: KeptWords): KeptWords {
  const fields = [...before.fields];
  for (const field of now.fields) {
    const same = fields.findIndex(({ shown }) => shown !== undefined && shown === field.value);
    const known = fields[same];
    if (known) fields[same] = { ...known, shown: field.shown };
    else fields.push(field);
  }
  const lists = [...before.lists];
  for (const list of now.lists) {
    const same = lists.findIndex(({ path, means }) => path === list.path && means === list.means);
    const known = lists[same];
    if (known) lists[same] = { ...known, rows: [...known.rows, ...list.rows] };
    else lists.push(list);
  }
  return { fields, lists };
}
