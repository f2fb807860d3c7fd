import { type SqlBool, sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { all, own, type Rows } from "../content/access.ts";
import type { Collection } from "../content/collection.ts";
import { ofVerifiedPeople } from "./people-of-keys.ts";

/** Everyone sees the pictures of templates and the photos of their authors. */
const publicPictures: Rows = {
  word: "pictures of templates and photos of their authors",
  sql: (_viewer, alias) => sql<SqlBool>`(${sql.ref(`${alias}.purpose`)} = 'template' or exists (
    select 1 from templates join "user" on "user".id = templates.author_id
    where ("user".photo = ${sql.ref(`${alias}.id`)} or "user".avatar = '/assets/' || ${sql.ref(`${alias}.id`)})
    and templates.published = 1))`,
};

const uploadedByViewer = own("uploaded_by");

const ownAndPublic: Rows = {
  word: "own, pictures of templates and photos of their authors",
  sql: (viewer, alias) =>
    sql<SqlBool>`(${uploadedByViewer.sql(viewer, alias)} or ${publicPictures.sql(viewer, alias)})`,
};

/** Photos that a profile uses, and the uploads of the key's owner. */
const ownAndPhotos: Rows = {
  word: "own, photos of people with a verified address",
  sql: (viewer, alias) => sql<SqlBool>`(${uploadedByViewer.sql(viewer, alias)} or exists (
    select 1 from "user" where ("user".photo = ${sql.ref(`${alias}.id`)} or "user".avatar = '/assets/' || ${sql.ref(`${alias}.id`)})
    and ${ofVerifiedPeople("id").sql(viewer, "user")}))`,
};

const ownPhotosAndPublic: Rows = {
  word: "own, photos of people with a verified address, pictures of templates and photos of their authors",
  sql: (viewer, alias) =>
    sql<SqlBool>`(${ownAndPhotos.sql(viewer, alias)} or ${publicPictures.sql(viewer, alias)})`,
};

/** A token has no user; files uploaded by tokens have no owner and can be read by tokens. */
const uploadedByTokens: Rows = {
  word: "uploaded by tokens",
  sql: (_viewer, alias) =>
    sql<SqlBool>`(${sql.ref(`${alias}.uploaded_by`)} is null and ${sql.ref(`${alias}.purpose`)} = 'upload')`,
};

/** Files without an owner: uploads of tokens, and the pictures of templates. */
const ofTheLibrary: Rows = {
  word: "uploaded by tokens, pictures of templates and photos of their authors",
  sql: (viewer, alias) =>
    sql<SqlBool>`(${sql.ref(`${alias}.uploaded_by`)} is null or ${publicPictures.sql(viewer, alias)})`,
};

/** The picture of a file never changes, as its address is cached for good. */
const NAMES = ["title"];

/** The records of files. server/files stores and sends them; /assets shows those that can be read through a relation. */
export const files: Collection = {
  name: "files",
  fields: COLLECTIONS.files,
  access: {
    visitor: { readThrough: publicPictures },
    person: {
      read: uploadedByViewer,
      readThrough: ownAndPublic,
      create: ["title"],
      update: { rows: uploadedByViewer, fields: NAMES },
      delete: uploadedByViewer,
    },
    operator: {
      read: all,
      create: ["title"],
      update: { rows: uploadedByViewer, fields: NAMES },
      delete: uploadedByViewer,
    },
    "people:write": {
      read: ownAndPhotos,
      readThrough: ownPhotosAndPublic,
      create: ["title"],
      update: { rows: uploadedByViewer, fields: NAMES },
      delete: ownAndPhotos,
    },
    "library:write": {
      read: uploadedByViewer,
      readThrough: ownAndPublic,
      create: ["title"],
      update: { rows: uploadedByViewer, fields: NAMES },
      delete: uploadedByViewer,
    },
    "templates:write": {
      read: uploadedByTokens,
      readThrough: ofTheLibrary,
      create: ["title"],
      update: { rows: uploadedByTokens, fields: NAMES },
      delete: uploadedByTokens,
    },
    "messages:read": { readThrough: publicPictures },
  },

  async update({ db, check, reachable }, id, payload) {
    const values = check(payload);
    const found = db.selectFrom("files").select("id").where("id", "=", id).where(reachable);
    if (!(await found.executeTakeFirst())) return undefined;
    if (Object.keys(values).length > 0)
      await db.updateTable("files").set(values).where("id", "=", id).execute();
    return id;
  },
};
