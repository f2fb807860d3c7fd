import { z } from "zod";

/** What a key may do. Of two scopes that open the same collection, the first decides. */
export const KEY_SCOPES = ["render", "documents", "people:write", "library:write"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Scopes that work only while the key's owner is an operator. */
export const OPERATOR_SCOPES: readonly KeyScope[] = ["people:write", "library:write"];

/** Keys of one person that have not been revoked. */
export const MAX_KEYS = 20;
export const MAX_KEY_NAME = 60;
/** Days until a key expires, as the page offers them; programs may choose any number up to the last. */
export const KEY_DAYS = [30, 90, 365] as const;
const MOST_DAYS = KEY_DAYS[2];

export const newKey = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_KEY_NAME)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    .regex(/^[^\u0000-\u001f\u007f]*$/, "must not have control characters"),
  scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length),
  days: z.int().min(1).max(MOST_DAYS),
});

/** A key as its owner sees it. */
export const listedKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Its first and last characters. */
  hint: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  date_created: z.string(),
  date_expires: z.string(),
  /** To the hour. */
  last_used: z.string().nullable(),
});
export type ListedKey = z.infer<typeof listedKey>;
/** The answer to a new key: the only one that has the key itself. */
export type CreatedKey = ListedKey & { key: string };
