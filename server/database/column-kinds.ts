import { type ColumnDataType, type RawBuilder, sql } from "kysely";

type ColumnKind = ColumnDataType | RawBuilder<unknown>;

export interface ColumnKinds {
  text: ColumnKind;
  integer: ColumnKind;
  bigInteger: ColumnKind;
  real: ColumnKind;
  bytes: ColumnKind;
  /** Only for the accounts library, which needs native dates and flags where they exist. */
  moment: ColumnKind;
  flag: ColumnKind;
}

// Text compares by code point in both, whatever locale the PostgreSQL database was made with.
const POSTGRES: ColumnKinds = {
  text: sql`text collate "C"`,
  integer: "integer",
  bigInteger: "bigint",
  real: "double precision",
  bytes: "bytea",
  moment: "timestamptz",
  flag: "boolean",
};

const SQLITE: ColumnKinds = {
  text: "text",
  integer: "integer",
  bigInteger: "integer",
  real: "real",
  bytes: "blob",
  moment: "text",
  flag: "integer",
};

export function columnKinds(dialect: "sqlite" | "postgres"): ColumnKinds {
  return dialect === "postgres" ? POSTGRES : SQLITE;
}

/**
 * A column in lower case. SQLite stores it in a column of its own (migration 2). PostgreSQL lowers it; the "C" order of our columns
 * would lower ASCII only, so the database's own locale is asked.
 */
export function lowerCased(column: string, dialect: "sqlite" | "postgres"): RawBuilder<string> {
  return dialect === "postgres"
    ? sql<string>`lower(${sql.ref(column)} collate "default")`
    : sql<string>`${sql.ref(`${column}_lower`)}`;
}

/** Whether a column contains a text, ignoring case; the text has no wildcards. */
export function containsText(
  column: string,
  text: string,
  dialect: "sqlite" | "postgres",
): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${lowerCased(column, dialect)} like ${pattern} escape '\\'`;
}
