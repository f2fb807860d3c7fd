import type { AuthorPage } from "../../contract/templates/submissions.ts";
import type { Database, Db } from "../database/connect.ts";
import { recordChanges } from "./changes.ts";
import { HIDDEN } from "./versions/template-versions.ts";

const MAX_AUTHORS = 2_000; // the first part of a site map holds more

/** The authors of submitted templates. */

/** Before a person is deleted: as they chose, their templates are hidden, or stay as a former member's. `refresh` is called after it. */
export async function leaveTemplates(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  userId: string,
): Promise<void> {
  const person = await db.selectFrom("user").select("leaving").where("id", "=", userId).executeTakeFirst();
  const ids = await templatesOfAuthor(db, userId);
  if (!person || ids.length === 0) return;
  if (person.leaving === "go") await db.updateTable("templates").set(HIDDEN).where("id", "in", ids).execute();
  await recordChanges({ db, dialect }, ids);
}

type FoundAuthor = Omit<AuthorPage, "templates"> & { templates: string[] };

/** An author with published templates and the ids of those, the newest first. */
export async function findAuthor(db: Db, handle: string): Promise<FoundAuthor | undefined> {
  const person = await db
    .selectFrom("user")
    .select(["id", "name", "bio", "photo", "avatar"])
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
  const { name, bio, photo, avatar } = person;
  return { name, handle, bio, photo, avatar, templates: rows.map(({ id }) => id) };
}

/** Those who have a page of their own, for the site map. */
export async function listAuthors(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("user")
    .select("handle")
    .where("handle", "is not", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("templates")
          .select("templates.id")
          .whereRef("templates.author_id", "=", "user.id")
          .where("templates.published", "=", 1),
      ),
    )
    .orderBy("handle")
    .limit(MAX_AUTHORS)
    .execute();
  return rows.flatMap(({ handle }) => handle ?? []);
}

export async function templatesOfAuthor(db: Db, userId: string): Promise<string[]> {
  const theirs = await db.selectFrom("templates").select("id").where("author_id", "=", userId).execute();
  return theirs.map(({ id }) => id);
}
