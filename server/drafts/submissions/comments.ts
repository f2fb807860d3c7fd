import { MAX_DRAFT_COMMENTS } from "../../../contract/limits.ts";
import type { DraftComment } from "../../../contract/templates/submissions.ts";
import type { Db } from "../../database/connect.ts";
import { newId } from "../../database/ids.ts";
import { conflict } from "../../errors/errors.ts";
import { messageFor } from "../../errors/messages.ts";
import type { Letter } from "../../mail/letters.ts";
import type { Outbox } from "../../mail/outbox.ts";
import { noteLimitHit } from "../../metrics/limit-hits.ts";

/** Comments on a draft by its author and by operators. Which operator wrote a comment is not shown. */

type NewComment = {
  draft: string;
  userId: string | null;
  kind: DraftComment["kind"];
  words: string;
  field?: string | null;
  now: Date;
};

export async function addComment(
  db: Db,
  { draft, userId, kind, words, field = null, now }: NewComment,
): Promise<void> {
  await db
    .insertInto("draft_comments")
    .values({
      id: newId(now.getTime()),
      template_drafts_id: draft,
      user_id: userId,
      kind,
      words,
      field,
      date_created: now.toISOString(),
    })
    .execute();
}

export async function requireCommentQuota(db: Db, draft: string): Promise<void> {
  const { count } = await db
    .selectFrom("draft_comments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("template_drafts_id", "=", draft)
    .executeTakeFirstOrThrow();
  if (Number(count) < MAX_DRAFT_COMMENTS) return;
  noteLimitHit("comments on a draft");
  throw conflict(messageFor("too_many_comments", { count }));
}

export async function listComments(db: Db, draft: string): Promise<DraftComment[]> {
  const rows = await db
    .selectFrom("draft_comments as comment")
    .innerJoin("template_drafts as draft", "draft.id", "comment.template_drafts_id")
    .select(["comment.id", "comment.kind", "comment.words", "comment.field", "comment.date_created"])
    .select(["comment.user_id", "draft.owner_id"])
    .where("comment.template_drafts_id", "=", draft)
    .orderBy("comment.id")
    .execute();
  return rows.map(({ user_id, owner_id, ...comment }) => ({
    ...comment,
    by: user_id !== null && user_id === owner_id ? "author" : "operator",
  }));
}

/** Sends a mail in the same transaction; does nothing without a mail server or if the account is gone. */
export async function mailToPerson(
  db: Db,
  outbox: Outbox | undefined,
  userId: string | null,
  letter: Letter,
): Promise<void> {
  if (!outbox || !userId) return;
  const person = await db.selectFrom("auth_user").select("email").where("id", "=", userId).executeTakeFirst();
  if (person) await outbox.write(db, { to: person.email, person: userId }, letter);
}
