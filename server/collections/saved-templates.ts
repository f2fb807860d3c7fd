import { type SqlBool, sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { MAX_SAVED_TEMPLATES } from "../../contract/limits.ts";
import { own, type Permissions, type Rows, requireSameOwner, type Sql } from "../content/access.ts";
import type { Collection, Dialect, Write } from "../content/collection.ts";
import { inList } from "../content/conditions.ts";
import { readRevision } from "../content/payload.ts";
import type { Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { failedValidation, invalidForeignKey, preconditionFailed } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { ofVerifiedPeople, ownerOfNew } from "./people-of-keys.ts";
import {
  type Entry,
  type MergeMode,
  mergeEntries,
  type NewEntry,
  readSentEntries,
  type SentEntries,
} from "./saved-entries.ts";

const mine = own("user_id");
const ownList: Permissions = {
  read: mine,
  create: ["user_id", "template_id"],
  update: { rows: mine, fields: ["user_id", "template_id", "rev"] },
  delete: mine,
};

const ofPeople = ofVerifiedPeople("user_id");
const listsOfPeople: Permissions = {
  read: ofPeople,
  create: ["user_id", "template_id"],
  update: { rows: ofPeople, fields: ["user_id", "template_id", "rev"] },
};

/** How many revisions a PATCH may start from. Older ones are refused with the current list. */
const STORED_REVISIONS = 200;

export const savedTemplates: Collection = {
  name: "saved_templates",
  fields: COLLECTIONS.saved_templates,
  access: { person: ownList, operator: ownList, "people:write": listsOfPeople },
  underItems: true,
  etag: "rev",

  /** A person has one record: a second POST merges into the first (two tabs making their first save). */
  async create(write, payload) {
    const { db, check } = write;
    check(payload);
    const owner = await ownerOfNew(write, payload, "saved_templates");
    const sent = readSentEntries(payload.template_id ?? []);
    await db
      .insertInto("saved_templates")
      .values({ id: newId(), user_id: owner, rev: 0 })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .execute();
    const record = await lockRecord(write, sql<SqlBool>`user_id = ${owner}`);
    if (!record) throw new Error("a saved list that was just made is not there");
    const { entries } = await mergeSent(write, record, sent, { kind: "addition" });
    await storeEntries(write, record, entries);
    return record.id;
  },

  async update(change, id, payload) {
    change.check(payload);
    const record = await lockRecord(change, sql<SqlBool>`id = ${id} and ${change.reachable}`);
    if (!record) return undefined;
    requireSameOwner(payload, record);
    if (payload.template_id === undefined) return record.id;
    const sent = readSentEntries(payload.template_id);
    const rev = change.base ?? readRevision(payload.rev);
    const base = rev === undefined ? undefined : await readBase(change.db, record, rev);
    const { entries } = await mergeSent(
      change,
      record,
      sent,
      base ? { kind: "change", since: base } : { kind: "replacement" },
    );
    await storeEntries(change, record, entries);
    return record.id;
  },
};

const ofLists = (rows: Rows): Rows => ({
  word: rows.word,
  sql: (viewer, alias) =>
    sql<SqlBool>`${sql.ref(`${alias}.saved_templates_id`)} in (select saved_templates.id from saved_templates where ${rows.sql(viewer, "saved_templates")})`,
});

/** The entries of a list. They are read through it and have no address of their own. */
export const savedTemplateEntries: Collection = {
  name: "saved_templates_templates",
  fields: COLLECTIONS.saved_templates_templates,
  access: {
    person: { readThrough: ofLists(mine) },
    operator: { readThrough: ofLists(mine) },
    "people:write": { readThrough: ofLists(ofPeople) },
  },
  parent: "saved_templates_id",
  order: [{ field: "position", descending: false }],
};

type SavedList = { id: string; user_id: string; rev: number; entries: Entry[] };

/** On PostgreSQL the row is locked, so that changes to one list happen one after the other. SQLite writes singly. */
async function lockRecord(
  { db, dialect }: { db: Db; dialect: Dialect },
  where: Sql,
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
  if (found) return JSON.parse(found.entries);
  throw preconditionFailed(
    `Revision ${rev} is no longer stored; the list is at revision ${record.rev}. Nothing was changed.`,
    {
      id: record.id,
      rev: record.rev,
      template_id: record.entries.map((entry) => ({ ...entry, saved_templates_id: record.id })),
    },
  );
}

async function mergeSent({ db, dialect }: Write, record: SavedList, sent: SentEntries, mode: MergeMode) {
  const merged = mergeEntries(record.entries, sent, mode);
  if (merged.entries.length > MAX_SAVED_TEMPLATES)
    throw failedValidation(
      "template_id",
      "length",
      messageFor("saved_count", { count: merged.entries.length, most: MAX_SAVED_TEMPLATES }),
    );
  const known = new Set(record.entries.map((entry) => entry.templates_id));
  const added = merged.entries.map((entry) => entry.templates_id).filter((id) => !known.has(id));
  if (added.length > 0) {
    const { rows } = await sql<{
      id: string;
    }>`select id from templates where ${inList(sql.ref("templates.id"), added, dialect)}`.execute(db);
    const found = new Set(rows.map((row) => row.id));
    const unknown = added.find((id) => !found.has(id));
    if (unknown !== undefined) throw invalidForeignKey("saved_templates_templates", "templates_id", unknown);
  }
  return merged;
}

function isEntry(entry: Entry | NewEntry): entry is Entry {
  return entry.id !== undefined;
}

/** Writes the difference and stores the previous list as a revision. */
async function storeEntries(
  { db, dialect }: Write,
  record: SavedList,
  entries: (Entry | NewEntry)[],
): Promise<void> {
  const templateOf = new Map(record.entries.map((entry) => [entry.id, entry.templates_id]));
  const current = new Set(entries.map((entry) => entry.id));
  const removed = record.entries.filter((entry) => !current.has(entry.id)).map((entry) => entry.id);
  const moved = entries.filter(isEntry).filter(({ id, templates_id }) => templateOf.get(id) !== templates_id);
  const added = entries.filter((entry) => !isEntry(entry));
  if (removed.length === 0 && moved.length === 0 && added.length === 0) return;
  const rows = await db
    .selectFrom("saved_templates_templates")
    .select(["id", "position"])
    .where("saved_templates_id", "=", record.id)
    .execute();
  const positionOf = new Map(rows.map((row) => [row.id, row.position]));
  const last = Math.max(0, ...positionOf.values());
  // An entry with another template is written again: two that swap would violate the unique template per list.
  const deleted = [...removed, ...moved.map((entry) => entry.id)];
  if (deleted.length > 0)
    await sql`delete from saved_templates_templates where ${inList(sql.ref("saved_templates_templates.id"), deleted, dialect)}`.execute(
      db,
    );
  const written = [
    ...moved.map((entry) => ({ ...entry, position: positionOf.get(entry.id) ?? last })),
    ...added.map(({ templates_id }, index) => ({ id: newId(), templates_id, position: last + 1 + index })),
  ];
  for (let at = 0; at < written.length; at += 500)
    await db
      .insertInto("saved_templates_templates")
      .values(written.slice(at, at + 500).map((entry) => ({ ...entry, saved_templates_id: record.id })))
      .execute();
  await db
    .insertInto("saved_templates_revisions")
    .values({ saved_templates_id: record.id, rev: record.rev, entries: JSON.stringify(record.entries) })
    .onConflict((conflict) => conflict.columns(["saved_templates_id", "rev"]).doNothing())
    .execute();
  await db
    .deleteFrom("saved_templates_revisions")
    .where("saved_templates_id", "=", record.id)
    .where("rev", "<=", record.rev - STORED_REVISIONS)
    .execute();
  await db
    .updateTable("saved_templates")
    .set({ rev: record.rev + 1 })
    .where("id", "=", record.id)
    .execute();
}
