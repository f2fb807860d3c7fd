import { type SqlBool, sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { MAX_LABEL_LENGTH, MAX_LABELS } from "../../contract/limits.ts";
import type { Message } from "../../contract/texts/text.ts";
import { own, type Rows } from "../content/access.ts";
import type { Collection } from "../content/collection.ts";
import { isObject } from "../content/query/parameters.ts";
import type { Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { failedValidation } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";

const mine = own("user_id");
/** Labels of documents in the bin are not counted. */
const outsideBin: Rows = {
  word: "own, of documents that are not in the bin",
  sql: (viewer, alias) =>
    sql<SqlBool>`(${mine.sql(viewer, alias)} and exists (select 1 from documents where documents.id = ${sql.ref(`${alias}.documents_id`)} and documents.date_deleted is null))`,
};
const ownLabels = { read: outsideBin };

/** The labels of documents, for counting and filtering. They are written with their document. */
export const documentLabels: Collection = {
  name: "document_labels",
  fields: COLLECTIONS.document_labels,
  access: { person: ownLabels, operator: ownLabels, documents: ownLabels },
  underItems: true,
  parent: "documents_id",
  order: [{ field: "label", descending: false }],
};

type Entry = { id: string; label: string };

/**
 * What was sent as labels: `{ "label": "Draft" }`, or the id of a label that the document has. Spaces at the ends don't count,
 * and neither does a label that is there already in other letters.
 */
export function readLabels(value: unknown, stored: readonly Entry[]): string[] {
  if (!Array.isArray(value)) throw refused('Value must be a list: [{ "label": "Draft" }].');
  const labels = new Map<string, string>();
  for (const entry of value) {
    const label = readLabel(entry, stored);
    const key = label.toLowerCase();
    if (!labels.has(key)) labels.set(key, label);
  }
  if (labels.size > MAX_LABELS)
    throw refused(messageFor("labels_count", { count: labels.size, most: MAX_LABELS }));
  return [...labels.values()];
}

function readLabel(entry: unknown, stored: readonly Entry[]): string {
  const id = isObject(entry) ? entry.id : entry;
  const known = stored.find((each) => each.id === id);
  const written = isObject(entry) ? (entry.label ?? known?.label) : known?.label;
  if (typeof written !== "string") throw refused('A label has to be written as { "label": "Draft" }.');
  const label = written.toWellFormed().normalize().replace(/\s+/g, " ").trim();
  if (label === "" || [...label].length > MAX_LABEL_LENGTH)
    throw refused(messageFor("label_length", { most: MAX_LABEL_LENGTH }));
  if (/\p{Cc}/u.test(label)) throw refused(messageFor("label_characters"));
  return label;
}

const refused = (reason: string | Message) => failedValidation("labels", "labels", reason);

export function storedLabels(db: Db, document: string): Promise<Entry[]> {
  return db
    .selectFrom("document_labels")
    .select(["id", "label"])
    .where("documents_id", "=", document)
    .orderBy("label")
    .execute();
}

/** Writes only the difference, so that a label that stays retains its id. */
export async function storeLabels(
  db: Db,
  { id: document, owner }: { id: string; owner: string },
  stored: readonly Entry[],
  labels: readonly string[],
): Promise<void> {
  const removed = stored.filter(({ label }) => !labels.includes(label)).map(({ id }) => id);
  const added = labels.filter((label) => !stored.some((each) => each.label === label));
  if (removed.length > 0) await db.deleteFrom("document_labels").where("id", "in", removed).execute();
  if (added.length > 0)
    await db
      .insertInto("document_labels")
      .values(added.map((label) => ({ id: newId(), user_id: owner, documents_id: document, label })))
      .execute();
}
