import type { Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import type { Tables } from "../database/tables.ts";
import type { Viewer } from "../kernel/viewer.ts";

/**
 * Who did what to people, templates and tokens. Ids only, so that the log holds nothing personal and can stay when a
 * person is deleted. The database itself refuses to change or delete a line.
 */

export type Actor = { kind: "visitor" | "person" | "token" | "command line"; id: string | null };

export const COMMAND_LINE: Actor = { kind: "command line", id: null };

export type TargetKind = "person" | "template" | "type" | "token";
/** What is done to an item of the content API, whose collection says under which kind it is logged. */
export type ItemAction = "created" | "changed" | "deleted";
export type Action =
  | "person.promoted"
  | "person.demoted"
  | "person.disabled"
  | "person.enabled"
  | "reset-link.made"
  | `${"template" | "type"}.${ItemAction}`
  | "token.created"
  | "token.revoked";

export type LoggedAction = Tables["actions"];

export function actorOf(viewer: Viewer): Actor {
  if (viewer.role === "visitor") return { kind: "visitor", id: null };
  return viewer.role === "token"
    ? { kind: "token", id: viewer.tokenId }
    : { kind: "person", id: viewer.userId };
}

/** One line for each target, in the transaction `db` that makes the change. */
export async function recordActions(
  db: Db,
  actor: Actor,
  action: Action,
  target: { kind: TargetKind; ids: readonly string[] },
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

/** The newest first; `before` is the id of the last line that was already read. */
export function readActions(db: Db, limit: number, before?: string): Promise<LoggedAction[]> {
  return db
    .selectFrom("actions")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
