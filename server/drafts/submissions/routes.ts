import { type Context, Hono } from "hono";
import type { Action } from "../../../contract/people/actions.ts";
import {
  commentRequest,
  type LeavingChoice,
  leavingChoice,
  refuseRequest,
  submitRequest,
} from "../../../contract/templates/submissions.ts";
import { actorOf, recordActions } from "../../actions/action-log.ts";
import { lockDraft, revisionConflict } from "../../collections/template-drafts.ts";
import { ownerOf } from "../../content/access.ts";
import type { Content } from "../../content/content.ts";
import type { Db } from "../../database/connect.ts";
import { withDatabase } from "../../database/database-errors.ts";
import type { Tables } from "../../database/tables.ts";
import { conflict, forbiddenItem, requestsExceeded } from "../../errors/errors.ts";
import { messageFor } from "../../errors/messages.ts";
import { SUBMISSION_MAILS, SUBMISSIONS_OF_PERSON } from "../../limits/limits.ts";
import { documentUsage, lockUsage, type Quotas, requireQuota } from "../../limits/quotas.ts";
import { createStoredLimits, type Limit } from "../../limits/stored-limits.ts";
import { reviewLetter, submittedLetter } from "../../mail/letters.ts";
import type { Outbox } from "../../mail/outbox.ts";
import { type RequestEnv, readShape } from "../../request/request.ts";
import { requireOperator, type WhoIs } from "../../request/viewer.ts";
import type { SiteSettings } from "../../site/site-settings.ts";
import { SUBMISSION_API } from "../api.ts";
import { type Drafter, maintainsTemplates, requireDrafter } from "../drafter.ts";
import { addComment, listComments, mailToPerson, requireCommentQuota } from "./comments.ts";
import { listPublishedOf, listSubmissions } from "./submission-list.ts";

export type SubmissionServices = {
  content: Content;
  site: Pick<SiteSettings, "contactEmail" | "handingIn">;
  whoIs: WhoIs;
  /** Undefined: no mail server is set up, and people look for themselves. */
  outbox: Outbox | undefined;
  quotas: Pick<Quotas, "documents">;
};
type Row = Tables["template_drafts"];

function record(db: Db, viewer: Drafter, action: Action, { id }: Row, now: Date): Promise<void> {
  return recordActions(db, actorOf(viewer), action, { kind: "draft", ids: [id] }, now);
}

const PRIVATE = { "cache-control": "private, no-store" };

