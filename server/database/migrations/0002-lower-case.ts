import { type Kysely, PostgresAdapter, sql } from "kysely";

/** The fields in which words are looked for, whatever their case. */
const WORD_FIELDS: Record<string, readonly string[]> = {
  auth_user: ["name", "email"],
  user: ["avatar", "name", "profession", "email", "phone_number", "bio"],
  templates: ["type", "category", "url", "template_name", "description", "title"],
  types: ["id", "singular", "plural", "description", "icon"],
  history: ["action", "title"],
  documents: ["title"],
  contact_messages: ["name", "email", "subject", "message", "state"],
  files: ["filename_download", "title", "type"],
};

/**
 * SQLite keeps each of them in lower case too, in a column beside it. Its own lower() knows ASCII only, and one of ours is a
 * call into JavaScript for every row that is looked at; so it is called once, when a row is written. Triggers see to it
 * whoever writes, the accounts library included. PostgreSQL lowers every alphabet by itself.
 */
export async function keepLowerCase(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  for (const [table, fields] of Object.entries(WORD_FIELDS)) {
    const lowered = (row: string) =>
      fields.map((field) => `"${field}_lower" = lower(${row}"${field}")`).join(", ");
    for (const field of fields)
      await sql.raw(`alter table "${table}" add column "${field}_lower" text`).execute(db);
    await sql.raw(`update "${table}" set ${lowered("")}`).execute(db);
    const does = `begin update "${table}" set ${lowered("new.")} where rowid = new.rowid; end`;
    const columns = fields.map((field) => `"${field}"`).join(", ");
    for (const [name, when] of [
      ["made", "insert"],
      ["changed", `update of ${columns}`],
    ])
      await sql
        .raw(`create trigger "${table}_lower_${name}" after ${when} on "${table}" for each row ${does}`)
        .execute(db);
  }
}
