import { type SqlBool, sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { actorOf, recordActions } from "../actions/action-log.ts";
import { recordNews } from "../catalogue/changes.ts";
import { addStars } from "../catalogue/template-ratings.ts";
import {
  type Access,
  all,
  own,
  ownerOf,
  type Permissions,
  type Rows,
  requireOwner,
} from "../content/access.ts";
import type { Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import {
  failedValidation,
  forbiddenItem,
  invalidForeignKey,
  notExported,
  notUnique,
  requestsExceeded,
} from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { RATER_AGE_MS, RATINGS_OF_PERSON, TRUSTED_RATINGS } from "../limits/limits.ts";
import { addressGroup } from "../limits/rate-limit.ts";
import { createStoredLimits, type Limit } from "../limits/stored-limits.ts";
import type { ContractCollection } from "./services.ts";

const shown: Rows = {
  word: "shown",
  sql: (_viewer, alias) => sql<SqlBool>`${sql.ref(`${alias}.state`)} = 'shown'`,
};
const mine = own("user_id");
const shownAndMine: Rows = {
  word: "shown and own",
  sql: (viewer, alias) => sql<SqlBool>`(${shown.sql(viewer, alias)} or ${mine.sql(viewer, alias)})`,
};

/** Everyone reads ratings, but not whose they are: no field names the person. A person sees their own while it is pending. */
const read: Permissions = { read: shown };
const rate: Permissions = {
  read: shown,
  readById: shownAndMine,
  readThrough: shownAndMine,
  create: ["templates_id", "stars", "words"],
  update: { rows: mine, fields: ["stars", "words"] },
  delete: mine,
};

const access: Access = {
  visitor: read,
  person: rate,
  operator: {
    ...rate,
    readById: all,
    readIfFilteredBy: { field: "state", rows: all },
    update: { rows: all, fields: ["stars", "words", "hidden", "state"] },
  },
  "templates:write": read,
  "messages:read": read,
};

/** Ratings by people who exported a template: one each. */
export const ratings: ContractCollection<"ratings"> = {
  name: "ratings",
  fields: COLLECTIONS.ratings,
  access,
  underItems: true,
  order: [
    { field: "date_updated", descending: true },
    { field: "id", descending: true },
  ],

  async create(write, payload) {
    const { db, now, clientAddress } = write;
    const { templates_id, stars, words } = write.check(payload);
    const owner = requireOwner(write.viewer, payload, "ratings");
    await requireExport(db, owner, templates_id);
    const given = await db
      .selectFrom("ratings")
      .select("id")
      .where("templates_id", "=", templates_id)
      .where("user_id", "=", owner)
      .executeTakeFirst();
    if (given) throw notUnique("ratings", "templates_id", templates_id);
    await countChange(db, owner);
    const id = newId(now.getTime());
    const moment = now.toISOString();
    const state = (await isTrusted(db, owner, clientAddress, now)) ? "shown" : "waiting";
    await db
      .insertInto("ratings")
      .values({
        id,
        templates_id,
        user_id: owner,
        stars,
        words: tidy(words),
        hidden: null,
        hidden_words: null,
        state,
        date_created: moment,
        date_updated: moment,
      })
      .execute();
    await db
      .updateTable("exports")
      .set({ ratings_id: id })
      .where("user_id", "=", owner)
      .where("templates_id", "=", templates_id)
      .execute();
    if (state === "shown") await addStars(db, templates_id, { stars, people: 1 });
    return id;
  },

  /** The person changes stars and comment; only an operator hides the comment or decides whether the rating counts. */
  async update({ db, dialect, viewer, now, check, reachable }, id, payload) {
    const { stars, words, hidden, state } = check(payload);
    const select = db.selectFrom("ratings").selectAll().where("id", "=", id).where(reachable);
    const stored = await (dialect === "postgres" ? select.forUpdate() : select).executeTakeFirst();
    if (!stored) return undefined;
    if (stars !== undefined || words !== undefined) {
      const owner = ownerOf(viewer);
      if (owner === null || owner !== stored.user_id) throw forbiddenItem();
      await countChange(db, owner);
      const text =
        words === undefined ? {} : { [stored.hidden === null ? "words" : "hidden_words"]: tidy(words) };
      const changed = { stars: stars ?? stored.stars, ...text, date_updated: now.toISOString() };
      await db.updateTable("ratings").set(changed).where("id", "=", id).execute();
      if (stored.state === "shown")
        await addStars(db, stored.templates_id, { stars: changed.stars - stored.stars, people: 0 });
      stored.stars = changed.stars;
    }
    if (state !== undefined && state !== stored.state) {
      await db.updateTable("ratings").set({ state }).where("id", "=", id).execute();
      if (state === "shown") await addStars(db, stored.templates_id, { stars: stored.stars, people: 1 });
      if (stored.state === "shown")
        await addStars(db, stored.templates_id, { stars: -stored.stars, people: -1 });
      const action = state === "shown" ? "rating.accepted" : "rating.refused";
      await recordActions(db, actorOf(viewer), action, { kind: "rating", ids: [id] }, now);
    }
    if (hidden === undefined) return id;
    if (await setHidden(db, id, hidden)) {
      await recordNews(db, "ratings", [stored.templates_id]);
      const action = hidden === null ? "rating.shown" : "rating.hidden";
      await recordActions(db, actorOf(viewer), action, { kind: "rating", ids: [id] }, now);
    }
    return id;
  },

  async remove({ db, reachable }, id) {
    const deleted = await db
      .deleteFrom("ratings")
      .where("id", "=", id)
      .where(reachable)
      .returning(["templates_id", "stars", "state"])
      .executeTakeFirst();
    if (!deleted) return false;
    if (deleted.state === "shown")
      await addStars(db, deleted.templates_id, { stars: -deleted.stars, people: -1 });
    return true;
  },
};

/** Checks the server's own records (rendering/requests/exports.ts), which no client can write. */
async function requireExport(db: Db, owner: string, template: string): Promise<void> {
  const exported = await db
    .selectFrom("exports")
    .select("id")
    .where("user_id", "=", owner)
    .where("templates_id", "=", template)
    .executeTakeFirst();
  if (exported) return;
  const known = await db.selectFrom("templates").select("id").where("id", "=", template).executeTakeFirst();
  throw known ? notExported() : invalidForeignKey("ratings", "templates_id", template);
}

/** Fake accounts are new, or many come from one network. */
async function isTrusted(db: Db, owner: string, clientAddress: string, now: Date): Promise<boolean> {
  const account = await db
    .selectFrom("auth_user")
    .select("createdAt")
    .where("id", "=", owner)
    .executeTakeFirst();
  const since = new Date(account?.createdAt as string | Date).getTime();
  if (!(since <= now.getTime() - RATER_AGE_MS)) return false;
  const limit: Limit = {
    about: ["trusted ratings", addressGroup(clientAddress)],
    ...TRUSTED_RATINGS,
    afterSuccess: "keep",
  };
  return (await createStoredLimits({ db }).take([limit])) === undefined;
}

async function countChange(db: Db, owner: string): Promise<void> {
  const limit: Limit = { about: ["rating", owner], ...RATINGS_OF_PERSON, afterSuccess: "keep" };
  const exceeded = await createStoredLimits({ db }).take([limit]);
  if (exceeded) throw requestsExceeded(exceeded.retryAfter);
}

function tidy(comment: string | null | undefined): string | null {
  return comment?.trim() || null;
}

/**
 * Hides the sentence with a reason, which everybody reads in its place, or shows it again. The stars count either way. False:
 * it was like that already.
 */
async function setHidden(db: Db, id: string, given: string | null): Promise<boolean> {
  const { hidden, hidden_words, words } = await db
    .selectFrom("ratings")
    .select(["hidden", "hidden_words", "words"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const reason = given?.trim() ?? null;
  if (reason === hidden) return false;
  if (reason === "") throw failedValidation("hidden", "nempty", messageFor("comment_needs_reason"));
  if (reason !== null && hidden === null && words === null)
    throw failedValidation("hidden", "words", messageFor("no_comment_to_hide"));
  const changed =
    reason === null
      ? { hidden: null, words: hidden_words, hidden_words: null }
      : { hidden: reason, words: null, hidden_words: hidden === null ? words : hidden_words };
  await db.updateTable("ratings").set(changed).where("id", "=", id).execute();
  return true;
}

const ownExports: Permissions = { read: mine };

/** The templates a person has exported, as recorded by the server, with their rating of each. */
export const exported: ContractCollection<"exports"> = {
  name: "exports",
  fields: COLLECTIONS.exports,
  access: { person: ownExports, operator: ownExports },
  underItems: true,
  order: [
    { field: "date_updated", descending: true },
    { field: "id", descending: true },
  ],
};
