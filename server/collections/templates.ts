import { type SqlBool, sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { joinedPapers } from "../../contract/templates/paper-kinds.ts";
import { pageFile } from "../../contract/templates/template-file.ts";
import { findPatternFaults } from "../../shared/text/patterns.ts";
import { slugify } from "../../shared/text/slugify.ts";
import type { ItemAction } from "../actions/action-log.ts";
import { placed, rememberDropped } from "../catalogue/library-origin.ts";
import {
  HIDDEN,
  lockTemplate,
  PUBLISHED,
  storeVersion,
  versionOf,
} from "../catalogue/versions/template-versions.ts";
import { type Access, all, ownerOf, type Permissions, type Rows } from "../content/access.ts";
import type { Write } from "../content/collection.ts";
import type { Payload } from "../content/payload.ts";
import { isObject } from "../content/query/parameters.ts";
import type { Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { failedValidation, notUnique, stillUsed } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import type { ContractCollection, Services } from "./services.ts";
import { changeImage } from "./template-image.ts";
import { lockTypes, requireCategory } from "./template-moves.ts";

const published: Rows = {
  word: "published",
  sql: (_viewer, alias) => sql<SqlBool>`${sql.ref(`${alias}.published`)} = 1`,
};

/** One that is no longer published is in no list, but stays readable: people saved it or have documents made with it. */
const readTemplates: Permissions = { read: published, readById: all, readThrough: all };

const writable = [
  "type",
  "category",
  "url",
  "content",
  "template_name",
  "description",
  "words",
  "fields",
  "sample",
  "samples",
  "page",
  "title",
  "theme",
  "image",
  "state",
];

/** Hidden templates are in no list, also for operators, unless the state is filtered by: pages are the same for everyone. */
const manageTemplates: Permissions = {
  ...readTemplates,
  readIfFilteredBy: { field: "state", rows: all },
  create: ["id", ...writable],
  update: { rows: all, fields: [...writable, "version_number"] },
  delete: all,
};

const access: Access = {
  visitor: readTemplates,
  person: readTemplates,
  operator: manageTemplates,
  "templates:write": manageTemplates,
  "library:write": manageTemplates,
  "messages:read": readTemplates,
};

const DEFAULTS = {
  content: "",
  fields: '{"type":"object","properties":{}}',
  sample: "{}",
  samples: "{}",
  page: '{"papers":["a4","us-letter"],"orientation":"portrait"}',
  theme: "{}",
  description: null,
  words: null,
  title: null,
  image: null,
};

export function templates({
  catalogue,
  madeWith,
  searchTemplates,
  announce,
}: Services): ContractCollection<"templates"> {
  return {
    name: "templates",
    fields: COLLECTIONS.templates,
    access,
    underItems: true,
    isPublic: true,
    knownBy: "template_name",
    indexed: ["url", "type", "category", "template_name", "rating", "used", "date_created", "date_updated"],
    logged: "template",
    changeName: nameChange,
    search: searchTemplates,
    afterWrite: catalogue.refresh,

    async create(write, payload) {
      const { db, dialect, now, note, viewer, check } = write;
      const { state = "published", ...values } = check(payload);
      requireShowable(values);
      requireCategory(
        await lockTypes(db, dialect, [values.type], "to sort into"),
        values.type,
        values.category,
      );
      const id = values.id ?? newId(now.getTime());
      if (await db.selectFrom("templates").select("id").where("id", "=", id).executeTakeFirst())
        throw notUnique("templates", "id", id);
      const url = values.url ?? `/${values.type}/${slugOf(values.template_name)}`;
      const slug = await requireFreeUrl(db, url, values.type, id);
      await changeImage(write, { template: id, before: null, wanted: values.image });
      const row = {
        ...DEFAULTS,
        ...values,
        ...stateColumns(state),
        id,
        url,
        slug,
        origin: null,
        source_hash: null,
        date_created: now.toISOString(),
        date_updated: now.toISOString(),
      };
      await db
        .insertInto("templates")
        .values({ ...row, papers: papersOf(row.page), version: versionOf(row) })
        .execute();
      await storeVersion(db, { template: id, madeWith, now, note, userId: ownerOf(viewer) });
      await catalogue.bump(db, [id]);
      if (row.published) await announce.templatePublished(db, id);
      return id;
    },

    /** A change that names its base version is refused if there is a newer one. */
    async update(change, id, payload) {
      const { db, dialect, now, note, viewer, check, reachable } = change;
      const { state, version_number: base, ...values } = check(payload);
      requireShowable(values);
      const types = await lockTarget(change, id, values);
      await lockTemplate(db, dialect, id);
      const stored = await db
        .selectFrom("templates")
        .selectAll()
        .where("id", "=", id)
        .where(reachable)
        .executeTakeFirst();
      if (!stored) return undefined;
      if (Object.keys(values).length === 0 && state === undefined) return id;
      const next = { ...stored, ...values };
      if (types) requireCategory(types, next.type, next.category);
      if (values.type !== undefined && values.url === undefined) next.url = `/${next.type}/${stored.slug}`;
      const slug = await requireFreeUrl(db, next.url, next.type, id);
      await changeImage(change, { template: id, before: stored.image, wanted: values.image });
      await db
        .updateTable("templates")
        .set({
          ...values,
          ...(state ? stateColumns(state) : {}),
          ...(types || values.url !== undefined ? { origin: placed(stored.origin) } : {}),
          url: next.url,
          slug,
          papers: papersOf(next.page),
          version: versionOf(next),
          date_updated: now.toISOString(),
        })
        .where("id", "=", id)
        .execute();
      const number = await storeVersion(db, {
        template: id,
        madeWith,
        now,
        note,
        base,
        userId: ownerOf(viewer),
      });
      await catalogue.bump(db, [id]);
      const isPublished = state ? state === "published" : stored.published === 1;
      if (isPublished && (stored.published === 0 || number !== stored.version_number))
        await announce.templatePublished(db, id);
      return id;
    },

    async remove({ db, dialect, reachable }, id) {
      await lockTemplate(db, dialect, id);
      await dropUnused(db, id);
      const { numDeletedRows } = await db
        .deleteFrom("templates")
        .where("id", "=", id)
        .where(reachable)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await db.deleteFrom("files").where("templates_id", "=", id).where("purpose", "=", "template").execute();
      await catalogue.bump(db, [id]);
      return true;
    },
  };
}

const PLACE = ["type", "category", "url"];

function nameChange(fields: readonly string[], { state }: Payload): ItemAction {
  if (fields.length === 1 && state !== undefined) return state === "hidden" ? "unpublished" : "published";
  return fields.length > 0 && fields.every((name) => PLACE.includes(name)) ? "moved" : "changed";
}

/** Documents made with a template remain, and so does the template. A template that files provide must not return. */
async function dropUnused(db: Db, id: string): Promise<void> {
  const stored = await db
    .selectFrom("templates")
    .select(["template_name", "used", "exported", "origin"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!stored) return;
  const made = db.selectFrom("documents").select("id").where("templates_id", "=", id).limit(1);
  if (stored.used + stored.exported > 0 || (await made.executeTakeFirst()))
    throw stillUsed("templates", "id", id, messageFor("template_in_use", { template: stored.template_name }));
  if (stored.origin !== null) await rememberDropped(db, "template", id);
}

function stateColumns(state: "published" | "hidden"): typeof PUBLISHED | typeof HIDDEN {
  return state === "hidden" ? HIDDEN : PUBLISHED;
}

/** As the column `papers` has them. */
function papersOf(page: string): string {
  return joinedPapers(pageFile.parse(JSON.parse(page)));
}

type Target = { type?: string; category?: string };

/**
 * The type of a template, locked against deletion and removal of categories until the transaction ends. Types
 * are locked before templates, as in deleting a type.
 */
async function lockTarget({ db, dialect }: Write, id: string, { type, category }: Target) {
  if (type === undefined && category === undefined) return undefined;
  const own = type ? undefined : db.selectFrom("templates").select("type").where("id", "=", id);
  const target = type ?? (await own?.executeTakeFirst())?.type;
  return lockTypes(db, dialect, target === undefined ? [] : [target], "to sort into");
}

async function requireFreeUrl(db: Db, url: string, type: string, id: string): Promise<string> {
  const [, folder, slug] = /^\/([a-z0-9-]+)\/([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(url) ?? [];
  if (!slug || folder !== type) throw failedValidation("url", "path", messageFor("template_url", { type }));
  const taken = await db
    .selectFrom("templates")
    .select("id")
    .where("url", "=", url)
    .where("id", "<>", id)
    .executeTakeFirst();
  if (taken) throw notUnique("templates", "url", url);
  return slug;
}

function slugOf(name: string): string {
  const slug = slugify(name);
  if (!slug) throw failedValidation("url", "required", messageFor("no_slug_from_name"));
  return slug;
}

/** Lists show every template in its proportion and pages list its fields, so a value that makes no sense would fail a page. */
function requireShowable({
  content,
  page,
  fields,
}: {
  content?: string;
  page?: string;
  fields?: string;
}): void {
  if (content?.trim() === "")
    throw failedValidation(
      "content",
      "nempty",
      "Value can't be empty: it is the Typst source that the template's pages are made from.",
    );
  if (page !== undefined && !pageFile.safeParse(JSON.parse(page)).success)
    throw failedValidation(
      "page",
      "page",
      'Value must be { "papers": ["a4", "us-letter"], "orientation": "portrait" } or a size in millimetres, { "width": 85, "height": 55 }.',
    );
  if (fields !== undefined) requireFields(JSON.parse(fields));
}

function requireFields(fields: unknown): void {
  if (!isGroup(fields))
    throw failedValidation(
      "fields",
      "schema",
      'Value must be the JSON Schema of an object: { "type": "object", "properties": { … } }.',
    );
  const [unusable] = findPatternFaults(fields);
  if (unusable)
    throw failedValidation(
      "fields",
      "pattern",
      `The pattern at ${unusable.path.join(".")} ${unusable.fault.message}.`,
    );
}

function isGroup(schema: unknown): boolean {
  if (!isObject(schema) || schema.type !== "object" || !isObject(schema.properties)) return false;
  const order = schema["x-order"];
  return (
    (order === undefined || (Array.isArray(order) && order.every((name) => typeof name === "string"))) &&
    Object.values(schema.properties).every(isField)
  );
}

function isField(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  if (schema.title !== undefined && typeof schema.title !== "string") return false;
  return schema.type !== "object" || isGroup(schema);
}
