import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Access tokens, the log of actions, and when a password was last shown in a session. */
export async function createLeastPrivilege(db: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  const { schema } = db;

  await schema
    .createTable("access_tokens")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("scope", text, (c) => c.notNull())
    .addColumn("hash", text, (c) => c.notNull().unique())
    .addColumn("user_id", text, (c) => c.references("auth_user.id").onDelete("cascade"))
    .addColumn("created_at", text, (c) => c.notNull())
    .addColumn("created_by", text)
    .addColumn("ends_at", text, (c) => c.notNull())
    .addColumn("last_used_at", text)
    .addColumn("revoked_at", text)
    .execute();
  await schema.createIndex("access_tokens_user").on("access_tokens").column("user_id").execute();

  // Without references: who or what is named here may be gone, and the line stays.
  await schema
    .createTable("actions")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("at", text, (c) => c.notNull())
    .addColumn("actor_kind", text, (c) => c.notNull())
    .addColumn("actor_id", text)
    .addColumn("action", text, (c) => c.notNull())
    .addColumn("target_kind", text, (c) => c.notNull())
    .addColumn("target_id", text)
    .execute();
  await onlyAppend(db);

  await schema.alterTable("auth_session").addColumn("passwordAt", text).execute();
}

const APPEND_ONLY = "the log of actions is append-only";

async function onlyAppend(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    for (const change of ["update", "delete"])
      await sql
        .raw(
          `create trigger actions_no_${change} before ${change} on actions begin select raise(abort, '${APPEND_ONLY}'); end`,
        )
        .execute(db);
    return;
  }
  await sql
    .raw(
      `create function actions_only_append() returns trigger language plpgsql as $$ begin raise exception '${APPEND_ONLY}'; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      "create trigger actions_only_append before update or delete on actions for each row execute function actions_only_append()",
    )
    .execute(db);
}
