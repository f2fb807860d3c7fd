import type { Db } from "./connect.ts";

/** Rows of `kept_values`: values that exist once per library. Nodes that share a database share them. */
export async function readStoredValue(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom("kept_values").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/**
 * Replaces the value that was read (`undefined`: there was none), unless it was changed since. Returns whether it was written.
 */
export async function replaceStoredValue(
  db: Db,
  name: string,
  { read, value }: { read: string | undefined; value: string },
): Promise<boolean> {
  if (read === undefined) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("kept_values")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await db
    .updateTable("kept_values")
    .set({ value })
    .where("name", "=", name)
    .where("value", "=", read)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
