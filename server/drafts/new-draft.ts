import { MAX_DRAFTS } from "../../contract/limits.ts";
import type { NewTemplateDraft } from "../../contract/templates/drafts.ts";
import { ownerOf } from "../content/access.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import type { Tables } from "../database/tables.ts";
import { conflict, forbiddenItem, quotaExceeded } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { writeFieldsText, writeSampleText } from "../library/library-text.ts";
import { SCAFFOLD_SOURCE, scaffoldFile } from "../library/scaffold.ts";
import { lockUsage } from "../limits/quotas.ts";
import { type Drafter, maintainsTemplates } from "./drafter.ts";

type Row = Tables["template_drafts"];
/** What a draft begins with. */
type Beginning = Omit<
  Row,
  "id" | "user_id" | "owner_id" | "licence" | "rev" | "state" | "date_created" | "date_updated"
>;

type Begun = { id: string; isNew: boolean };

/** In the transaction `db`. A draft that operators already have of the template is given instead of a second one. */
export async function beginDraft(
  { db, dialect, viewer, now }: { db: Db; dialect: Database["dialect"]; viewer: Drafter; now: Date },
  wanted: NewTemplateDraft,
): Promise<Begun> {
  const isOfOperators = maintainsTemplates(viewer);
  const beginning = await beginWith(db, viewer, wanted);
  const userId = ownerOf(viewer);
  if (isOfOperators && beginning.templates_id) {
    const there = await findShared(db, beginning.templates_id);
    if (there && typeof wanted.from === "object" && "version" in wanted.from)
      throw conflict(messageFor("draft_exists"), {
        draft: there,
      });
    if (there) return { id: there, isNew: false };
  }
  if (!isOfOperators && userId) await requireQuota(db, dialect, userId);
  const moment = now.toISOString();
  const id = newId(now.getTime());
  await db
    .insertInto("template_drafts")
    .values({
      ...beginning,
      id,
      user_id: userId,
      owner_id: isOfOperators ? null : userId,
      licence: null,
      rev: 1,
      state: "draft",
      date_created: moment,
      date_updated: moment,
    })
    .execute();
  return { id, isNew: true };
}

async function findShared(db: Db, template: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("template_drafts")
    .select("id")
    .where("templates_id", "=", template)
    .where("owner_id", "is", null)
    .executeTakeFirst();
  return found?.id;
}

async function requireQuota(db: Db, dialect: Database["dialect"], userId: string): Promise<void> {
  await lockUsage(db, dialect, userId);
  const { count } = await db
    .selectFrom("template_drafts")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("owner_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_DRAFTS)
    throw quotaExceeded(messageFor("count_drafts", { used: Number(count), allowed: MAX_DRAFTS }), {
      quota: "drafts",
      used: Number(count),
      allowed: MAX_DRAFTS,
      needed: 1,
    });
}

async function beginWith(
  db: Db,
  viewer: Drafter,
  { from, type, category }: NewTemplateDraft,
): Promise<Beginning> {
  const chosen = { ...(type === undefined ? {} : { type }), ...(category === undefined ? {} : { category }) };
  if (from === "scaffold") return { ...(await beginWithScaffold(db, type)), ...chosen };
  if ("copy" in from) {
    const { slug, template_name, ...copied } = await beginWithTemplate(db, viewer, from.copy, "copied");
    return {
      ...copied,
      ...chosen,
      template_name: `Copy of ${template_name}`.slice(0, 60),
      slug: `${slug}-copy`.slice(0, 60),
      templates_id: null,
      base_number: null,
    };
  }
  if ("template" in from) return beginWithTemplate(db, viewer, from.template, "changed");
  return beginWithVersion(db, viewer, from.version);
}

async function beginWithScaffold(db: Db, type: string | undefined): Promise<Beginning> {
  const known = await db
    .selectFrom("types")
    .select("singular")
    .where("id", "=", type ?? "")
    .executeTakeFirst();
  const { name, description, page, title, theme, fields, sample } = scaffoldFile(
    "new-template",
    known?.singular ?? "template",
  );
  return {
    templates_id: null,
    base_number: null,
    template_name: name,
    type: "",
    category: "",
    slug: "",
    description,
    words: null,
    title,
    content: SCAFFOLD_SOURCE,
    fields: writeFieldsText(fields),
    sample: writeSampleText(sample),
    page: JSON.stringify(page),
    theme: JSON.stringify(theme),
  };
}

/** Operators change any template; people copy published ones, and change those published under their name. */
async function beginWithTemplate(
  db: Db,
  viewer: Drafter,
  id: string,
  use: "copied" | "changed",
): Promise<Beginning> {
  const isOperator = maintainsTemplates(viewer);
  const found = await db
    .selectFrom("templates")
    .selectAll()
    .where("id", "=", id)
    .$if(!isOperator, (query) => query.where("published", "=", 1))
    .$if(!isOperator && use === "changed", (query) => query.where("author_id", "=", ownerOf(viewer)))
    .executeTakeFirst();
  if (!found) throw forbiddenItem();
  return asNewDraft(found, { templates_id: found.id, base_number: found.version_number });
}

/** An earlier version as the start of the next. Where the template is, and how it is found, is no part of a version. */
async function beginWithVersion(db: Db, viewer: Drafter, id: string): Promise<Beginning> {
  const version = await db
    .selectFrom("template_versions")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!version) throw forbiddenItem();
  const now = await beginWithTemplate(db, viewer, version.templates_id, "changed");
  const { template_name, title, content, fields, sample, page, theme } = version;
  return asNewDraft({ ...now, template_name, title, content, fields, sample, page, theme }, now);
}

type Kept = Pick<
  Row,
  | "template_name"
  | "type"
  | "category"
  | "slug"
  | "description"
  | "words"
  | "title"
  | "content"
  | "page"
  | "theme"
  | "fields"
  | "sample"
>;

export function asNewDraft(
  stored: Kept,
  { templates_id, base_number }: Pick<Row, "templates_id" | "base_number">,
): Beginning {
  const { template_name, type, category, slug, description, words, title, content, page } = stored;
  return {
    templates_id,
    base_number,
    template_name,
    type,
    category,
    slug,
    description,
    words,
    title,
    content,
    page,
    theme: JSON.stringify({ accent: "#1f4fd8", fonts: "original", ...JSON.parse(stored.theme) }),
    fields: writeFieldsText(JSON.parse(stored.fields)),
    sample: writeSampleText(JSON.parse(stored.sample)),
  };
}
