import { type SqlBool, sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { MAX_LIMIT } from "../../contract/limits.ts";
import { countUse } from "../catalogue/changes.ts";
import { own, type Permissions, type Rows } from "../content/access.ts";
import type { Collection } from "../content/collection.ts";
import { isObject } from "../content/query/parameters.ts";
import type { Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { invalidForeignKey, invalidPayload } from "../errors/errors.ts";
import { MAX_HISTORY_ENTRIES, MAX_TEMPLATES_OF_ENTRY, ONE_USE } from "../limits/limits.ts";
import { createStoredLimits, type Limit } from "../limits/stored-limits.ts";
import { ofVerifiedPeople, ownerOfNew } from "./people-of-keys.ts";
import type { ContractCollection } from "./services.ts";

const mine = own("user_id");
const ownHistory: Permissions = {
  read: mine,
  create: ["user_id", "template_id", "action", "title", "documents_id"],
  delete: mine,
};
const ofPeople = ofVerifiedPeople("user_id");
const historyOfPeople: Permissions = {
  read: ofPeople,
  // What happened at the other site before it stored its people here has its own date.
  create: ["user_id", "template_id", "action", "title", "date_created"],
  delete: ofPeople,
};

export const history: ContractCollection<"history"> = {
  name: "history",
  fields: COLLECTIONS.history,
  access: { person: ownHistory, operator: ownHistory, "people:write": historyOfPeople },
  underItems: true,
  // It is read from its newest end, and as far as one answer goes.
  order: [
    { field: "date_created", descending: true },
    { field: "id", descending: true },
  ],
  limit: MAX_LIMIT,

  async create(write, payload) {
    const { db, now } = write;
    const values = write.check(payload);
    const owner = await ownerOfNew(write, payload, "history");
    const templates = readTemplates(payload.template_id ?? []);
    await requireTemplates(db, templates);
    const document = values.documents_id ?? null;
    if (
      document &&
      !(await db
        .selectFrom("documents")
        .select("id")
        .where("id", "=", document)
        .where("user_id", "=", owner)
        .executeTakeFirst())
    )
      throw invalidForeignKey("history", "documents_id", document);

    const sent = values.date_created === undefined ? now : new Date(values.date_created);
    const made = sent < now ? sent : now;
    const id = newId(made.getTime());
    await db
      .insertInto("history")
      .values({
        id,
        user_id: owner,
        date_created: made.toISOString(),
        action: values.action ?? "created",
        title: values.title ?? null,
        documents_id: document,
      })
      .execute();
    if (templates.length > 0)
      await db
        .insertInto("history_templates")
        .values(templates.map((templates_id) => ({ id: newId(), history_id: id, templates_id })))
        .execute();
    await dropOldest(db, owner);
    for (const template of new Set(templates))
      if (template && (await isFirstUse(db, owner, template))) await countUse(db, template);
    return id;
  },
};

async function dropOldest(db: Db, owner: string): Promise<void> {
  const oldest = db
    .selectFrom("history")
    .select("id")
    .where("user_id", "=", owner)
    .orderBy("date_created", "desc")
    .orderBy("id", "desc")
    .offset(MAX_HISTORY_ENTRIES)
    .limit(1_000_000) // SQLite takes no offset without one
    .execute();
  const ids = (await oldest).map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom("history").where("id", "in", ids).execute();
}

/** A person's uses of a template count once a day, however many records name it. */
async function isFirstUse(db: Db, owner: string, template: string): Promise<boolean> {
  const once: Limit = { about: ["used", template, owner], ...ONE_USE, afterSuccess: "keep" };
  return !(await createStoredLimits({ db }).take([once]));
}

const ofHistory = (rows: Rows): Rows => ({
  word: rows.word,
  sql: (viewer, alias) =>
    sql<SqlBool>`${sql.ref(`${alias}.history_id`)} in (select history.id from history where ${rows.sql(viewer, "history")})`,
});

/** The templates of a record. They are read through it and have no address of their own. */
export const historyTemplates: Collection = {
  name: "history_templates",
  fields: COLLECTIONS.history_templates,
  access: {
    person: { readThrough: ofHistory(mine) },
    operator: { readThrough: ofHistory(mine) },
    "people:write": { readThrough: ofHistory(ofPeople) },
  },
  parent: "history_id",
};

function readTemplates(value: unknown): (string | null)[] {
  if (!Array.isArray(value) || value.length > MAX_TEMPLATES_OF_ENTRY)
    throw invalidPayload(
      `"template_id" has to be a list of at most ${MAX_TEMPLATES_OF_ENTRY} entries such as { "templates_id": "…" }`,
    );
  return value.map((entry) => {
    const template = isObject(entry) ? entry.templates_id : undefined;
    if (template !== null && typeof template !== "string")
      throw invalidPayload('an entry of "template_id" has to name a template: { "templates_id": "…" }');
    return template;
  });
}

async function requireTemplates(db: Db, templates: (string | null)[]): Promise<void> {
  for (const template of new Set(templates)) {
    if (template === null) continue;
    const { rows } = await sql`select 1 from templates where id = ${template}`.execute(db);
    if (rows.length === 0) throw invalidForeignKey("history_templates", "templates_id", template);
  }
}
