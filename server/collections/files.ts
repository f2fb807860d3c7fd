import { type SqlBool, sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections.ts";
import { all, own, type Rows } from "../content/access.ts";
import type { Collection } from "../content/collection.ts";

/** Everybody sees the pictures of templates: they belong to no one, and are no uploads. */
const templatePictures: Rows = {
  word: "pictures of templates",
  sql: (_viewer, alias) => sql<SqlBool>`${sql.ref(`${alias}.purpose`)} = 'template'`,
};

const uploadedByViewer = own("uploaded_by");

const ownAndPictures: Rows = {
  word: "own and pictures of templates",
  sql: (viewer, alias) =>
    sql<SqlBool>`(${uploadedByViewer.sql(viewer, alias)} or ${templatePictures.sql(viewer, alias)})`,
};

/** A token is nobody; what tokens uploaded is nobody's and therefore theirs. */
const uploadedByTokens: Rows = {
  word: "uploaded by tokens",
  sql: (_viewer, alias) =>
    sql<SqlBool>`(${sql.ref(`${alias}.uploaded_by`)} is null and ${sql.ref(`${alias}.purpose`)} = 'upload')`,
};

/** Nobody's: what tokens uploaded, and the pictures of templates. */
const ofTheLibrary: Rows = {
  word: "uploaded by tokens, and pictures of templates",
  sql: (_viewer, alias) => sql<SqlBool>`${sql.ref(`${alias}.uploaded_by`)} is null`,
};

/** The records of files. They are stored and sent by server/files; /assets shows what can be read through a relation. */
export const files: Collection = {
  name: "files",
  fields: COLLECTIONS.files,
  access: {
    visitor: { readThrough: templatePictures },
    person: {
      read: uploadedByViewer,
      readThrough: ownAndPictures,
      create: ["title"],
      delete: uploadedByViewer,
    },
    operator: { read: all, create: ["title"], delete: uploadedByViewer },
    "templates:write": {
      read: uploadedByTokens,
      readThrough: ofTheLibrary,
      create: ["title"],
      delete: uploadedByTokens,
    },
    "messages:read": { readThrough: templatePictures },
  },
};
