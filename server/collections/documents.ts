import { rowRuleSql } from "../content/conditions.ts";
import { checkPayload } from "../content/payload.ts";
import { newId } from "../database/ids.ts";
import { invalidForeignKey, preconditionFailed } from "../kernel/errors.ts";
import type { Keeper } from "./keeper.ts";
import { readRevision, requireOwner, requireSameOwner } from "./ownership.ts";

export const documents: Keeper = {
  async create(writing, payload, writable) {
    const values = checkPayload("documents", payload, writable, "create");
    const owner = requireOwner(writing, payload, "documents");
    const { db, now } = writing;
    const template = values.templates_id as string;
    const known = await db
      .selectFrom("templates")
      .select("template_name")
      .where("id", "=", template)
      .executeTakeFirst();
    if (!known) throw invalidForeignKey("documents", "templates_id", template);
    const id = newId(now.getTime());
    await db
      .insertInto("documents")
      .values({
        id,
        user_id: owner,
        templates_id: template,
        title: (values.title as string | undefined) ?? known.template_name,
        data: (values.data as string | undefined) ?? "{}",
        theme: (values.theme as string | undefined) ?? "{}",
        rev: 1,
        date_created: now.toISOString(),
        date_updated: now.toISOString(),
      })
      .execute();
    return id;
  },

  /** A change that says where it started is refused when the document has moved on since: a second tab must not overwrite. */
  async update({ db, dialect, now, base }, id, payload, writable, rows) {
    const { rev, user_id, ...values } = checkPayload("documents", payload, writable, "update");
    const select = db
      .selectFrom("documents")
      .selectAll()
      .where("id", "=", id)
      .where(rowRuleSql(rows, "documents"));
    const stored = await (dialect === "postgres" ? select.forUpdate() : select).executeTakeFirst();
    if (!stored) return undefined;
    requireSameOwner(payload, stored);
    const startedFrom = base ?? readRevision(rev);
    if (startedFrom !== undefined && startedFrom !== stored.rev)
      throw preconditionFailed(
        `The document is at revision ${stored.rev}, the change started from ${startedFrom}. Nothing was changed.`,
        {
          ...stored,
          data: JSON.parse(stored.data),
          theme: JSON.parse(stored.theme),
        },
      );
    if (Object.keys(values).length === 0) return id;
    await db
      .updateTable("documents")
      .set({ ...values, rev: stored.rev + 1, date_updated: now.toISOString() })
      .where("id", "=", id)
      .execute();
    return id;
  },

  async remove({ db }, id, rows) {
    const { numDeletedRows } = await db
      .deleteFrom("documents")
      .where("id", "=", id)
      .where(rowRuleSql(rows, "documents"))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
};
