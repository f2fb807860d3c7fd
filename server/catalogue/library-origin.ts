import type { Db } from "../database/connect.ts";

/**
 * What the column `origin` of templates and types says. Null is what operators and programs keep themselves, which no import touches.
 * What files brought stays theirs, but for what an operator has decided about it since.
 */
export const LIBRARY = "library";
/** A template that files keep and an operator has put elsewhere: files change what it is, no longer where it stands. */
export const PLACED = "library, placed by an operator";
/** A type that files keep and an operator has put into another order. */
export const ORDERED = "library, ordered by an operator";

export const KEPT_AS_FILES: readonly string[] = [LIBRARY, PLACED];

/** The origin of a template that an operator moves. */
export function placed(origin: string | null): string | null {
  return origin === LIBRARY ? PLACED : origin;
}

/**
 * Types of the library folder that an operator has dropped: the next import must not bring them back. A row of `kept_values` for
 * each, until somebody makes a type of that slug again.
 */
const PREFIX = "dropped type: ";

export async function rememberDropped(db: Db, type: string): Promise<void> {
  await db
    .insertInto("kept_values")
    .values({ name: PREFIX + type, value: type })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}

export async function forgetDropped(db: Db, type: string): Promise<void> {
  await db
    .deleteFrom("kept_values")
    .where("name", "=", PREFIX + type)
    .execute();
}

export async function droppedTypes(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom("kept_values")
    .select("value")
    .where("name", "like", `${PREFIX}%`)
    .execute();
  return new Set(rows.map(({ value }) => value));
}
