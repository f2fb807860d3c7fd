import { type SqlBool, sql } from "kysely";
import { type Owned, type Rows, requireOwner } from "../content/access.ts";
import type { Write } from "../content/collection.ts";
import type { Db } from "../database/connect.ts";
import { isId } from "../database/ids.ts";
import { failedValidation, forbiddenItem } from "../errors/errors.ts";
import { type Viewer, writesForPeople } from "../request/viewer.ts";

/**
 * What an API key with `people:write` reaches: what another site that stores its people here needs. Only people whose address is
 * verified: the other site finds them by it, and anyone can sign up with an address that isn't theirs.
 */
export function ofVerifiedPeople(column: string): Rows {
  return {
    word: "of people with a verified address",
    sql: (_viewer, alias) =>
      sql<SqlBool>`${sql.ref(`${alias}.${column}`)} in (select id from auth_user where "emailVerified" and "disabledAt" is null)`,
  };
}

/** The owner of a new item: the viewer, or the person whom a key for people names. */
export async function ownerOfNew(
  { viewer, db }: Pick<Write, "viewer" | "db">,
  payload: Owned,
  collection: string,
): Promise<string> {
  if (!writesForPeople(viewer)) return requireOwner(viewer, payload, collection);
  const { user_id: owner } = payload;
  if (!isId(owner)) throw failedValidation("user_id", "uuid", "Value must be the id of the person.");
  const reachable = ofVerifiedPeople("id").sql(viewer, "user");
  const found = db.selectFrom("user").select("id").where("id", "=", owner).where(reachable);
  if (!(await found.executeTakeFirst())) throw forbiddenItem();
  return owner;
}

/** A picture that a key uploaded belongs to the person whose photo it becomes. */
export async function handOver(db: Db, viewer: Viewer, file: string, owner: string): Promise<void> {
  if (!writesForPeople(viewer)) return;
  await db
    .updateTable("files")
    .set({ uploaded_by: owner })
    .where("id", "=", file)
    .where("uploaded_by", "=", viewer.userId)
    .where("purpose", "=", "upload")
    .execute();
}
