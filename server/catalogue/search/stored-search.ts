import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { POSTGRES_SEARCH } from "../../database/migrations/0023-stored-search.ts";
import type { ExplainedWord } from "./word-index.ts";

/** Searches the full-text index of the database, for the seconds in which the one in memory is being built. */

const TYPE_NAME = "type-name:";
/** For the name of a type alone, without its keywords. */
export const typeName = (type: string) => `${TYPE_NAME}${type}`;
export const typeGroup = (type: string) => `type:${type}`;
export const categoryGroup = (type: string, category: string) => `category:${type}/${category}`;

const MOOD = "mood:";
/** Ranking more would block other requests. */
const MAX_RANKED = 2_500;

/** One word of a query: any of these texts, or anything of these types and categories. */
type Wanted = { texts: { text: string; isBeginning: boolean }[]; kinds: string[] };

export function searchStored(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  words: readonly ExplainedWord[],
  max: number,
): Promise<string[]> {
  const wanted = readWanted(words);
  if (wanted.length === 0) return Promise.resolve([]);
  return dialect === "postgres" ? searchPostgres(db, wanted, max) : searchSqlite(db, wanted, max);
}

/**
 * The database doesn't know colours and papers: such a word doesn't narrow a search unless it is the only
 * one.
 */
function readWanted(words: readonly ExplainedWord[]): Wanted[] {
  const known = words.filter(({ groups }) => !groups.some(isUnknown));
  return (known.length > 0 ? known : words).map(({ word, isUnfinished, groups }) => ({
    texts: [
      { text: word, isBeginning: isUnfinished && word.length > 1 },
      ...groups
        .filter((group) => group.startsWith(MOOD))
        .map((group) => ({ text: group.slice(MOOD.length), isBeginning: false })),
    ],
    kinds: groups.filter(isKind),
  }));
}

const isKind = (group: string) => /^(?:type|category):/.test(group);
const isUnknown = (group: string) =>
  !isKind(group) && !group.startsWith(MOOD) && !group.startsWith(TYPE_NAME);

/** By the rarity and position of the words. */
async function searchSqlite(db: Database["db"], wanted: Wanted[], max: number): Promise<string[]> {
  const match = wanted
    .map(({ texts, kinds }) =>
      [
        ...texts.map(
          ({ text, isBeginning }) => `{name keywords description} : "${text}"${isBeginning ? "*" : ""}`,
        ),
        ...kinds.map((kind) => `kind : ${hexToken(kind)}`),
      ].join(" OR "),
    )
    .map((any) => `(${any})`)
    .join(" AND ");
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, bm25(template_search, 0, 4, 2, 1, 3) as score
      from template_search where template_search match ${match} limit ${MAX_RANKED}
    ) order by score, id limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
}

function lexeme(text: string): string {
  return `'${text.replace(/['\\]/g, "$&$&")}'`;
}

function hexToken(kind: string): string {
  const [group = "", name = ""] = kind.split(/:(.*)/s);
  return group + Buffer.from(name).toString("hex");
}

/** Matches in the name first, then by rating: to rank by weight, PostgreSQL would have to read every text again. */
async function searchPostgres(db: Database["db"], wanted: Wanted[], max: number): Promise<string[]> {
  const query = wanted
    .map(({ texts, kinds }) =>
      [
        ...texts.map(({ text, isBeginning }) => `${lexeme(text)}${isBeginning ? ":*" : ""}`),
        ...kinds.map(lexeme),
      ].join(" | "),
    )
    .map((any) => `(${any})`)
    .join(" & ");
  const named = sql.join(
    wanted.map(
      ({ texts: [first] }) => sql`(position(${first?.text ?? ""} in lower(template_name)) > 0)::int`,
    ),
    sql` + `,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, template_name, rating_order from templates
      where published = 1 and (${sql.raw(POSTGRES_SEARCH)}) @@ ${query}::tsquery limit ${MAX_RANKED}
    ) as found order by ${named} desc, rating_order desc nulls last, id limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
}
