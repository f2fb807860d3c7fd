import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** How a session began, and at most one account for an identity at an issuer. */
export async function addSignInMethods({ schema }: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await schema.alterTable("auth_session").addColumn("signedInWith", text).execute();
  await schema
    .createIndex("auth_account_identity")
    .on("auth_account")
    .columns(["providerId", "accountId"])
    .unique()
    .execute();
}
