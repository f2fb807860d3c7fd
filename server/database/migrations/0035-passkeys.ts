import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Public keys of passkeys. */
export async function createPasskeys({ schema }: Kysely<unknown>, kinds: ColumnKinds): Promise<void> {
  const { text, bigInteger, moment, flag } = kinds;
  await schema
    .createTable("auth_passkey")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("name", text)
    .addColumn("publicKey", text, (c) => c.notNull())
    .addColumn("userId", text, (c) => c.notNull().references("auth_user.id").onDelete("cascade"))
    .addColumn("credentialID", text, (c) => c.notNull().unique())
    .addColumn("counter", bigInteger, (c) => c.notNull())
    .addColumn("deviceType", text, (c) => c.notNull())
    .addColumn("backedUp", flag, (c) => c.notNull())
    .addColumn("transports", text)
    .addColumn("createdAt", moment)
    .addColumn("aaguid", text)
    .addColumn("lastUsedAt", text)
    .execute();
  await schema.createIndex("auth_passkey_user").on("auth_passkey").column("userId").execute();
}
