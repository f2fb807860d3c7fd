import { type RawBuilder, type SqlBool, sql } from "kysely";
import { KEY_SCOPES, type KeyScope } from "../../contract/people/api-keys.ts";
import {
  type ApiError,
  forbiddenAction,
  forbiddenCollection,
  forbiddenItem,
  keyRefused,
  scopeMissing,
  sessionEnded,
} from "../errors/errors.ts";
import type { Key, Scope, Viewer } from "../request/viewer.ts";
import type { Condition, Fields, Readable } from "./query/query.ts";
import { isVariable } from "./query/variables.ts";

/**
 * What a collection's access row is written with, and the only place where one is applied. Every row that the engine
 * reads, changes or deletes carries a condition made here, rows reached through a relation included.
 * docs/access.md shows the rows of all collections.
 */

export type Sql = RawBuilder<SqlBool>;
export const NOTHING: Sql = sql<SqlBool>`1 = 0`;
export const EVERYTHING: Sql = sql<SqlBool>`1 = 1`;

/** Some rows of a table: their name in an access row, and the condition in a query. */
export type Rows = { word: string; sql(viewer: Viewer, alias: string): Sql };

export type Permissions = {
  /** What lists, searches and counts reach. */
  read?: Rows;
  /** What lists, searches and counts reach when their filter names this field; else `read`. */
  readIfFilteredBy?: { field: string; rows: Rows };
  /** Rows that can be read by id; default: `read`. */
  readById?: Rows;
  /** Rows that can be reached from an item of another collection, by `fields` or a filter; default: `read`. */
  readThrough?: Rows;
  /** Rows shown to the viewer who has just written them; default: `readById`. */
  readAfterWrite?: Rows;
  /** The fields of a new item. */
  create?: readonly string[];
  update?: { rows: Rows; fields: readonly string[] };
  delete?: Rows;
};

/** Tokens and API keys are distinguished by scope. */
export type Role = Exclude<Viewer["role"], "token" | "key"> | Scope | KeyScope;
const ACTIONS = ["read", "create", "update", "delete"] as const;
export type Action = (typeof ACTIONS)[number];
/** A role that is not named may do nothing. */
export type Access = Partial<Record<Role, Permissions>>;
type Guarded = { name: string; access: Access };

export const all: Rows = { word: "all", sql: () => EVERYTHING };

/** Rows that carry the viewer's id in this column. */
export function own(column: string): Rows {
  return {
    word: "own",
    sql: (viewer, alias) => {
      const owner = ownerOf(viewer);
      return owner ? sql<SqlBool>`${sql.ref(`${alias}.${column}`)} = ${owner}` : NOTHING;
    },
  };
}

/** The id that a viewer's own rows carry; tokens have none. */
export function ownerOf(viewer: Viewer): string | null {
  return viewer.role === "visitor" ? null : viewer.userId;
}

/** The owner of a new item: the viewer. Naming another owner is refused. */
export function requireOwner(viewer: Viewer, payload: Owned, collection: string): string {
  const owner = ownerOf(viewer);
  if (!owner) throw forbiddenAction("create", collection);
  requireSameOwner(payload, { user_id: owner });
  return owner;
}

/** The owner of an item can't change. */
export function requireSameOwner(payload: Owned, stored: { user_id: string }): void {
  if (payload.user_id !== undefined && payload.user_id !== stored.user_id) throw forbiddenItem();
}

export type Owned = { user_id?: unknown };

export function permissionsOf(viewer: Viewer, { access }: Guarded): Permissions {
  if (viewer.role === "key") return permissionsOfKey(viewer, access);
  return access[viewer.role === "token" ? viewer.scope : viewer.role] ?? {};
}

/** What one of its scopes permits; otherwise it reads what everyone may read. */
function permissionsOfKey({ scopes }: Key, access: Access): Permissions {
  const scope = scopes.find((each) => access[each]);
  if (scope) return access[scope] ?? {};
  const { create: _, update: __, delete: ___, ...reads } = access.visitor ?? {};
  return reads;
}

