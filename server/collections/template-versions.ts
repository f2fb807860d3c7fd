import { type SqlBool, sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { type Access, all, type Permissions, type Rows } from "../content/access.ts";
import type { ContractCollection } from "./services.ts";

const ofPublished: Rows = {
  word: "of published templates",
  sql: (_viewer, alias) =>
    sql<SqlBool>`exists (select 1 from templates as of_version where of_version.id = ${sql.ref(`${alias}.templates_id`)} and of_version.published = 1)`,
};

/** Each version was public once. Those of a hidden template stay readable by id: people have documents made with them. */
const readVersions: Permissions = { read: ofPublished, readById: all, readThrough: all };
/** Operators also read the history of hidden templates. */
const readAllVersions: Permissions = { read: all };

const access: Access = {
  visitor: readVersions,
  person: readVersions,
  operator: readAllVersions,
  "templates:write": readAllVersions,
  "library:write": readAllVersions,
  "messages:read": readVersions,
};

/** Read-only here: versions are written with their template (catalogue/versions/template-versions.ts). */
export const templateVersions: ContractCollection<"template_versions"> = {
  name: "template_versions",
  fields: COLLECTIONS.template_versions,
  access,
  underItems: true,
  order: [{ field: "number", descending: true }],
  knownBy: "number",
};
