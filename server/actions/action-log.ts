import type { Action, ActorKind, TargetKind } from "../../contract/people/actions.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import type { Tables } from "../database/tables.ts";
import type { Viewer } from "../request/viewer.ts";

/** Far more than an hour's entries, processed in a moment. */
const OLD_ACTIONS_AT_ONCE = 2_000;

/**
 * Who did what to people, templates and tokens. Ids only, so that the log holds nothing personal and can stay when a
 * person is deleted. The database itself refuses to change a line, or to delete one that is not older than a year.
 */

export type Actor = { kind: ActorKind; id: string | null };

export const COMMAND_LINE: Actor = { kind: "command line", id: null };
/** What the server does by itself when it starts, such as importing its library. */
export const SERVER: Actor = { kind: "server", id: null };

/** What is done to an item of the content API; its collection names the kind of the log entry. */
export type ItemAction = "created" | "changed" | "moved" | "published" | "unpublished" | "deleted";

export type LoggedAction = Tables["actions"];

export function actorOf(viewer: Viewer): Actor {
  if (viewer.role === "visitor") return { kind: "visitor", id: null };
  if (viewer.role === "key") return { kind: "token", id: viewer.keyId };
  return viewer.role === "token"
    ? { kind: "token", id: viewer.tokenId }
    : { kind: "person", id: viewer.userId };
}

/** One entry per target, in the transaction `db` that makes the change. */
export async function recordActions(
  db: Db,
  actor: Actor,
  action: Action,
  target: { kind: TargetKind; ids: readonly (string | null)[] },
  now: Date,
): Promise<void> {
  if (target.ids.length === 0) return;
  const lines = target.ids.map((target_id) => ({
    id: newId(now.getTime()),
    at: now.toISOString(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    action,
    target_kind: target.kind,
    target_id,
  }));
  await db.insertInto("actions").values(lines).execute();
}

/** What people do to their own account. */
export async function recordOwnAction(db: Db, userId: string, action: Action): Promise<void> {
  await recordActions(
    db,
    { kind: "person", id: userId },
    action,
    { kind: "person", ids: [userId] },
    new Date(),
  );
}

/** Newest first; with a moment, only earlier entries. */
export function readActions(db: Db, limit: number, until?: Date): Promise<LoggedAction[]> {
  return db
    .selectFrom("actions")
    .selectAll()
    .$if(until !== undefined, (query) => query.where("at", "<", until?.toISOString() ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * Deletes entries older than a year, the oldest first and a limited number at a time. A day later than the
 * database would allow, because its clock may differ.
 */
export async function deleteOldActions({ db }: Pick<Database, "db">, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  before.setUTCDate(before.getUTCDate() - 1);
  await db
    .deleteFrom("actions")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("actions").select("id").orderBy("id").limit(OLD_ACTIONS_AT_ONCE),
    )
    .where("at", "<", before.toISOString())
    .execute();
}
