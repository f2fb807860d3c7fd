import type { Db } from "../database/connect.ts";

/**
 * The values of the column `origin` of templates and types. Null: managed by operators and programs; imports
 * don't touch it. Imported rows belong to the files, except for later decisions of operators.
 */
export const LIBRARY = "library";
/** A copy of another content backend's template or type (server/host). */
export const HOST = "host";
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
 * Items that an operator deleted although files have them: the next import must not restore them. A row of
 * `kept_values` for each, until it is created again.
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
