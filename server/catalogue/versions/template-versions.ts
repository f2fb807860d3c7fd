import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database, Db } from "../../database/connect.ts";
import { newId } from "../../database/ids.ts";
import type { Columns } from "../../database/tables.ts";
import { preconditionFailed } from "../../errors/errors.ts";
import { messageFor } from "../../errors/messages.ts";
import { type MadeWith, UNCHECKED } from "./kits.ts";

/**
 * The row of a template is always equal to its newest version. All code that changes a template (content API, library import,
 * publishing, restoring) writes its row and then its version, in one transaction.
 */

/**
 * `state` is the public field, `published` the number that indexes and queries use. Nodes of an older version read both while an upgrade
 * rolls, so both columns stay, and are only ever written together, from here.
 */
export const PUBLISHED = { published: 1, state: "published" } as const;
export const HIDDEN = { published: 0, state: "hidden" } as const;

type Looks = Pick<Columns<"templates">, "content" | "fields" | "sample" | "samples" | "page" | "theme">;

/** Changes whenever a page made with the template could look different. */
export function versionOf({ content, fields, sample, samples, page, theme }: Looks): string {
  // Those without any are called as they were before there were some.
  const others = samples === "{}" ? [] : [samples];
  return createHash("sha256")
    .update(JSON.stringify([content, fields, sample, page, theme, ...others]))
    .digest("hex")
    .slice(0, 32);
}

type NewVersion = {
  template: string;
  madeWith: MadeWith;
  now: Date;
  /** What changed, in one line. */
  note?: string | null | undefined;
  /** Who publishes it; null for the library or a program. */
  userId?: string | null;
  /** The number of the version that the change started from; refused when there is a newer one. */
  base?: number | undefined;
};

/**
 * To be called in the transaction that has written the template's row, after it: copies the row, so that the two can't differ. Gives
 * the number of the version, which is the one before when nothing has changed.
 */
export async function storeVersion(db: Db, version: NewVersion): Promise<number> {
  const { template, madeWith, now, note = null, userId = null, base } = version;
  const { number, isSame } = await compareNewest(db, template, madeWith);
  if (base !== undefined && base !== number)
    throw preconditionFailed(messageFor("template_changed", { rev: number, base }), {
      version_number: number,
    });
  if (isSame) return number;
  const { version_number } = await db
    .updateTable("templates")
    .set((eb) => ({ version_number: eb("version_number", "+", 1), ...UNCHECKED }))
    .where("id", "=", template)
    .returning("version_number")
    .executeTakeFirstOrThrow();
  const row = { id: newId(now.getTime()), ...madeWith, note, userId, created: now.toISOString() };
  await sql`
    insert into template_versions (id, templates_id, number, kit, engine, note, user_id, date_created,
      version, template_name, title, page, theme, fields, sample, samples, content)
    select ${text(row.id)}, id, version_number, ${text(row.kit)}, ${text(row.engine)}, ${text(row.note)}, ${text(row.userId)}, ${text(row.created)},
      version, template_name, title, page, theme, fields, sample, samples, content
    from templates where id = ${template}`.execute(db);
  return version_number;
}

/** PostgreSQL can't infer the type of a parameter in a list of columns. */
const text = (value: string | null) => sql`cast(${value} as text)`;

async function compareNewest(
  db: Db,
  template: string,
  { kit, engine }: MadeWith,
): Promise<{ number: number; isSame: boolean }> {
  const { rows } = await sql<{ number: number; same: number }>`
    select t.version_number as number, count(v.id) as same
    from templates as t
    left join template_versions as v on v.templates_id = t.id and v.number = t.version_number
      and v.version = t.version and v.template_name = t.template_name and v.title is not distinct from t.title
      and v.kit = ${kit} and v.engine = ${engine}
    where t.id = ${template}
    group by t.id, t.version_number`.execute(db);
  const [found] = rows;
  return { number: found?.number ?? 0, isSame: Number(found?.same ?? 0) > 0 };
}

/**
 * The id of the version that something new is made with: the newest. When the kit or the engine has changed since, a version with the
 * same source is written first; `isNew` says so.
 */
export async function newestVersion(
  { db, dialect, now }: { db: Db; dialect: Database["dialect"]; now: Date },
  template: string,
  madeWith: MadeWith,
): Promise<{ id: string; isNew: boolean }> {
  const { isSame } = await compareNewest(db, template, madeWith);
  if (!isSame) {
    await lockTemplate(db, dialect, template);
    await storeVersion(db, { template, madeWith, now });
  }
  const { id } = await db
    .selectFrom("template_versions")
    .innerJoin("templates", "templates.id", "template_versions.templates_id")
    .select("template_versions.id")
    .where("templates_id", "=", template)
    .whereRef("template_versions.number", "=", "templates.version_number")
    .executeTakeFirstOrThrow();
  return { id, isNew: !isSame };
}

/** Locks a template before it is read and changed. SQLite has only one writer. */
export async function lockTemplate(db: Db, dialect: Database["dialect"], id: string): Promise<void> {
  if (dialect === "postgres")
    await db.selectFrom("templates").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

/** A template that files brought becomes the operator's own: files no longer change it. */
export async function takeOver(db: Db, id: string): Promise<void> {
  await db.updateTable("templates").set({ origin: null, source_hash: null }).where("id", "=", id).execute();
}
