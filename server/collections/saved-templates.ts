import { sql } from "kysely";
import { MAX_SAVED_TEMPLATES } from "../../contract/limits.ts";
import { type Dialect, inList, rowRuleSql } from "../content/conditions.ts";
import { checkPayload } from "../content/payload.ts";
import type { Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { failedValidation, invalidForeignKey, preconditionFailed } from "../kernel/errors.ts";
import type { Keeper, Writing } from "./keeper.ts";
import { readRevision, requireOwner, requireSameOwner } from "./ownership.ts";
import { type Entry, mergeEntries, readSentEntries, type SentEntries } from "./saved-entries.ts";

/** How far back a PATCH may have started. Older ones are told to look again. */
const KEPT_REVISIONS = 200;

export const savedTemplates: Keeper = {
  /** A person has one record: a second POST merges into the first (two tabs making their first save). */
  async create(writing, payload, writable) {
    checkPayload("saved_templates", payload, writable, "create");
    const owner = requireOwner(writing, payload, "saved_templates");
    const sent = readSentEntries(payload.template_id ?? []);
    await writing.db
      .insertInto("saved_templates")
      .values({ id: newId(), user_id: owner, rev: 0 })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .execute();
    const record = await lockRecord(writing, sql<boolean>`user_id = ${owner}`);
    if (!record) throw new Error("a saved list that was just made is not there");
    const { entries } = await mergeSent(writing, record, sent, { kind: "addition" });
    await storeEntries(writing, record, entries);
    return record.id;
  },

  async update(writing, id, payload, writable, rows) {
    checkPayload("saved_templates", payload, writable, "update");
    const record = await lockRecord(
      writing,
      sql<boolean>`id = ${id} and ${rowRuleSql(rows, "saved_templates")}`,
    );
    if (!record) return undefined;
    requireSameOwner(payload, record);
    if (payload.template_id === undefined) return record.id;
    const sent = readSentEntries(payload.template_id);
    const rev = writing.base ?? readRevision(payload.rev);
    const base = rev === undefined ? undefined : await readBase(writing.db, record, rev);
    const { entries } = await mergeSent(
      writing,
      record,
      sent,
      base ? { kind: "change", since: base } : { kind: "replacement" },
    );
    await storeEntries(writing, record, entries);
    return record.id;
  },

  async remove(writing, id, rows) {
    const { numDeletedRows } = await writing.db
      .deleteFrom("saved_templates")
      .where("id", "=", id)
      .where(rowRuleSql(rows, "saved_templates"))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
};

type SavedList = { id: string; user_id: string; rev: number; entries: Entry[] };

/** On PostgreSQL the row is locked, so that changes to one list happen one after the other. SQLite writes singly. */
async function lockRecord(
  { db, dialect }: { db: Db; dialect: Dialect },
  where: ReturnType<typeof sql<boolean>>,
): Promise<SavedList | undefined> {
  const lock = dialect === "postgres" ? sql`for update` : sql``;
  const { rows } = await sql<{
    id: string;
    user_id: string;
    rev: number;
  }>`select id, user_id, rev from saved_templates where ${where} ${lock}`.execute(db);
  const record = rows[0];
  if (!record) return undefined;
  const entries = await db
    .selectFrom("saved_templates_templates")
    .select(["id", "templates_id"])
    .where("saved_templates_id", "=", record.id)
    .orderBy("position")
    .execute();
  return { ...record, entries };
}

async function readBase(db: Db, record: SavedList, rev: number): Promise<Entry[]> {
  if (rev === record.rev) return record.entries;
  const found = await db
    .selectFrom("saved_templates_revisions")
    .select("entries")
    .where("saved_templates_id", "=", record.id)
    .where("rev", "=", rev)
    .executeTakeFirst();
  if (found) return JSON.parse(found.entries) as Entry[];
  throw preconditionFailed(
    `Revision ${rev} is not known any more; the list is at revision ${record.rev}. Nothing was changed.`,
    {
      id: record.id,
      rev: record.rev,
      template_id: record.entries.map((entry) => ({ ...entry, saved_templates_id: record.id })),
    },
  );
}

async function mergeSent(
  { db, dialect }: Writing,
  record: SavedList,
  sent: SentEntries,
  how: Parameters<typeof mergeEntries>[2],
) {
  const merged = mergeEntries(record.entries, sent, how);
  if (merged.entries.length > MAX_SAVED_TEMPLATES)
    throw failedValidation(
      "template_id",
      "length",
      `The list would hold ${merged.entries.length} templates, at most ${MAX_SAVED_TEMPLATES} are allowed.`,
    );
  const added = merged.entries.filter((entry) => entry.id === undefined).map((entry) => entry.templates_id);
  if (added.length > 0) {
    const { rows } = await sql<{
      id: string;
    }>`select id from templates where ${inList(sql.ref("templates.id"), added, dialect)}`.execute(db);
    const known = new Set(rows.map((row) => row.id));
    const unknown = added.find((id) => !known.has(id));
    if (unknown !== undefined) throw invalidForeignKey("saved_templates_templates", "templates_id", unknown);
  }
  return merged;
}

/** Writes the difference to what is stored, and keeps what was there as a revision to start from. */
async function storeEntries(
  { db, dialect }: Writing,
  record: SavedList,
  entries: { id?: string; templates_id: string }[],
): Promise<void> {
  const kept = new Set(entries.flatMap((entry) => (entry.id ? [entry.id] : [])));
  const removed = record.entries.filter((entry) => !kept.has(entry.id)).map((entry) => entry.id);
  const added = entries.filter((entry) => entry.id === undefined);
  if (removed.length === 0 && added.length === 0) return;
  if (removed.length > 0)
    await sql`delete from saved_templates_templates where ${inList(sql.ref("saved_templates_templates.id"), removed, dialect)}`.execute(
      db,
    );
  const { last } = await db
    .selectFrom("saved_templates_templates")
    .select((eb) => eb.fn.max("position").as("last"))
    .where("saved_templates_id", "=", record.id)
    .executeTakeFirstOrThrow();
  const start = (last ?? 0) + 1;
  for (let at = 0; at < added.length; at += 500)
    await db
      .insertInto("saved_templates_templates")
      .values(
        added.slice(at, at + 500).map((entry, index) => ({
          id: newId(),
          saved_templates_id: record.id,
          templates_id: entry.templates_id,
          position: start + at + index,
        })),
      )
      .execute();
  await db
    .insertInto("saved_templates_revisions")
    .values({ saved_templates_id: record.id, rev: record.rev, entries: JSON.stringify(record.entries) })
    .onConflict((conflict) => conflict.columns(["saved_templates_id", "rev"]).doNothing())
    .execute();
  await db
    .deleteFrom("saved_templates_revisions")
    .where("saved_templates_id", "=", record.id)
    .where("rev", "<=", record.rev - KEPT_REVISIONS)
    .execute();
  await db
    .updateTable("saved_templates")
    .set({ rev: record.rev + 1 })
    .where("id", "=", record.id)
    .execute();
}
