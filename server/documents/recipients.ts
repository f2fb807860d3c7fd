import { type GroupField, groupField } from "../../contract/templates/template-file.ts";
import { readDocumentInvoice } from "../../shared/bill/document-invoice.ts";
import {
  asksForRecipient,
  distinctRecipients,
  type Recipient,
  recipientIn,
} from "../../shared/filling/recipients.ts";
import { copyMeanings } from "../../shared/switching/field-pairs.ts";
import type { Db } from "../database/connect.ts";
import { RECIPIENTS_FROM } from "../limits/limits.ts";

/**
 * People this person has written to, read from their own newest documents. Nothing else stores it, so nothing
 * has to be kept in sync.
 */
export async function listRecipients(db: Db, owner: string): Promise<Recipient[]> {
  const newest = await db
    .selectFrom("documents")
    .leftJoin("templates", "templates.id", "documents.templates_id")
    .leftJoin("template_versions", "template_versions.id", "documents.template_versions_id")
    .select([
      "documents.id",
      "documents.bytes",
      "templates.id as template",
      "template_versions.id as version",
    ])
    .where("documents.user_id", "=", owner)
    .where("documents.date_deleted", "is", null)
    .orderBy("documents.date_updated", "desc")
    .limit(RECIPIENTS_FROM.documents)
    .execute();
  const fields = await readFields(db, newest);
  const reads = newest.flatMap(({ id, bytes, template, version }) => {
    const known = fields.get(keyOf(template, version));
    return known ? [{ id, bytes, fields: known }] : [];
  });
  const read = withinBytes(reads);
  if (read.length === 0) return [];
  const ids = read.map(({ id }) => id);
  const rows = await db
    .selectFrom("documents")
    .select(["id", "data", "invoice"])
    .where("user_id", "=", owner)
    .where("id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = read.map(({ id, fields }) => {
    const { data = "{}", invoice = "{}" } = byId.get(id) ?? {};
    return recipientIn(fields, JSON.parse(data), readDocumentInvoice(JSON.parse(invoice)));
  });
  return distinctRecipients(found.filter((each) => each !== undefined));
}

type Made = { template: string | null; version: string | null };

function keyOf(template: string | null, version: string | null): string {
  return `${template} ${version}`;
}

/** The fields of those templates, in the documents' versions, that ask for a recipient. */
async function readFields(db: Db, made: readonly Made[]): Promise<Map<string, GroupField>> {
  const templates = await readParsed(db, "templates", distinct(made.map(({ template }) => template)));
  const versions = await readParsed(db, "template_versions", distinct(made.map(({ version }) => version)));
  const found = new Map<string, GroupField>();
  for (const { template, version } of made) {
    const key = keyOf(template, version);
    if (found.has(key)) continue;
    const now = template ? templates.get(template) : undefined;
    const then = version ? versions.get(version) : undefined;
    const fields = then && now ? copyMeanings(then, now) : (then ?? now);
    if (fields && asksForRecipient(fields)) found.set(key, fields);
  }
  return found;
}

async function readParsed(
  db: Db,
  table: "templates" | "template_versions",
  ids: string[],
): Promise<Map<string, GroupField>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom(table).select(["id", "fields"]).where("id", "in", ids).execute();
  return new Map(
    rows.flatMap(({ id, fields }): [string, GroupField][] => {
      const parsed = groupField.safeParse(JSON.parse(fields));
      return parsed.success ? [[id, parsed.data]] : [];
    }),
  );
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null);
}

/**
 * The newest documents that can be read at once; one that is too large because of its pictures is skipped.
 */
export function withinBytes<Each extends { bytes: number }>(
  newest: readonly Each[],
  max: number = RECIPIENTS_FROM.bytes,
): Each[] {
  let left = max;
  return newest.filter(({ bytes }) => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
}
