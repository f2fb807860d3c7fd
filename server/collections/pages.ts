import { type SqlBool, sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { MAX_SITE_PAGES } from "../../contract/limits.ts";
import { slug } from "../../contract/templates/template-file.ts";
import { type Access, all, type Rows } from "../content/access.ts";
import { readRevision } from "../content/payload.ts";
import type { Db } from "../database/connect.ts";
import { failedValidation, notUnique, preconditionFailed } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import type { ContractCollection, Services } from "./services.ts";
import { STARTER_IDS } from "./starter-pages.ts";

const writable = ["id", "title", "body", "footer"];

/** Pages of the software would return at the next start; they can be emptied and are then not shown. */
const ownPages: Rows = {
  word: "all but privacy and terms",
  sql: (_, alias) => sql<SqlBool>`${sql.ref(`${alias}.id`)} not in (${sql.join(STARTER_IDS)})`,
};

const access: Access = {
  visitor: { read: all },
  person: { read: all },
  operator: {
    read: all,
    create: writable,
    update: { rows: all, fields: [...writable, "rev"] },
    delete: ownPages,
  },
  "templates:write": { read: all },
  "messages:read": { read: all },
};

/** The site's own texts. */
export function pages({ catalogue }: Services): ContractCollection<"pages"> {
  return {
    name: "pages",
    fields: COLLECTIONS.pages,
    access,
    underItems: true,
    isPublic: true,
    logged: "page",
    knownBy: "title",
    order: [{ field: "id", descending: false }],
    afterWrite: catalogue.refresh,

    async create({ db, check, now }, payload) {
      const { id, title, footer = null, ...values } = check(payload);
      const body = textOf(values.body ?? "");
      await requireFreeAddress(db, id);
      requireTitle(title);
      const { count } = await db
        .selectFrom("pages")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      if (Number(count) >= MAX_SITE_PAGES)
        throw failedValidation("id", "most", messageFor("too_many_pages_of_site", { most: MAX_SITE_PAGES }));
      const date_updated = now.toISOString();
      await db
        .insertInto("pages")
        .values({ id, title, body, footer, rev: 1, date_updated, origin: null })
        .execute();
      await catalogue.bump(db);
      return id;
    },

    /** A change that names its base revision is refused if someone else has changed the page since. */
    async update({ db, dialect, base, check, reachable, now }, id, payload) {
      const { rev, ...values } = check(payload);
      const select = db.selectFrom("pages").selectAll().where("id", "=", id).where(reachable);
      const stored = await (dialect === "postgres" ? select.forUpdate() : select).executeTakeFirst();
      if (!stored) return undefined;
      const startedFrom = base ?? readRevision(rev);
      const { origin: _, ...current } = stored;
      if (startedFrom !== undefined && startedFrom !== stored.rev)
        throw preconditionFailed(
          messageFor("page_changed", { rev: stored.rev, base: startedFrom }),
          pageFields(current),
        );
      if (values.id !== undefined && values.id !== id) await requireNewAddress(db, id, values.id);
      if (values.title !== undefined) requireTitle(values.title);
      if (values.body !== undefined) values.body = textOf(values.body);
      if (Object.keys(values).length === 0) return id;
      // A new position in the footer is not a new text: an unedited page continues to be updated with the software.
      const isWritten = values.title !== undefined || values.body !== undefined;
      await db
        .updateTable("pages")
        .set({
          ...values,
          rev: stored.rev + 1,
          ...(isWritten ? { date_updated: now.toISOString(), origin: null } : {}),
        })
        .where("id", "=", id)
        .execute();
      await catalogue.bump(db);
      return values.id ?? id;
    },

    async remove({ db, reachable }, id) {
      const { numDeletedRows } = await db
        .deleteFrom("pages")
        .where("id", "=", id)
        .where(reachable)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await catalogue.bump(db);
      return numDeletedRows > 0n;
    },
  };
}

/** Without the lower-case copies that SQLite stores for some columns. */
function pageFields(stored: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(COLLECTIONS.pages).map((name) => [name, stored[name]]));
}

async function requireNewAddress(db: Db, id: string, wanted: string): Promise<void> {
  if ((STARTER_IDS as readonly string[]).includes(id))
    throw failedValidation("id", "fixed", messageFor("fixed_page", { id }));
  await requireFreeAddress(db, wanted);
}

async function requireFreeAddress(db: Db, id: string): Promise<void> {
  if (!slug.safeParse(id).success) throw failedValidation("id", "slug", messageFor("page_slug"));
  if (id === "new") throw failedValidation("id", "reserved", messageFor("reserved_page"));
  if (await db.selectFrom("pages").select("id").where("id", "=", id).executeTakeFirst())
    throw notUnique("pages", "id", id);
}

/** A page of only white space has no text and is not shown. */
function textOf(body: string): string {
  return body.trim() === "" ? "" : body;
}

function requireTitle(title: string): void {
  if (title.trim() === "") throw failedValidation("title", "required", messageFor("title_required"));
}
