import type { z } from "zod";
import type { Published, publishRequest } from "../../contract/templates/drafts.ts";
import { slugify } from "../../shared/text/slugify.ts";
import { actorOf, recordActions } from "../actions/action-log.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { type MadeWith, storeFindings } from "../catalogue/versions/kits.ts";
import { takeOver } from "../catalogue/versions/template-versions.ts";
import { lockDraft, revisionConflict } from "../collections/template-drafts.ts";
import type { Content } from "../content/content.ts";
import { createItems, updateItem, type WriteContext } from "../content/write.ts";
import type { Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import type { Tables } from "../database/tables.ts";
import { conflict, forbiddenItem } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { publishedLetter } from "../mail/letters.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { CheckWaiter, DraftChecks } from "./checking/draft-checks.ts";
import { checkDraft, findPlaceFaults } from "./draft-check.ts";
import { filesOf, placeOf } from "./draft-files.ts";
import { DraftBroken } from "./draft-pages.ts";
import { type Drafter, maintainsTemplates } from "./drafter.ts";
import { mailToPerson } from "./submissions/comments.ts";

type Row = Tables["template_drafts"];
type Parts = {
  content: Content;
  catalogue: Pick<CatalogueVersion, "refresh">;
  checks: DraftChecks;
  madeWith: MadeWith;
  outbox: Outbox | undefined;
};
type Wanted = z.output<typeof publishRequest> & { id: string };

const REFUSED = "The draft can't be published yet";

/**
 * Makes a draft the newest version of its template, or a new template. It is checked first, which takes seconds; whatever changed
 * meanwhile is found in the transaction that does it, and then nothing is changed.
 */
export async function publishDraft(
  parts: Parts,
  viewer: Drafter,
  wanted: Wanted,
  waiter: CheckWaiter,
): Promise<Published> {
  if (!maintainsTemplates(viewer)) throw forbiddenItem();
  const { database } = parts.content;
  const draft = await withDatabase(() => requireDraft(database.db, wanted));
  const { passes, findings } = await checkDraft(
    parts,
    { ...filesOf(draft), ...placeOf(draft), compare: "all" },
    waiter,
  );
  if (!passes) throw new DraftBroken(findings, REFUSED);
  const published = await withDatabase(() =>
    database.db.transaction().execute(async (db) => {
      const done = await publishChecked(parts, { db, viewer, wanted });
      const letter = publishedLetter(draft.template_name, done.url);
      await mailToPerson(db, parts.outbox, draft.owner_id, letter);
      return done;
    }),
  );
  parts.outbox?.wake();
  await parts.catalogue.refresh();
  return published;
}

async function publishChecked(
  { content: { database, collection }, madeWith }: Parts,
  { db, viewer, wanted }: { db: Db; viewer: Drafter; wanted: Wanted },
): Promise<Published> {
  const now = new Date();
  await lockDraft(db, wanted.id);
  const draft = await requireDraft(db, wanted, "again");
  const misplaced = await findPlaceFaults(db, draft);
  if (misplaced.length > 0) throw new DraftBroken(misplaced, REFUSED);
  const context: WriteContext = {
    db,
    dialect: database.dialect,
    viewer,
    clientAddress: "",
    now,
    note: wanted.note,
    base: undefined,
    collection: collection("templates"),
  };
  const template = await writeTemplate(context, draft);
  if (draft.owner_id) {
    await setAuthor(db, { template, author: draft.owner_id, licence: draft.licence });
    const accepted = { kind: "template", ids: [template] } as const;
    await recordActions(db, actorOf(viewer), "template.accepted", accepted, now);
  }
  const { version_number: number } = await db
    .selectFrom("templates")
    .select("version_number")
    .where("id", "=", template)
    .executeTakeFirstOrThrow();
  await storeFindings(db, { template, version: number, findings: 0 }, madeWith);
  await db.deleteFrom("template_drafts").where("id", "=", draft.id).execute();
  return { templates_id: template, number, url: `/${draft.type}/${draft.slug}` };
}

/** The draft at the revision that was named. Who asks again has seen it: it was there a moment ago. */
async function requireDraft(db: Db, { id, rev }: Wanted, attempt: "first" | "again" = "first"): Promise<Row> {
  const draft = await db.selectFrom("template_drafts").selectAll().where("id", "=", id).executeTakeFirst();
  if (!draft && attempt === "again") throw conflict(messageFor("draft_gone"));
  if (!draft) throw forbiddenItem();
  if (draft.rev !== rev) throw await revisionConflict(db, id, rev);
  if (draft.owner_id && draft.state !== "handed_in")
    throw conflict(messageFor("draft_not_submitted_by_author"));
  return draft;
}

async function writeTemplate(context: WriteContext, draft: Row): Promise<string> {
  const { type, category, slug, template_name, description, words, title, content } = draft;
  const payload = {
    type,
    category,
    url: `/${type}/${slug}`,
    template_name,
    description,
    words,
    title,
    content,
    page: JSON.parse(draft.page),
    theme: JSON.parse(draft.theme),
    fields: JSON.parse(draft.fields),
    sample: JSON.parse(draft.sample),
    state: "published",
  };
  const { templates_id: template, base_number: base } = draft;
  if (!template) return (await createItems(context, payload))[0] ?? "";
  await updateItem(context, template, base === null ? payload : { ...payload, version_number: base });
  // Files of the library change it no more.
  await takeOver(context.db, template);
  return template;
}

/** Puts a template under its author's name, with the licence they agreed to. */
async function setAuthor(
  db: Db,
  { template, author, licence }: { template: string; author: string; licence: string | null },
): Promise<void> {
  await assignHandle(db, author);
  await db
    .updateTable("templates")
    .set({ author_id: author, authored: 1, licence })
    .where("id", "=", template)
    .execute();
}

/** The last part of the author's address: their name, with a number when it is taken. It never changes. */
async function assignHandle(db: Db, userId: string): Promise<void> {
  const { name, handle } = await db
    .selectFrom("user")
    .select(["name", "handle"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (handle) return;
  const plain = slugify(name, 40) || "member";
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? plain : `${plain}-${number}`;
    const taken = await db.selectFrom("user").select("id").where("handle", "=", wanted).executeTakeFirst();
    if (taken) continue;
    await db.updateTable("user").set({ handle: wanted }).where("id", "=", userId).execute();
    return;
  }
}
