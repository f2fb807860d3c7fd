import { z } from "zod";

/**
 * Values of a document that its template has no field for. They are stored with it under the names of the template that had a
 * field, and are restored when a template has one again. The keys are stored in documents.
 */
const leftoverField = z.strictObject({
  path: z.string(),
  label: z.string(),
  means: z.string().optional(),
  value: z.unknown(),
  /** The value is on the page in another form, such as several lines as one, and isn't reported as missing. */
  shown: z.string().optional(),
});
const leftoverRow = z.strictObject({
  /** Which row of the list it was. */
  at: z.int().min(0),
  /** Texts of the row that are on the page, to find it again; without it, the whole row is a leftover. */
  beside: z.array(z.string()).optional(),
  fields: z.array(leftoverField),
});
const leftoverList = z.strictObject({
  path: z.string(),
  label: z.string(),
  means: z.string().optional(),
  rows: z.array(leftoverRow),
});
export const leftoverValues = z.strictObject({
  fields: z.array(leftoverField),
  lists: z.array(leftoverList),
});

export type LeftoverField = z.infer<typeof leftoverField>;
export type LeftoverRow = z.infer<typeof leftoverRow>;
export type LeftoverList = z.infer<typeof leftoverList>;
export type LeftoverValues = z.infer<typeof leftoverValues>;

export const NO_LEFTOVERS: LeftoverValues = { fields: [], lists: [] };

/** Undefined if there are none. */
export function readLeftovers(value: unknown): LeftoverValues | undefined {
  const parsed = leftoverValues.safeParse(value).data;
  return parsed && parsed.fields.length + parsed.lists.length > 0 ? parsed : undefined;
}

/** The values that are not on the page, each with its label. */
export function leftoverEntries({ fields, lists }: LeftoverValues): { label: string; values: unknown[] }[] {
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

function isMissing({ shown }: LeftoverField): boolean {
  return shown === undefined;
}

function valueIn({ value }: LeftoverField): unknown {
  return value;
}

/** Merges earlier and new leftovers; a value that was on the page in another form is stored once, as typed. */
export function mergeLeftovers(before: LeftoverValues, now: LeftoverValues): LeftoverValues {
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
