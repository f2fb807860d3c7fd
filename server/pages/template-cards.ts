import { sql } from "kysely";
import { CARD_FIELDS } from "../../contract/collections/records.ts";
import type { CatalogueTemplate, NewTemplate, TemplateChoice } from "../../contract/page-services.ts";
import type { PaperKind } from "../../contract/templates/paper-kinds.ts";
import { FORMER_MEMBER, type TemplateAuthor } from "../../contract/templates/submissions.ts";
import type { TemplateOrder } from "../../contract/templates/template-order.ts";
import type { Database } from "../database/connect.ts";

/** Published templates, read in the orders for which migrations 3 and 11 made indices. */

type Db = Database["db"];
export type Facet = { type: string; category: string; papers: string; count: number };

/** What the column `papers` can hold. */
const STORED_PAPERS = ["a4", "us-letter", "a4 us-letter", "other"];

const ORDERS = {
  used: sql`used desc, date_created desc, template_name, id`,
  rating: sql`rating_order desc nulls last, used desc, date_created desc, template_name, id`,
  newest: sql`date_created desc, template_name, id`,
  name: sql`template_name, id`,
} as const satisfies Record<TemplateOrder, unknown>;

export function storedPapersWith(papers: readonly PaperKind[]): string[] {
  return STORED_PAPERS.filter((stored) => papers.some((paper) => stored.split(" ").includes(paper)));
}

/** How many there are of each type, category and choice of papers. */
export async function readFacets(db: Db): Promise<Facet[]> {
  return db
    .selectFrom("templates")
    .select(({ fn }) => ["type", "category", "papers", fn.countAll<number>().as("count")])
    .where("published", "=", 1)
    .groupBy(["type", "category", "papers"])
    .execute();
}

const cards = (db: Db) => db.selectFrom("templates").select(CARD_FIELDS).where("published", "=", 1);
type Row = Awaited<ReturnType<ReturnType<typeof cards>["execute"]>>[number];

export async function readCards(
  db: Db,
  { type, category, outside = [], papers = [] }: TemplateChoice & { type: string },
  { order, from, max }: { order: TemplateOrder; from: number; max: number },
): Promise<CatalogueTemplate[]> {
  const rows = await cards(db)
    .where("type", "=", type)
    .$if(category !== undefined, (query) => query.where("category", "=", category ?? ""))
    .$if(outside.length > 0, (query) => query.where("category", "not in", outside))
    .$if(papers.length > 0, (query) => query.where("papers", "in", storedPapersWith(papers)))
    .orderBy(ORDERS[order])
    .limit(max)
    .offset(from)
    .execute();
  return rows.map(asCard);
}

/** In the order of the ids. */
export async function readCardsById(db: Db, ids: readonly string[]): Promise<CatalogueTemplate[]> {
  if (ids.length === 0) return [];
  const rows = await cards(db).where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [asCard(row)] : [];
  });
}

/** What a template's own page shows of its row and its author, in one read. */
export async function readTemplateAt(db: Db, url: string) {
  const row = await cards(db)
    .select(["description", "date_updated", "fields", "theme", "sample", "samples", "authored", "link"])
    .select(({ selectFrom }) => {
      const author = selectFrom("user").whereRef("user.id", "=", "templates.author_id");
      return [author.select("user.name").as("author_name"), author.select("user.handle").as("author_handle")];
    })
    .where("url", "=", url)
    .executeTakeFirst();
  if (!row) return undefined;
  const { fields, theme, sample, samples, authored, author_name, author_handle, ...shown } = row;
  return {
    ...asCard(shown),
    description: shown.description,
    link: shown.link,
    date_updated: shown.date_updated,
    fields: JSON.parse(fields),
    theme: JSON.parse(theme),
    sample: JSON.parse(sample),
    samples: JSON.parse(samples),
    author: authored ? authorNamed(author_name, author_handle) : undefined,
  };
}

function authorNamed(name: string | null, handle: string | null): TemplateAuthor {
  return name === null ? { name: FORMER_MEMBER, handle: null } : { name, handle };
}

export function readAddresses(
  db: Db,
  from: number,
  max: number,
): Promise<{ url: string; date_created: string }[]> {
  return db
    .selectFrom("templates")
    .select(["url", "date_created"])
    .where("published", "=", 1)
    .orderBy("url")
    .limit(max)
    .offset(from)
    .execute();
}

export function readNewest(db: Db, max: number): Promise<NewTemplate[]> {
  return db
    .selectFrom("templates")
    .select(["id", "url", "template_name", "date_created", "description"])
    .where("published", "=", 1)
    .orderBy(ORDERS.newest)
    .limit(max)
    .execute();
}

function asCard({ page, ...row }: Row): CatalogueTemplate {
  return { ...row, page: JSON.parse(page) };
}
