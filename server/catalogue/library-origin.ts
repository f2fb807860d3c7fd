import type { Db } from "../database/connect.ts";

/**
 * What the column `origin` of templates and types says. Null is what operators and programs keep themselves, which no import touches.
 * What files brought stays theirs, but for what an operator has decided about it since.
 */
export const LIBRARY = "library";
/** A template from files that an operator has moved: files change its content, no longer its place. */
export const PLACED = "library, placed by an operator";
/** A type from files that an operator has put into another order. */
export const ORDERED = "library, ordered by an operator";

export const KEPT_AS_FILES: readonly string[] = [LIBRARY, PLACED];

/** The origin of a template that an operator moves. */
export function placed(origin: string | null): string | null {
  return origin === LIBRARY ? PLACED : origin;
}

/**
 * What an operator has dropped although files keep it: the next import must not bring it back. A row of `kept_values` for each, until
 * somebody makes it again.
 */
type Dropped = "type" | "template";
const nameOf = (kind: Dropped, id: string) => `dropped ${kind}: ${id}`;

export async function rememberDropped(db: Db, kind: Dropped, id: string): Promise<void> {
  await db
    .insertInto("kept_values")
    .values({ name: nameOf(kind, id), value: id })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}

export async function forgetDropped(db: Db, kind: Dropped, id: string): Promise<void> {
  await db.deleteFrom("kept_values").where("name", "=", nameOf(kind, id)).execute();
}

export async function droppedOf(db: Db, kind: Dropped): Promise<Set<string>> {
  const rows = await db
    .selectFrom("kept_values")
    .select("value")
    .where("name", "like", nameOf(kind, "%"))
    .execute();
  return new Set(rows.map(({ value }) => value));
}
