import { sql } from "kysely";
import { rowRuleSql } from "../content/conditions.ts";
import { checkPayload } from "../content/payload.ts";
import {
  emailChangesElsewhere,
  failedValidation,
  forbiddenItem,
  invalidForeignKey,
} from "../kernel/errors.ts";
import type { Keeper, Writing } from "./keeper.ts";

/** Profiles are made by signing up and removed with the account; only their own person changes them. */
export const user: Keeper = {
  async update(writing, id, payload, writable, rows) {
    const { db } = writing;
    const stored = await db
      .selectFrom("user")
      .selectAll()
      .where("id", "=", id)
      .where(rowRuleSql(rows, "user"))
      .executeTakeFirst();
    if (!stored) return undefined;
    const { id: sentId, email, ...rest } = payload;
    // The whole profile may be sent back, so what is not changed here is accepted as it stands.
    if (sentId !== undefined && sentId !== stored.id) throw forbiddenItem();
    if (email !== undefined && email !== stored.email) throw emailChangesElsewhere();
    const values = checkPayload("user", rest, writable, "update");
    if (typeof values.avatar === "string") requirePicturePath(values.avatar);
    if (typeof values.photo === "string") await requireOwnPhoto(writing, values.photo, stored.id);
    if (Object.keys(values).length > 0)
      await db.updateTable("user").set(values).where("id", "=", stored.id).execute();
    if ("photo" in values && stored.photo && values.photo !== stored.photo)
      await removeReplacedPhoto(writing, stored.photo);
    return stored.id;
  },
};

/** A path of this site: a picture from elsewhere would tell its owner who looks at the profile. */
function requirePicturePath(avatar: string): void {
  if (!/^\/(?![/\\])[\w\-./]*$/.test(avatar))
    throw failedValidation("avatar", "path", "Value has to be the path of a picture on this site.");
}

async function requireOwnPhoto({ db }: Writing, photo: string, owner: string): Promise<void> {
  const found = await db
    .selectFrom("files")
    .select("id")
    .where("id", "=", photo)
    .where("uploaded_by", "=", owner)
    .executeTakeFirst();
  if (!found) throw invalidForeignKey("user", "photo", photo);
}

async function removeReplacedPhoto({ db }: Writing, photo: string): Promise<void> {
  await sql`delete from files where id = ${photo} and purpose = 'upload'`.execute(db);
}
