import { type SqlBool, sql } from "kysely";
import { documentInvoice } from "../../contract/bill.ts";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { MAX_RENDER_BODY_BYTES } from "../../contract/limits.ts";
import { leftoverValues } from "../../shared/switching/leftover-values.ts";
import { newestVersion } from "../catalogue/versions/template-versions.ts";
import {
  own,
  ownerOf,
  type Permissions,
  type Rows,
  requireOwner,
  requireSameOwner,
} from "../content/access.ts";
import type { Write } from "../content/collection.ts";
import { readRevision } from "../content/payload.ts";
import type { Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { failedValidation, invalidForeignKey, preconditionFailed } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { DOCUMENT_INVOICE_BYTES, DOCUMENT_THEME_BYTES } from "../limits/limits.ts";
import { documentUsage, lockUsage, requireQuota } from "../limits/quotas.ts";
import { readLabels, storedLabels, storeLabels } from "./document-labels.ts";
import type { ContractCollection, Services } from "./services.ts";

const mine = own("user_id");
/** A document in the bin is hidden, unless it is asked for or restored. */
const mineOutsideBin: Rows = {
  word: "own, not in the bin",
  sql: (viewer, alias) =>
    sql<SqlBool>`(${mine.sql(viewer, alias)} and ${sql.ref(`${alias}.date_deleted`)} is null)`,
};
const ownDocuments: Permissions = {
  read: mineOutsideBin,
  readIfFilteredBy: { field: "date_deleted", rows: mine },
  readAfterWrite: mine,
  create: [
    "user_id",
    "templates_id",
    "template_versions_id",
    "title",
    "data",
    "kept",
    "invoice",
    "theme",
    "labels",
  ],
  update: {
    rows: mine,
    fields: [
      "user_id",
      "template_versions_id",
      "left_version",
      "title",
      "data",
      "kept",
      "invoice",
      "theme",
      "rev",
      "labels",
      "date_deleted",
    ],
  },
  delete: mine,
};

export function documents({
  catalogue,
  madeWith,
  quotas: { documents: quota },
}: Pick<Services, "catalogue" | "madeWith" | "quotas">): ContractCollection<"documents"> {
  /** The first document after a change of the kit creates a version of its template, which lists show. */
  async function newest(write: Pick<Write, "db" | "dialect" | "now">, template: string): Promise<string> {
    const { id, isNew } = await newestVersion(write, template, madeWith);
    if (isNew) await catalogue.bumpPictures(write.db, [template]);
    return id;
  }

  return {
    name: "documents",
    fields: COLLECTIONS.documents,
    access: { person: ownDocuments, operator: ownDocuments, documents: ownDocuments },
    underItems: true,
    // A document holds the same pictures as a render request for it.
    maxBodyBytes: MAX_RENDER_BODY_BYTES,
    hasQuota: true,
    sortedAnyCase: ["title"],

    async create(write, payload) {
      const { db, dialect, now } = write;
      const values = write.check(payload);
      requireSmallTheme(values.theme);
      const owner = requireOwner(write.viewer, payload, "documents");
      const labels = payload.labels === undefined ? [] : readLabels(payload.labels, []);
      const template = values.templates_id;
      const known = await db
        .selectFrom("templates")
        .select("template_name")
        .where("id", "=", template)
        .executeTakeFirst();
      if (!known) throw invalidForeignKey("documents", "templates_id", template);
      const pin = values.template_versions_id ?? (await newest(write, template));
      await requireVersionOf(db, template, pin);
      const { title = known.template_name, data = "{}", theme = "{}", kept: leftovers = "{}" } = values;
      const { invoice = "{}" } = values;
      requireLeftovers(leftovers);
      requireInvoice(invoice);
      const bytes = [title, data, theme, leftovers, invoice].reduce((sum, text) => sum + bytesOf(text), 0);
      await lockUsage(db, dialect, owner);
      requireQuota("documents", quota, await documentUsage(db, owner), { count: 1, bytes });
      const id = newId(now.getTime());
      await db
        .insertInto("documents")
        .values({
          id,
          user_id: owner,
          templates_id: template,
          template_versions_id: pin,
          left_version: null,
          title,
          data,
          theme,
          kept: leftovers,
          invoice,
          bytes,
          rev: 1,
          date_created: now.toISOString(),
          date_updated: now.toISOString(),
          date_deleted: null,
        })
        .execute();
      await storeLabels(db, { id, owner }, [], labels);
      return id;
    },

    /**
     * A change that names its base revision is refused if the document has changed since, so that a second tab doesn't
     * overwrite it.
     */
    async update({ db, dialect, viewer, now, base, check, reachable }, id, payload) {
      const { rev, user_id, left_version, date_deleted, ...values } = check(payload);
      requireSmallTheme(values.theme);
      requireLeftovers(values.kept);
      requireInvoice(values.invoice);
      const owner = ownerOf(viewer);
      if (!owner) return undefined;
      // Before the document itself, so that two requests never wait for each other.
      await lockUsage(db, dialect, owner);
      const select = db
        .selectFrom("documents")
        .select([
          "user_id",
          "templates_id",
          "rev",
          "bytes",
          "date_deleted",
          size("title"),
          size("data"),
          size("theme"),
          size("kept"),
          size("invoice"),
        ])
        .where("id", "=", id)
        .where(reachable);
      const stored = await (dialect === "postgres" ? select.forUpdate() : select).executeTakeFirst();
      if (!stored) return undefined;
      // A tab with unsaved changes must not lose them to the bin; it learns that the document is deleted.
      const isTakenBack = date_deleted === null;
      if (stored.date_deleted !== null && date_deleted === undefined) return undefined;
      requireSameOwner(payload, stored);
      const startedFrom = base ?? readRevision(rev);
      if (startedFrom !== undefined && startedFrom !== stored.rev)
        throw preconditionFailed(
          messageFor("document_changed", { rev: stored.rev, base: startedFrom }),
          await readCurrent(db, id),
        );
      if (date_deleted !== undefined && isTakenBack !== (stored.date_deleted === null))
        await db
          .updateTable("documents")
          .set({ date_deleted: isTakenBack ? null : now.toISOString() })
          .where("id", "=", id)
          .execute();
      // Labels aren't part of the revision: a tab that has the document open need not reload it.
      if (payload.labels !== undefined) {
        const labels = await storedLabels(db, id);
        await storeLabels(db, { id, owner }, labels, readLabels(payload.labels, labels));
      }
      if (left_version !== undefined)
        await db.updateTable("documents").set({ left_version }).where("id", "=", id).execute();
      if (values.template_versions_id !== undefined)
        await requireVersionOf(db, stored.templates_id, values.template_versions_id);
      if (Object.keys(values).length === 0) return id;
      const bytes =
        bytesOf(values.title, stored.title) +
        bytesOf(values.data, stored.data) +
        bytesOf(values.theme, stored.theme) +
        bytesOf(values.kept, stored.kept) +
        bytesOf(values.invoice, stored.invoice);
      // What does not grow needs no room, also where there is none left.
      if (bytes > stored.bytes)
        requireQuota("documents", quota, await documentUsage(db, owner), {
          count: 0,
          bytes: bytes - stored.bytes,
        });
      await db
        .updateTable("documents")
        .set({ ...values, bytes, rev: stored.rev + 1, date_updated: now.toISOString() })
        .where("id", "=", id)
        .execute();
      return id;
    },
  };
}

/** A document can switch to another version of its template here, never to another template. */
async function requireVersionOf(db: Db, template: string | null, version: string | null): Promise<void> {
  const found =
    version &&
    (await db
      .selectFrom("template_versions")
      .select("id")
      .where("id", "=", version)
      .where("templates_id", "=", template)
      .executeTakeFirst());
  if (!found) throw invalidForeignKey("documents", "template_versions_id", version);
}

/** The size of a column in bytes, without reading it. */
const size = <Name extends "title" | "data" | "theme" | "kept" | "invoice">(column: Name) =>
  sql<number>`octet_length(${sql.ref(column)})`.as(column);

function bytesOf(value: string | undefined, otherwise = 0): number {
  return value === undefined ? otherwise : Buffer.byteLength(value);
}

function requireSmallTheme(theme: string | undefined): void {
  if (bytesOf(theme) > DOCUMENT_THEME_BYTES)
    throw failedValidation("theme", "length", `Value may have at most ${DOCUMENT_THEME_BYTES} bytes.`);
}

/** Leftovers have one format, so that templates can restore them. */
function requireLeftovers(leftovers: string | undefined): void {
  if (leftovers === undefined || leftovers === "{}") return;
  if (!leftoverValues.safeParse(JSON.parse(leftovers)).success)
    throw failedValidation("kept", "format", "Value must be unchanged from an answer of this server.");
}

function requireInvoice(invoice: string | undefined): void {
  if (invoice === undefined || invoice === "{}") return;
  if (bytesOf(invoice) > DOCUMENT_INVOICE_BYTES)
    throw failedValidation("invoice", "length", `Value may have at most ${DOCUMENT_INVOICE_BYTES} bytes.`);
  const { error } = documentInvoice.safeParse(JSON.parse(invoice));
  const [issue] = error?.issues ?? [];
  if (issue)
    throw failedValidation(
      "invoice",
      "format",
      `Value has a problem at "${issue.path.join(".")}": ${issue.message}`,
    );
}

async function readCurrent(db: Db, id: string) {
  const {
    data,
    theme,
    kept: leftovers,
    invoice,
    ...stored
  } = await db
    .selectFrom("documents")
    .select([
      "id",
      "user_id",
      "templates_id",
      "template_versions_id",
      "left_version",
      "title",
      "data",
      "theme",
      "kept",
      "invoice",
      "rev",
      "date_created",
      "date_updated",
      "date_deleted",
    ])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    ...stored,
    data: JSON.parse(data),
    theme: JSON.parse(theme),
    kept: JSON.parse(leftovers),
    invoice: JSON.parse(invoice),
  };
}
