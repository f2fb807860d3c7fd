import { type GroupField, groupField } from "../../contract/templates/template-file.ts";
import { copyMeanings } from "../../shared/switching/field-pairs.ts";
import { type LeftoverValues, leftoverValues, NO_LEFTOVERS } from "../../shared/switching/leftover-values.ts";
import { switchTemplate } from "../../shared/switching/switch-template.ts";
import { createPatternTests } from "../../shared/text/patterns.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { MadeWith } from "../catalogue/versions/kits.ts";
import { newestVersion } from "../catalogue/versions/template-versions.ts";
import type { Database, Db } from "../database/connect.ts";
import { failedValidation, invalidForeignKey, preconditionFailed } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { documentUsage, lockUsage, type Quota, requireQuota } from "../limits/quotas.ts";

type SwitchRequest = {
  templates_id: string;
  /** A version of it; by default the newest. */
  template_versions_id?: string | undefined;
  /** The revision it is based on; rejected if there is a newer one. */
  rev?: number | undefined;
};
type SwitchedDocument = {
  id: string;
  templates_id: string;
  template_versions_id: string;
  rev: number;
  title: string;
  data: Record<string, unknown>;
  kept: LeftoverValues;
};
export type SwitchServices = {
  database: Database;
  catalogue: CatalogueVersion;
  madeWith: MadeWith;
  quota: Quota;
};

/** Changes the template of this person's document; undefined if the document isn't theirs. */
export async function switchDocument(
  { database, catalogue, madeWith, quota }: SwitchServices,
  owner: string,
  id: string,
  request: SwitchRequest,
): Promise<SwitchedDocument | undefined> {
  const now = new Date();
  const { dialect } = database;
  return database.db.transaction().execute(async (db) => {
    // Locked before the document itself to avoid deadlocks.
    await lockUsage(db, dialect, owner);
    const stored = await readOwn(db, dialect, owner, id);
    if (!stored) return undefined;
    if (request.rev !== undefined && request.rev !== stored.rev)
      throw preconditionFailed(messageFor("document_changed", { rev: stored.rev, base: request.rev }), {
        rev: stored.rev,
      });
    const template = request.templates_id;
    await requireTemplate(db, template);
    const newest = await newestVersion({ db, dialect, now }, template, madeWith);
    if (newest.isNew) await catalogue.bumpPictures(db, [template]);
    const pin = request.template_versions_id ?? newest.id;
    const to = await readFields(db, template, pin);
    if (!to) throw invalidForeignKey("documents", "template_versions_id", pin);
    const from = await readOwnFields(db, stored);
    const before = leftoverValues.safeParse(JSON.parse(stored.kept)).data ?? NO_LEFTOVERS;
    const { data, kept: leftovers } = switchValues(JSON.parse(stored.data), from, to, before);
    const texts = { data: JSON.stringify(data), kept: JSON.stringify(leftovers) };
    const bytes = [stored.title, stored.theme, stored.invoice, ...Object.values(texts)].reduce(
      (sum, text) => sum + Buffer.byteLength(text),
      0,
    );
    // A change that doesn't grow needs no quota.
    if (bytes > stored.bytes)
      requireQuota("documents", quota, await documentUsage(db, owner), {
        count: 0,
        bytes: bytes - stored.bytes,
      });
    const rev = stored.rev + 1;
    await db
      .updateTable("documents")
      .set({
        templates_id: template,
        template_versions_id: pin,
        left_version: null,
        ...texts,
        bytes,
        rev,
        date_updated: now.toISOString(),
      })
      .where("id", "=", id)
      .execute();
    return {
      id,
      templates_id: template,
      template_versions_id: pin,
      rev,
      title: stored.title,
      data,
      kept: leftovers,
    };
  });
}

type Stored = { templates_id: string | null; template_versions_id: string | null };

function readOwn(db: Db, dialect: Database["dialect"], owner: string, id: string) {
  const select = db
    .selectFrom("documents")
    .select([
      "templates_id",
      "template_versions_id",
      "title",
      "data",
      "theme",
      "kept",
      "invoice",
      "bytes",
      "rev",
    ])
    .where("id", "=", id)
    .where("user_id", "=", owner)
    .where("date_deleted", "is", null);
  return (dialect === "postgres" ? select.forUpdate() : select).executeTakeFirst();
}

async function requireTemplate(db: Db, id: string): Promise<void> {
  const found = await db
    .selectFrom("templates")
    .select("id")
    .where("id", "=", id)
    .where("published", "=", 1)
    .executeTakeFirst();
  if (!found) throw invalidForeignKey("documents", "templates_id", id);
}

async function readFields(db: Db, template: string, version: string): Promise<GroupField | undefined> {
  const found = await db
    .selectFrom("template_versions")
    .select("fields")
    .where("id", "=", version)
    .where("templates_id", "=", template)
    .executeTakeFirst();
  return found && groupField.parse(JSON.parse(found.fields));
}

/** A version older than meanings uses the template's current ones. */
async function readOwnFields(db: Db, { templates_id: template, template_versions_id: pin }: Stored) {
  const pinned = template && pin ? await readFields(db, template, pin) : undefined;
  const current = template
    ? await db.selectFrom("templates").select("fields").where("id", "=", template).executeTakeFirst()
    : undefined;
  const now = current && groupField.parse(JSON.parse(current.fields));
  if (pinned && now) return copyMeanings(pinned, now);
  return pinned ?? now ?? EMPTY;
}

/** A deleted template has no known fields, so nothing can be matched. */
const EMPTY: GroupField = { type: "object", properties: {}, additionalProperties: false };

function switchValues(data: unknown, from: GroupField, to: GroupField, leftovers: LeftoverValues) {
  const tooMuch = () => failedValidation("data", "pattern", messageFor("too_much_to_check"));
  const patterns = createPatternTests(tooMuch);
  const matches = (pattern: string, text: string) => patterns.regExp(pattern, "u").test(text);
  return patterns.within(() => switchTemplate(data, from, to, { kept: leftovers, matches }));
}
