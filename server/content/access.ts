import { COLLECTIONS, type CollectionName } from "../../contract/collections.ts";
import { type ApiError, forbiddenAction, forbiddenCollection, sessionEnded } from "../kernel/errors.ts";
import type { Viewer } from "../kernel/viewer.ts";
import type { Readable } from "./query/query.ts";

/**
 * Who may do what. Read it aloud: "a person may read their own documents, create them, change title, data and theme,
 * and delete them". There is no road round this table: reads, writes and the test of every route are made from it.
 */

/** "own": rows that carry this viewer's id. "published": what the library shows. */
export type Rows = "all" | "own" | "published";
export type Permissions = {
  read?: Rows;
  create?: readonly string[];
  update?: { rows: Rows; fields: readonly string[] };
  delete?: Rows;
};
export type Role = Viewer["role"];
export type Action = "read" | "create" | "update" | "delete";

const profileFields = ["name", "profession", "phone_number", "bio", "avatar", "photo"];
const templateFields = [
  "type",
  "category",
  "url",
  "content",
  "template_name",
  "rating",
  "description",
  "fields",
  "sample",
  "page",
  "title",
  "theme",
];
const typeFields = ["singular", "plural", "description", "icon", "sort", "categories"];
const messageFields = ["name", "email", "subject", "message"];

const ownProfile: Permissions = { read: "own", update: { rows: "own", fields: profileFields } };
const ownList: Permissions = {
  read: "own",
  create: ["user_id", "template_id"],
  update: { rows: "own", fields: ["user_id", "template_id", "rev"] },
  delete: "own",
};
const ownHistory: Permissions = {
  read: "own",
  create: ["user_id", "template_id", "action", "title", "documents_id"],
  delete: "own",
};
const ownDocuments: Permissions = {
  read: "own",
  create: ["user_id", "templates_id", "title", "data", "theme"],
  update: { rows: "own", fields: ["user_id", "title", "data", "theme", "rev"] },
  delete: "own",
};

export const ACCESS: Partial<Record<CollectionName, Partial<Record<Role, Permissions>>>> = {
  templates: {
    visitor: { read: "published" },
    person: { read: "published" },
    operator: {
      read: "published",
      create: ["id", ...templateFields],
      update: { rows: "all", fields: templateFields },
      delete: "all",
    },
  },
  types: {
    visitor: { read: "all" },
    person: { read: "all" },
    operator: {
      read: "all",
      create: ["id", ...typeFields],
      update: { rows: "all", fields: typeFields },
      delete: "all",
    },
  },
  user: {
    person: ownProfile,
    operator: { ...ownProfile, read: "all" },
  },
  saved_templates: { person: ownList, operator: ownList },
  saved_templates_templates: { person: { read: "own" }, operator: { read: "own" } },
  history: { person: ownHistory, operator: ownHistory },
  history_templates: { person: { read: "own" }, operator: { read: "own" } },
  documents: { person: ownDocuments, operator: ownDocuments },
  contact_messages: {
    visitor: { create: messageFields },
    person: { create: messageFields },
    operator: {
      read: "all",
      create: messageFields,
      update: { rows: "all", fields: ["state"] },
      delete: "all",
    },
  },
  files: {
    person: { read: "own", create: ["title"], delete: "own" },
    operator: { read: "all", create: ["title"], delete: "own" },
  },
};

/** The column that says whose a row is. */
const OWNER_COLUMN: Partial<Record<CollectionName, string>> = {
  user: "id",
  saved_templates: "user_id",
  history: "user_id",
  documents: "user_id",
  files: "uploaded_by",
};

export function permissionsOf(viewer: Viewer, collection: CollectionName): Permissions {
  return ACCESS[collection]?.[viewer.role] ?? {};
}

/** What a viewer may read of each collection. A template's picture may be followed by everybody. */
export function readableBy(viewer: Viewer): Readable {
  return (collection) => {
    if (collection === "files" && viewer.role === "visitor") return Object.keys(COLLECTIONS.files);
    return permissionsOf(viewer, collection).read ? Object.keys(COLLECTIONS[collection]) : null;
  };
}

export function requireAction(viewer: Viewer, action: Action, collection: CollectionName): void {
  if (permissionsOf(viewer, collection)[action]) return;
  throw refusal(
    viewer,
    action === "read" ? forbiddenCollection(collection) : forbiddenAction(action, collection),
  );
}

/** Somebody whose session has ended is told so; anybody else may simply not. */
export function refusal(viewer: Viewer, otherwise: ApiError): ApiError {
  return viewer.role === "visitor" && viewer.sessionEnded ? sessionEnded() : otherwise;
}

export type RowRule =
  | { kind: "all" }
  | { kind: "published" }
  | { kind: "own"; column: string; userId: string }
  | { kind: "unowned-uploads" }
  | { kind: "none" };

/** Which rows a permission reaches, as something a query can say. */
export function rowRule(viewer: Viewer, collection: CollectionName, rows: Rows | undefined): RowRule {
  if (!rows) return { kind: "none" };
  if (rows !== "own") return { kind: rows };
  const column = OWNER_COLUMN[collection];
  const userId = viewer.role === "visitor" ? null : viewer.userId;
  // A token is nobody; what it uploaded is nobody's and therefore its own.
  if (viewer.role === "operator" && !userId && collection === "files") return { kind: "unowned-uploads" };
  return column && userId ? { kind: "own", column, userId } : { kind: "none" };
}
