import { sql } from "kysely";
import { OTHER_CATEGORY_SLUG } from "../../contract/page-services.ts";
import { type TemplateMove, templateMoves } from "../../contract/templates/template-moves.ts";
import { type Actor, recordActions } from "../actions/action-log.ts";
import { LIBRARY, PLACED } from "../catalogue/library-origin.ts";
import type { Dialect } from "../content/collection.ts";
import type { Db } from "../database/connect.ts";
import { failedValidation, invalidForeignKey, stillUsed } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { IMPORT_LINES } from "../limits/limits.ts";

/** Moves templates out of a type or category that is deleted, in the transaction that deletes it. */

type Category = { slug: string; label: string };
type LockedType = { plural: string; categories: Category[] };

export function readMoves(value: unknown): TemplateMove[] {
  if (value === undefined) return [];
  const read = templateMoves.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw failedValidation(
    "moves",
    "list",
    `Value must be a list of { template, to: { type, category } } or { category, to: { type, category } }: ${issue?.path.join(".")} ${issue?.message}.`,
  );
}

/**
 * Types locked against deletion, changes and new templates until the transaction ends. SQLite has only one
 * transaction at a time. Locked in order of their ids to avoid deadlocks.
 */
export async function lockTypes(
  db: Db,
  dialect: Dialect,
  ids: readonly string[],
  how: "to change" | "to sort into",
): Promise<Map<string, LockedType>> {
  if (ids.length === 0) return new Map();
  const select = db
    .selectFrom("types")
    .select(["id", "plural", "categories"])
    .where("id", "in", [...new Set(ids)])
    .orderBy("id");
  const locking =
    dialect === "sqlite" ? select : how === "to change" ? select.forUpdate() : select.forShare();
  const rows = await locking.execute();
  return new Map(
    rows.map(({ id, plural, categories }) => [id, { plural, categories: JSON.parse(categories) }]),
  );
}

export function requireCategory(
  types: ReadonlyMap<string, LockedType>,
  type: string,
  category: string,
  field = "category",
): void {
  const found = types.get(type);
  if (!found) throw invalidForeignKey("templates", "type", type);
  const slugs = found.categories.map((each) => each.slug);
  if (!slugs.includes(category))
    throw failedValidation(
      field,
      "in",
      slugs.length > 0
        ? messageFor("unknown_category", { category, type, known: slugs.join(", ") })
        : messageFor("no_categories", { category, type }),
    );
}

type Moving = { db: Db; now: Date; actor: Actor; type: string; types: ReadonlyMap<string, LockedType> };

/** The ids of the moved templates. A template that someone else moved out of the type in between stays there. */
export async function moveTemplates(moving: Moving, moves: readonly TemplateMove[]): Promise<string[]> {
  const { db, now, actor, type, types } = moving;
  const moved: string[] = [];
  const namedFirst = [
    ...moves.filter((move) => "template" in move),
    ...moves.filter((move) => "category" in move),
  ];
  for (const move of namedFirst) {
    const to = { type: move.to.type ?? type, category: move.to.category };
    if (to.category !== OTHER_CATEGORY_SLUG || !types.has(to.type))
      requireCategory(types, to.type, to.category, "moves");
    const select = db.selectFrom("templates").select(["id", "slug"]).where("type", "=", type);
    const rows = await ("template" in move
      ? select.where("id", "=", move.template)
      : move.category === OTHER_CATEGORY_SLUG
        ? select.where("category", "not in", knownSlugs(types, type))
        : select.where("category", "=", move.category)
    ).execute();
    if (to.type !== type) for (const row of rows) await changeType(db, row, to, now);
    const ids = rows.map(({ id }) => id);
    if (to.type === type && ids.length > 0) await changeCategory(moving, move, ids, to.category);
    moved.push(...ids);
    if ("category" in move) await moveDrafts(db, { type, category: move.category }, to);
  }
  const target =
    moved.length > IMPORT_LINES
      ? { kind: "templates" as const, ids: [String(moved.length)] }
      : { kind: "template" as const, ids: moved };
  await recordActions(db, actor, "template.moved", target, now);
  return moved;
}

/** Never empty, because "in ()" is no SQL. */
const knownSlugs = (types: ReadonlyMap<string, LockedType>, type: string) => [
  "",
  ...(types.get(type)?.categories.map(({ slug }) => slug) ?? []),
];

const placedOrigin = sql<string | null>`case origin when ${LIBRARY} then ${PLACED} else origin end`;

/** In one statement: a category may hold ten thousand. */
async function changeCategory(
  { db, now, type }: Moving,
  move: TemplateMove,
  ids: readonly string[],
  category: string,
): Promise<void> {
  const change = db
    .updateTable("templates")
    .set({ category, origin: placedOrigin, date_updated: now.toISOString() })
    .where("type", "=", type);
  const isWhole = "category" in move && move.category !== OTHER_CATEGORY_SLUG;
  if (isWhole) await change.where("category", "=", move.category).execute();
  else for (const id of ids) await change.where("id", "=", id).execute();
}

/** Drafts move too, without a new revision: their authors continue typing undisturbed. */
async function moveDrafts(
  db: Db,
  { type, category }: { type: string; category: string },
  to: { type: string; category: string },
): Promise<void> {
  await db
    .updateTable("template_drafts")
    .set(to)
    .where("type", "=", type)
    .where("category", "=", category)
    .execute();
}

async function changeType(
  db: Db,
  { id, slug }: { id: string; slug: string },
  to: { type: string; category: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable("templates")
    .set({
      ...to,
      ...(await freeAddress(db, to.type, slug)),
      origin: placedOrigin,
      date_updated: now.toISOString(),
    })
    .where("id", "=", id)
    .execute();
}

/** Another type may have a template with the same slug. */
async function freeAddress(db: Db, type: string, wanted: string): Promise<{ url: string; slug: string }> {
  for (let number = 1; ; number++) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    const url = `/${type}/${slug}`;
    const taken = await db.selectFrom("templates").select("id").where("url", "=", url).executeTakeFirst();
    if (!taken) return { url, slug };
  }
}

/** Refuses to delete categories that contain templates. */
export async function requireEmpty(
  db: Db,
  type: string,
  dropped: readonly Category[] | "all",
  plural: string,
): Promise<void> {
  if (dropped !== "all" && dropped.length === 0) return;
  const counted = await db
    .selectFrom("templates")
    .select((eb) => ["category", eb.fn.countAll<number>().as("count")])
    .where("type", "=", type)
    .$if(dropped !== "all", (query) =>
      query.where("category", "in", dropped === "all" ? [] : dropped.map(({ slug }) => slug)),
    )
    .groupBy("category")
    .execute();
  const count = counted.reduce((sum, each) => sum + Number(each.count), 0);
  if (count === 0) return;
  const labels =
    dropped === "all"
      ? plural
      : dropped
          .filter(({ slug }) => counted.some(({ category }) => category === slug))
          .map(({ label }) => label)
          .join(", ");
  const { message, text } = messageFor("templates_in_the_way", { labels, count });
  throw stillUsed(
    "templates",
    dropped === "all" ? "type" : "category",
    dropped === "all" ? type : counted.map(({ category }) => category).join(", "),
    { message: `${message} Send the new places as "moves".`, text },
  );
}
