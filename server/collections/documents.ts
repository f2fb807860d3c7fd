import { COLLECTIONS } from "../../contract/collections.ts";
import { MAX_RENDER_BODY_BYTES } from "../../contract/limits.ts";
import { own, type Permissions } from "../content/access.ts";
import { newId } from "../database/ids.ts";
import { invalidForeignKey, preconditionFailed } from "../kernel/errors.ts";
import { readRevision, requireOwner, requireSameOwner } from "./ownership.ts";
import type { ContractCollection } from "./services.ts";

const mine = own("user_id");
const ownDocuments: Permissions = {
  read: mine,
  create: ["user_id", "templates_id", "title", "data", "theme"],
  update: { rows: mine, fields: ["user_id", "title", "data", "theme", "rev"] },
  delete: mine,
};

export const documents: ContractCollection<"documents"> = {
  name: "documents",
  fields: COLLECTIONS.documents,
  access: { person: ownDocuments, operator: ownDocuments },
  underItems: true,
  // A document holds the same pictures as the render of it.
  maxBodyBytes: MAX_RENDER_BODY_BYTES,

  async create(write, payload) {
    const { db, now } = write;
    const values = write.check(payload);
    const owner = requireOwner(write, payload, "documents");
    const template = values.templates_id;
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
        title: values.title ?? known.template_name,
        data: values.data ?? "{}",
        theme: values.theme ?? "{}",
        rev: 1,
        date_created: now.toISOString(),
        date_updated: now.toISOString(),
      })
      .execute();
    return id;
  },

  /** A change that says where it started is refused when the document has moved on since: a second tab must not overwrite. */
  async update({ db, dialect, now, base, check, reachable }, id, payload) {
    const { rev, user_id, ...values } = check(payload);
    const select = db.selectFrom("documents").selectAll().where("id", "=", id).where(reachable);
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
};
