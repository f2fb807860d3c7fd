import { sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { MAX_DRAFT_BODY_BYTES, MAX_DRAFT_BODY_VALUES } from "../../contract/limits.ts";
import { pageFile, templateFile } from "../../contract/templates/template-file.ts";
import { all, NOTHING, own, type Permissions, type Rows } from "../content/access.ts";
import { readRevision } from "../content/payload.ts";
import type { Db } from "../database/connect.ts";
import type { Columns, Tables } from "../database/tables.ts";
import { failedValidation, preconditionFailed } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import type { ContractCollection, Services } from "./services.ts";

/** Drafts are created, published and submitted under /drafts (server/drafts); here they are read, changed and deleted. */
const CHANGED = [
  "rev",
  "base_number",
  "template_name",
  "type",
  "category",
  "slug",
  "description",
  "words",
  "title",
  "content",
  "fields",
  "sample",
  "page",
  "theme",
];

const manageDrafts: Permissions = { read: all, update: { rows: all, fields: CHANGED }, delete: all };

export function templateDrafts({
  maySubmit,
}: Pick<Services, "maySubmit">): ContractCollection<"template_drafts"> {
  const mine: Rows = {
    word: "own, while handing in is on",
    sql: (viewer, alias) => (maySubmit() ? own("owner_id").sql(viewer, alias) : NOTHING),
  };
  return {
    name: "template_drafts",
    fields: COLLECTIONS.template_drafts,
    access: {
      person: { read: mine, update: { rows: mine, fields: CHANGED }, delete: mine },
      operator: manageDrafts,
      "templates:write": manageDrafts,
      "library:write": manageDrafts,
    },
    underItems: true,
    maxBodyBytes: MAX_DRAFT_BODY_BYTES,
    maxBodyValues: MAX_DRAFT_BODY_VALUES,
    order: [{ field: "date_updated", descending: true }],

    /**
     * Two people may have the same draft open: a change that names its base revision is refused if the draft has changed since.
     */
    async update({ db, dialect, now, base, check, reachable }, id, payload) {
      const { rev, ...values } = check(payload);
      requireShowable(values);
      const select = db.selectFrom("template_drafts").select("rev").where("id", "=", id).where(reachable);
      const stored = await (dialect === "postgres" ? select.forUpdate() : select).executeTakeFirst();
      if (!stored) return undefined;
      const startedFrom = base ?? readRevision(rev);
      if (startedFrom !== undefined && startedFrom !== stored.rev)
        throw await revisionConflict(db, id, startedFrom);
      if (Object.keys(values).length === 0) return id;
      await db
        .updateTable("template_drafts")
        .set({ ...values, rev: stored.rev + 1, date_updated: now.toISOString() })
        .where("id", "=", id)
        .execute();
      return id;
    },
  };
}

/** What is refused when the draft is at another revision than the one that was named, with the draft as it is. */
export async function revisionConflict(db: Db, id: string, startedFrom: number) {
  const stored = await db.selectFrom("template_drafts").selectAll().where("id", "=", id).executeTakeFirst();
  const current = stored && shownDraft(stored);
  return preconditionFailed(
    messageFor("draft_changed", { rev: stored?.rev ?? 0, base: startedFrom }),
    current,
  );
}

/** A row as the API answers it, without the lower-case copies that SQLite stores. */
function shownDraft(row: Tables["template_drafts"]) {
  const names = Object.keys(COLLECTIONS.template_drafts);
  const shown = Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
  return { ...shown, page: JSON.parse(row.page), theme: JSON.parse(row.theme) };
}

/** Locks a draft before it is read and changed. SQLite has only one writer. */
export async function lockDraft(db: Db, id: string): Promise<void> {
  await sql`update template_drafts set rev = rev where id = ${id}`.execute(db);
}

type Values = Partial<Columns<"template_drafts">>;

function requireShowable({ page, theme }: Values): void {
  if (page !== undefined && !pageFile.safeParse(JSON.parse(page)).success)
    throw failedValidation(
      "page",
      "page",
      'Value must be { "papers": ["a4", "us-letter"], "orientation": "portrait" } or a size in millimetres, { "width": 85, "height": 55 }.',
    );
  if (theme !== undefined && !templateFile.shape.theme.safeParse(JSON.parse(theme)).success)
    throw failedValidation(
      "theme",
      "theme",
      'Value must be { "accent": "#1f4fd8", "fonts": "original" }, with one of the pairings of typefaces.',
    );
}
