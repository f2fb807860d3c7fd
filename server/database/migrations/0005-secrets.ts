import { createHash } from "node:crypto";
import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

type Before = { auth_verification: { id: string; identifier: string } };

/**
 * Links are kept by their hash, messages say which account sent them, and what is kept about an account outside of its
 * own tables goes when the account goes.
 */
export async function keepSecrets(db: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await hashLinks(db as Kysely<Before>);

  await db.schema
    .alterTable("contact_messages")
    .addColumn("user_id", text, (c) => c.references("auth_user.id").onDelete("cascade"))
    .execute();
  await db.schema
    .createIndex("contact_messages_sender")
    .on("contact_messages")
    .columns(["user_id", "date_created"])
    .execute();

  // Left by accounts that were deleted before.
  await sql`delete from idempotency_keys where owner <> 'operator token' and owner not like 'visitor %'
    and owner not in (select id from auth_user)`.execute(db);
  await forgetWithAccount(db);
}

/** Links that are on their way go on working: they are found by the hash of what they say. */
async function hashLinks(db: Kysely<Before>): Promise<void> {
  for (const { id, identifier } of await db
    .selectFrom("auth_verification")
    .select(["id", "identifier"])
    .execute())
    await db
      .updateTable("auth_verification")
      .set({ identifier: createHash("sha256").update(identifier).digest("base64url") })
      .where("id", "=", id)
      .execute();
}

const FORGET = `
  delete from idempotency_keys where owner = old.id;
  delete from auth_verification where value = old.id;
  delete from mail_outbox where recipient = old.email;`;

/** In the database itself, so that it holds however an account is deleted, and in the same transaction. */
async function forgetWithAccount(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    await sql
      .raw(`create trigger account_deleted after delete on auth_user for each row begin ${FORGET} end`)
      .execute(db);
    return;
  }
  await sql
    .raw(
      `create function account_deleted() returns trigger language plpgsql as $$ begin ${FORGET} return null; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      "create trigger account_deleted after delete on auth_user for each row execute function account_deleted()",
    )
    .execute(db);
}
