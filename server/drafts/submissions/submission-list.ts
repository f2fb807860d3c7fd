import type {
  AcceptedTemplate,
  OwnPublished,
  Submission,
  SubmissionList,
} from "../../../contract/templates/submissions.ts";
import type { Db } from "../../database/connect.ts";

/** The operators' list: submitted drafts and recently accepted templates. */

const MAX_WAITING = 200;
const MAX_ACCEPTED = 8;
const SHOWN = ["id", "template_name", "url", "image", "page", "version_number", "date_updated"] as const;

export async function listSubmissions(db: Db): Promise<SubmissionList> {
  const rows = await db
    .selectFrom("template_drafts as draft")
    .innerJoin("user", "user.id", "draft.owner_id")
    .select(["draft.id", "draft.rev", "draft.state", "draft.template_name", "draft.base_number"])
    .select(["draft.templates_id", "draft.date_created", "draft.owner_id"])
    .select(["user.name", "user.handle", "user.photo", "user.avatar"])
    .select((eb) => [
      eb
        .selectFrom("draft_comments as said")
        .whereRef("said.template_drafts_id", "=", "draft.id")
        .where("said.kind", "=", "handed_in")
        .select((inner) => inner.fn.max("said.date_created").as("at"))
        .as("handed_in"),
      eb
        .selectFrom("draft_comments as said")
        .whereRef("said.template_drafts_id", "=", "draft.id")
        .where("said.kind", "in", ["asked", "refused"])
        .select((inner) => inner.fn.max("said.date_created").as("at"))
        .as("answered"),
      eb
        .selectFrom("templates")
        .whereRef("templates.author_id", "=", "draft.owner_id")
        .where("templates.published", "=", 1)
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("published"),
    ])
    .where("draft.state", "!=", "draft")
    .orderBy("handed_in")
    .orderBy("draft.id")
    .limit(MAX_WAITING)
    .execute();
  const submissions = rows.map(
    ({ id, rev, state, template_name, templates_id, base_number, ...row }): Submission => ({
      id,
      rev,
      state,
      template_name,
      number: templates_id === null ? null : (base_number ?? 0) + 1,
      author: {
        name: row.name,
        handle: row.handle,
        photo: row.photo,
        avatar: row.avatar,
        published: Number(row.published),
      },
      handed_in: row.handed_in ?? row.date_created,
      answered: row.answered,
    }),
  );
  const accepted = await db
    .selectFrom("templates")
    .innerJoin("user", "user.id", "templates.author_id")
    .select(SHOWN.map((name) => `templates.${name}` as const))
    .select("user.name as author")
    .where("templates.published", "=", 1)
    .orderBy("templates.date_updated", "desc")
    .limit(MAX_ACCEPTED)
    .execute();
  return { submissions, accepted: accepted.map((row) => ({ ...shown(row), author: row.author })) };
}

export async function listPublishedOf(db: Db, userId: string): Promise<OwnPublished> {
  const person = await db
    .selectFrom("user")
    .select("handle")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("templates")
    .select(SHOWN)
    .where("author_id", "=", userId)
    .where("published", "=", 1)
    .orderBy("date_updated", "desc")
    .execute();
  return { handle: person.handle, templates: rows.map(shown) };
}

type Row = Omit<AcceptedTemplate, "page"> & { page: string };

function shown({ id, template_name, url, image, page, version_number, date_updated }: Row): AcceptedTemplate {
  return { id, template_name, url, image, page: JSON.parse(page), version_number, date_updated };
}
