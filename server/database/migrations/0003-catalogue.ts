import { type Kysely, PostgresAdapter, sql } from "kysely";
import { joinedPapers } from "../../../contract/templates/paper-kinds.ts";
import { pageFile } from "../../../contract/templates/template-file.ts";
import type { ColumnKinds } from "../column-kinds.ts";

const BATCH = 500;

type Before = { templates: { id: string; page: string; papers: string } };

/**
 * Pages ask for what they show: each list in each of its orders, counts, the addresses of the site map. And who keeps
 * something made from templates asks which of them changed, not for all of them.
 */
export async function indexCatalogue(db: Kysely<unknown>, { text, integer }: ColumnKinds): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable("templates")
    .addColumn("papers", text, (c) => c.notNull().defaultTo("other"))
    .execute();
  await rememberPapers(db as Kysely<Before>);
  await schema
    .alterTable("catalogue")
    .addColumn("pictures", integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable("catalogue_changes")
    .addColumn("template_id", text, (c) => c.primaryKey())
    .addColumn("version", integer, (c) => c.notNull())
    .addColumn("pictures", integer, (c) => c.notNull())
    .execute();
  for (const counter of ["version", "pictures"])
    await schema
      .createIndex(`catalogue_changes_${counter}`)
      .on("catalogue_changes")
      .columns([counter, "template_id"])
      .execute();

  // Nulls are last in SQLite's descending order anyway, and it wants no word about it.
  const nullsLast = db.getExecutor().adapter instanceof PostgresAdapter ? " nulls last" : "";
  // All that decides whether a template is in a list stands in the index, so that only those shown are read.
  for (const [name, order] of [
    ["rating", `rating desc${nullsLast}, template_name`],
    ["used", "used desc, template_name"],
    ["newest", "date_created desc, template_name"],
    ["name", "template_name"],
  ])
    await sql
      .raw(`create index templates_by_${name} on templates (published, type, ${order}, id, category, papers)`)
      .execute(db);
  // The orders of the content API. Every list is one of published templates; an index that did not begin with that would
  // lose against those that do. Type and category are what lists are narrowed to.
  for (const column of ["category", "template_name", "rating", "used", "date_created", "date_updated"]) {
    await schema.dropIndex(`templates_${column}`).execute();
    await schema
      .createIndex(`templates_${column}`)
      .on("templates")
      .columns([...new Set(["published", column, "id", "type", "category"])])
      .execute();
  }
  await schema
    .createIndex("templates_listed")
    .on("templates")
    .columns(["published", "id", "type", "category"])
    .execute();
  await schema
    .createIndex("templates_counts")
    .on("templates")
    .columns(["published", "type", "category", "papers"])
    .execute();
  await schema
    .createIndex("templates_published")
    .on("templates")
    .columns(["published", "url", "date_created", "id", "version", "image"])
    .execute();
  await schema
    .createIndex("templates_origin")
    .on("templates")
    .columns(["origin", "id", "source_hash", "published"])
    .execute();
}

async function rememberPapers(db: Kysely<Before>): Promise<void> {
  for (let last = ""; ; ) {
    const rows = await db
      .selectFrom("templates")
      .select(["id", "page"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const byPapers = Map.groupBy(rows, ({ page }) => papersOf(page));
    for (const [papers, own] of byPapers)
      await db
        .updateTable("templates")
        .set({ papers })
        .where(
          "id",
          "in",
          own.map(({ id }) => id),
        )
        .execute();
    last = rows.at(-1)?.id ?? "";
    if (rows.length < BATCH) return;
  }
}

function papersOf(page: string): string {
  const read = pageFile.safeParse(JSON.parse(page));
  return read.success ? joinedPapers(read.data) : "other";
}
