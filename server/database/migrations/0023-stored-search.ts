import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * A full-text index over published templates, for searches while the index in memory is being built. Triggers and the database keep it,
 * whichever version of the program writes.
 */
export async function createStoredSearch(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql
      .raw(
        `create index templates_search on templates using gin ((${POSTGRES_SEARCH})) with (fastupdate = off) where published = 1`,
      )
      .execute(db);
    return;
  }
  await sql
    .raw(
      `create virtual table template_search using fts5(id unindexed, name, keywords, description, kind, tokenize = "unicode61 remove_diacritics 2", prefix = '2')`,
    )
    .execute(db);
  await sql.raw(FILL_SQLITE_SEARCH).execute(db);
  const remove = (row: string) =>
    `delete from template_search where template_search match 'kind : ' || ${idToken(row)}`;
  const add = `insert into template_search select ${searchRow("new")} where new.published = 1`;
  const isChanged = SEARCHED.map((column) => `old.${column} is not new.${column}`).join(" or ");
  for (const [name, when, does] of [
    ["made", "insert", add],
    ["changed", `update of ${SEARCHED.join(", ")}`, `${remove("old")}; ${add}`],
    ["gone", "delete", remove("old")],
  ] as const)
    await sql
      .raw(
        `create trigger templates_search_${name} after ${when} on templates ${name === "changed" ? `when ${isChanged}` : ""} begin ${does}; end`,
      )
      .execute(db);
}

const SEARCHED = ["id", "type", "category", "template_name", "words", "description", "published"];

/** Letters that are not a plain letter with an accent. */
const SPELLED: Record<string, string> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  æ: "ae",
  œ: "oe",
  đ: "d",
  ð: "d",
  þ: "th",
};
/** PostgreSQL knows accents only with an extension. */
const ACCENTED = "àáâãäåāăąçćĉċčďèéêëēĕėęěĝğġģĥìíîïĩīĭįĵķĺļľñńņňòóôõöōŏőŕŗřśŝşšţťùúûüũūŭůűųŵýÿŷźżžșț";
const PLAIN = Array.from(ACCENTED, (letter) => letter.normalize("NFD")[0]).join("");

const spelledOut = (text: string) =>
  Object.entries(SPELLED).reduce(
    (made, [letter, plain]) => `replace(${made}, '${letter}', '${plain}')`,
    text,
  );

/** Words that nobody types, for what a template is; as hexadecimal digits each is one word to SQLite. */
const idToken = (row: string) => `'id' || hex(${row}.id)`;
const searchRow = (row: string) =>
  [
    `${row}.id`,
    spelledOut(`lower(${row}.template_name)`),
    spelledOut(`lower(${row}.category || ' ' || coalesce(${row}.words, ''))`),
    spelledOut(`lower(coalesce(${row}.description, ''))`),
    `${idToken(row)} || ' type' || hex(${row}.type) || ' category' || hex(${row}.type || '/' || ${row}.category)`,
  ].join(", ");

/** Also needed where rows are written while there are no triggers. */
export const FILL_SQLITE_SEARCH = `insert into template_search select ${searchRow("templates")} from templates where published = 1`;

const POSTGRES_TEXT = spelledOut(
  `lower((template_name || ' ' || category || ' ' || coalesce(words, '') || ' ' || coalesce(description, '')) collate "default")`,
);

/** What is indexed on PostgreSQL. A query has to name it in the same way. */
export const POSTGRES_SEARCH = `to_tsvector('simple'::regconfig, translate(${POSTGRES_TEXT}, '${ACCENTED}', '${PLAIN}')) || array_to_tsvector(array['type:' || type, 'category:' || type || '/' || category])`;
