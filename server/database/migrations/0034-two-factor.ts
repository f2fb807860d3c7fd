import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Two-factor sign-in: secrets and recovery codes, both encrypted. */
export async function createTwoFactor(db: Kysely<unknown>, kinds: ColumnKinds): Promise<void> {
  const { text, integer, moment, flag } = kinds;
  const { schema } = db;
  await schema.alterTable("auth_user").addColumn("twoFactorEnabled", flag).execute();
  await schema
    .createTable("auth_two_factor")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("userId", text, (c) => c.notNull().unique().references("auth_user.id").onDelete("cascade"))
    .addColumn("secret", text, (c) => c.notNull())
    .addColumn("backupCodes", text, (c) => c.notNull())
    .addColumn("verified", flag)
    .addColumn("failedVerificationCount", integer)
    .addColumn("lockedUntil", moment)
    .addColumn("turnedOnAt", text)
    .execute();
}