export function requireAction(viewer: Viewer, action: Action, collection: Guarded): void {
  const permissions = permissionsOf(viewer, collection);
  if (permissions[action]) return;
  const { name } = collection;
  if (viewer.role === "key") {
    const scope = KEY_SCOPES.find((each) => collection.access[each]?.[action]);
    throw scope ? scopeMissing(scope) : keyRefused();
  }
  // If a viewer has no access to a collection at all, it is treated as if it didn't exist.
  const isClosed = ACTIONS.every((each) => !permissions[each]);
  const isRead = action === "read";
  throw refusal(viewer, isRead || isClosed ? forbiddenCollection(name) : forbiddenAction(action, name));
}

/** A viewer whose session has ended gets that as the reason. */
export function refusal(viewer: Viewer, otherwise: ApiError): ApiError {
  return viewer.role === "visitor" && viewer.sessionEnded ? sessionEnded() : otherwise;
}

/** How a row is reached. */
export type ReachedBy = "list" | "id" | "relation" | "written";

/** The condition under which this viewer may read a row that is reached in this way. */
export function readableRows(viewer: Viewer, collection: Guarded, reachedBy: ReachedBy, alias: string): Sql {
  const {
    read,
    readById = read,
    readThrough = read,
    readAfterWrite = readById,
  } = permissionsOf(viewer, collection);
  const rows = { list: read, id: readById, relation: readThrough, written: readAfterWrite }[reachedBy];
  return rows?.sql(viewer, alias) ?? NOTHING;
}

/** The rows of a list: more than usual if the filter names the field of `readIfFilteredBy`. */
export function listedRows(
  viewer: Viewer,
  collection: Guarded,
  filter: Condition | null,
  alias: string,
): { rows: Sql; isExtended: boolean } {
  const { readIfFilteredBy: extended } = permissionsOf(viewer, collection);
  if (extended && filter && namesField(filter, extended.field))
    return { rows: extended.rows.sql(viewer, alias), isExtended: true };
  return { rows: readableRows(viewer, collection, "list", alias), isExtended: false };
}

function namesField(condition: Condition, field: string): boolean {
  if (condition.kind === "compare") return condition.field === field;
  return condition.kind !== "related" && condition.of.some((each) => namesField(each, field));
}

/**
 * Whether this list could differ between viewers. Such a list isn't cached: cached responses are sent without looking at the
 * viewer.
 */
export function mayDiffer(
  { access }: Guarded,
  { filter, deep }: { filter?: unknown; deep?: unknown },
): boolean {
  const fields = Object.values(access).flatMap(({ readIfFilteredBy }) => readIfFilteredBy?.field ?? []);
  return depends(parsed(filter), fields) || depends(parsed(deep), fields);
}

function parsed(filter: unknown): unknown {
  if (typeof filter !== "string") return filter;
  try {
    return JSON.parse(filter);
  } catch {
    return undefined; // refused when it is read
  }
}

/** Whether one of these fields is named, or a variable for the viewer or the time. */
function depends(value: unknown, names: readonly string[]): boolean {
  if (typeof value === "string") return value.split(",").some(isVariable);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    // Also as year(date_deleted).
    ([name, inner]) => names.includes(name.replace(/^.*\(|\)$/g, "")) || depends(inner, names),
  );
}

/** The fields of each collection that a viewer may name in a query: all of them if any row can be read. */
export function readableBy(
  viewer: Viewer,
  collections: ReadonlyMap<string, Guarded & { fields: Fields }>,
): Readable {
  return (name) => {
    const collection = collections.get(name);
    if (!collection) return null;
    const { read, readById, readThrough, readAfterWrite } = permissionsOf(viewer, collection);
    return read || readById || readThrough || readAfterWrite ? collection.fields : null;
  };
}
