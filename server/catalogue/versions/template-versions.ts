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
  const { template, madeWith, base } = version;
  const { number, isSame } = await compareNewest(db, template, madeWith);
  if (base !== undefined && base !== number)
    throw preconditionFailed(messageFor("template_changed", { rev: number, base }), {
      version_number: number,
    });
  if (isSame) return number;
  await addVersions(db, [template], version);
  return number + 1;
}

/** The same for many templates, in three statements. */
export async function storeVersions(
  db: Db,
  templates: string[],
  version: Omit<NewVersion, "template" | "base">,
): Promise<void> {
  if (templates.length === 0) return;
  const newest = await compareAll(db, templates, version.madeWith);
  const changed = templates.filter((id) => !newest.get(id)?.isSame);
  if (changed.length > 0) await addVersions(db, changed, version);
}

async function addVersions(
  db: Db,
  templates: string[],
  { madeWith, now, note = null, userId = null }: Omit<NewVersion, "template" | "base">,
): Promise<void> {
  await db
    .updateTable("templates")
    .set((eb) => ({ version_number: eb("version_number", "+", 1), ...UNCHECKED }))
    .where("id", "in", templates)
    .execute();
  const { kit, engine } = madeWith;
  // Both databases call the columns of a list of values so.
  const ids = templates.map((id) => sql`(${text(id)}, ${text(newId(now.getTime()))})`);
  await sql`
    insert into template_versions (id, templates_id, number, kit, engine, note, user_id, date_created,
      version, template_name, title, page, theme, fields, sample, samples, content)
    select ids.column2, t.id, t.version_number, ${text(kit)}, ${text(engine)}, ${text(note)}, ${text(userId)}, ${text(now.toISOString())},
      t.version, t.template_name, t.title, t.page, t.theme, t.fields, t.sample, t.samples, t.content
    from templates as t join (values ${sql.join(ids)}) as ids on ids.column1 = t.id`.execute(db);
}

/** PostgreSQL can't infer the type of a parameter in a list of columns. */
const text = (value: string | null) => sql`cast(${value} as text)`;

type Newest = { number: number; isSame: boolean };

async function compareNewest(db: Db, template: string, madeWith: MadeWith): Promise<Newest> {
  return (await compareAll(db, [template], madeWith)).get(template) ?? { number: 0, isSame: false };
}

async function compareAll(
  db: Db,
  templates: string[],
  { kit, engine }: MadeWith,
): Promise<Map<string, Newest>> {
  const { rows } = await sql<{ id: string; number: number; same: number }>`
    select t.id, t.version_number as number, count(v.id) as same
    from templates as t
    left join template_versions as v on v.templates_id = t.id and v.number = t.version_number
      and v.version = t.version and v.template_name = t.template_name and v.title is not distinct from t.title
      and v.kit = ${kit} and v.engine = ${engine}
    where t.id in (${sql.join(templates)})
    group by t.id, t.version_number`.execute(db);
  return new Map(rows.map(({ id, number, same }) => [id, { number, isSame: Number(same) > 0 }]));
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