/** /drafts/:id/hand-in, .../refuse, .../comments; accepting one is publishing it. */
export function submissionRoutes({
  content,
  site,
  whoIs,
  outbox,
  quotas,
}: SubmissionServices): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const { database } = content;

  /** The draft that is named in the path, for who may have it, held until the change is made. */
  async function change<T>(
    c: Context<RequestEnv>,
    work: (parts: { db: Db; draft: Row; viewer: Drafter; now: Date }) => Promise<T>,
  ): Promise<T> {
    const id = c.req.param("id") ?? "";
    const viewer = await requireDrafter(whoIs, c.req.raw, () => site.handingIn().isOn);
    await content.find(viewer, "template_drafts", id, { fields: "id" }); // refuses who may not have it
    const done = await withDatabase(() =>
      database.db.transaction().execute(async (db) => {
        await lockDraft(db, id);
        const draft = await db
          .selectFrom("template_drafts")
          .selectAll()
          .where("id", "=", id)
          .executeTakeFirst();
        if (!draft) throw forbiddenItem();
        return work({ db, draft, viewer, now: new Date() });
      }),
    );
    outbox?.wake();
    return done;
  }

  async function setState(
    db: Db,
    { id }: Row,
    state: Row["state"],
    more: { licence?: string } = {},
  ): Promise<void> {
    await db
      .updateTable("template_drafts")
      .set({ state, ...more })
      .where("id", "=", id)
      .execute();
  }

  app.post("/drafts/:id/hand-in", SUBMISSION_API.handIn, async (c) => {
    await readShape(c, submitRequest);
    const { licence } = site.handingIn();
    await change(c, async ({ db, draft, viewer, now }) => {
      const userId = ownerOf(viewer);
      if (!userId || draft.owner_id !== userId) throw forbiddenItem();
      if (draft.state === "handed_in") return;
      const limits = createStoredLimits({ db });
      const limit: Limit = {
        about: ["submissions", userId],
        ...SUBMISSIONS_OF_PERSON,
        afterSuccess: "keep",
      };
      const exceeded = await limits.take([limit]);
      if (exceeded) throw requestsExceeded(exceeded.retryAfter);
      await setState(db, draft, "handed_in", { licence });
      await addComment(db, { draft: draft.id, userId, kind: "handed_in", words: licence, now });
      await record(db, viewer, "draft.handed-in", draft, now);
      const to = outbox && site.contactEmail();
      const mailLimit: Limit = { about: ["submission mails"], ...SUBMISSION_MAILS, afterSuccess: "keep" };
      if (to && !(await limits.take([mailLimit])))
        await outbox.write(db, { to }, submittedLetter(draft.template_name));
    });
    return c.body(null, 204, PRIVATE);
  });

  app.post("/drafts/:id/withdraw", SUBMISSION_API.withdraw, async (c) => {
    await change(c, async ({ db, draft, viewer, now }) => {
      const userId = ownerOf(viewer);
      if (!userId || draft.owner_id !== userId) throw forbiddenItem();
      if (draft.state !== "handed_in") return;
      await setState(db, draft, "draft");
      await record(db, viewer, "draft.withdrawn", draft, now);
    });
    return c.body(null, 204, PRIVATE);
  });

  app.get("/drafts/handed-in", SUBMISSION_API.listSubmissions, async (c) => {
    await requireOperator(whoIs, c.req.raw);
    return c.json({ data: await withDatabase(() => listSubmissions(database.db)) }, 200, PRIVATE);
  });

  app.post("/drafts/:id/refuse", SUBMISSION_API.refuse, async (c) => {
    const { rev, kind, reason } = await readShape(c, refuseRequest);
    await change(c, async ({ db, draft, viewer, now }) => {
      if (!maintainsTemplates(viewer)) throw forbiddenItem();
      if (draft.state !== "handed_in") throw conflict(messageFor("draft_not_submitted"));
      if (draft.rev !== rev) throw await revisionConflict(db, draft.id, rev);
      await setState(db, draft, kind);
      await record(db, viewer, `draft.${kind}`, draft, now);
      await addComment(db, { draft: draft.id, userId: ownerOf(viewer), kind, words: reason, now });
      const letter = reviewLetter(kind, { template: draft.template_name, text: reason });
      await mailToPerson(db, outbox, draft.owner_id, letter);
    });
    return c.body(null, 204, PRIVATE);
  });

  app.post("/drafts/:id/comments", SUBMISSION_API.comment, async (c) => {
    const { words: text, field } = await readShape(c, commentRequest);
    const comments = await change(c, async ({ db, draft, viewer, now }) => {
      await requireCommentQuota(db, draft.id);
      const author = maintainsTemplates(viewer) ? null : ownerOf(viewer);
      if (author) {
        await lockUsage(db, database.dialect, author);
        const added = { count: 0, bytes: Buffer.byteLength(text) };
        requireQuota("documents", quotas.documents, await documentUsage(db, author), added);
      }
      await addComment(db, {
        draft: draft.id,
        userId: ownerOf(viewer),
        kind: "comment",
        words: text,
        field,
        now,
      });
      const letter = reviewLetter("comment", { template: draft.template_name, text });
      if (maintainsTemplates(viewer)) await mailToPerson(db, outbox, draft.owner_id, letter);
      return listComments(db, draft.id);
    });
    return c.json({ data: comments }, 200, PRIVATE);
  });

  app.get("/drafts/:id/comments", SUBMISSION_API.listComments, async (c) => {
    const id = c.req.param("id");
    const viewer = await requireDrafter(whoIs, c.req.raw, () => site.handingIn().isOn);
    await content.find(viewer, "template_drafts", id, { fields: "id" });
    return c.json({ data: await withDatabase(() => listComments(database.db, id)) }, 200, PRIVATE);
  });

  /** Any person may choose this, whether submissions are on or not. */
  async function personOf(c: Context<RequestEnv>): Promise<string> {
    const userId = ownerOf(await whoIs(c.req.raw));
    if (!userId) throw forbiddenItem();
    return userId;
  }

  app.get("/drafts/published", SUBMISSION_API.listPublished, async (c) => {
    const id = await personOf(c);
    return c.json({ data: await withDatabase(() => listPublishedOf(database.db, id)) }, 200, PRIVATE);
  });

  app.get("/drafts/leaving", SUBMISSION_API.readLeaving, async (c) => {
    const id = await personOf(c);
    const found = await withDatabase(() =>
      database.db.selectFrom("user").select("leaving").where("id", "=", id).executeTakeFirstOrThrow(),
    );
    const data: LeavingChoice = { templates: found.leaving };
    return c.json({ data }, 200, PRIVATE);
  });

  app.put("/drafts/leaving", SUBMISSION_API.changeLeaving, async (c) => {
    const id = await personOf(c);
    const { templates } = await readShape(c, leavingChoice);
    await withDatabase(() =>
      database.db.updateTable("user").set({ leaving: templates }).where("id", "=", id).execute(),
    );
    return c.json({ data: { templates } }, 200, PRIVATE);
  });
  return app;
}
