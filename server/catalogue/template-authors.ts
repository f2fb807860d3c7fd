import { FORMER_MEMBER, type TemplateAuthor } from "../../contract/submissions.ts";
import type { Db } from "../database/connect.ts";
import { recordChanges } from "./changes.ts";
import { HIDDEN } from "./template-versions.ts";

/** Whose name stands on templates that people handed in. */

/** Before a person is deleted: as they chose, their templates are hidden, or stay as a former member's. */
export async function leaveTemplates(db: Db, userId: string): Promise<void> {
  const person = await db.selectFrom("user").select("leaving").where("id", "=", userId).executeTakeFirst();
  const theirs = await db.selectFrom("templates").select("id").where("author_id", "=", userId).execute();
  if (!person || theirs.length === 0) return;
  const ids = theirs.map(({ id }) => id);
  if (person.leaving === "go") await db.updateTable("templates").set(HIDDEN).where("id", "in", ids).execute();
  await recordChanges(db, ids);
}

/** Who handed in a template; undefined when it is the library's own. */
export async function authorOf(db: Db, template: string): Promise<TemplateAuthor | undefined> {
  const found = await db
    .selectFrom("templates")
    .leftJoin("user", "user.id", "templates.author_id")
    .select(["templates.authored", "user.name", "user.handle"])
    .where("templates.id", "=", template)
    .executeTakeFirst();
  if (!found?.authored) return undefined;
  return found.name === null
    ? { name: FORMER_MEMBER, handle: null }
    : { name: found.name, handle: found.handle };
}

/** Somebody who has templates that everybody sees, with the ids of those, the newest first. */
export async function findAuthor(
  db: Db,
  handle: string,
): Promise<{ name: string; handle: string; bio: string | null; templates: string[] } | undefined> {
  const person = await db
    .selectFrom("user")
    .select(["id", "name", "bio"])
    .where("handle", "=", handle)
    .executeTakeFirst();
  if (!person) return undefined;
  const rows = await db
    .selectFrom("templates")
    .select("id")
    .where("author_id", "=", person.id)
    .where("published", "=", 1)
    .orderBy("date_created", "desc")
    .orderBy("id")
    .execute();
  if (rows.length === 0) return undefined;
  return { name: person.name, handle, bio: person.bio, templates: rows.map(({ id }) => id) };
}
