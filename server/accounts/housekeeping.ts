import type { Database } from "../database/connect.ts";

const HALF_MADE_AFTER_MS = 10 * 60_000; // far longer than the two statements of a sign-up are apart

/** Removes what has run out, and accounts without a password that a crash in mid-sign-up or mid-deletion left. */
export async function tidyAccounts({ db, dialect }: Database, now = new Date()): Promise<void> {
  const moment = (at: Date) => (dialect === "postgres" ? at : at.toISOString());
  await db.deleteFrom("auth_session").where("expiresAt", "<", moment(now)).execute();
  await db.deleteFrom("auth_verification").where("expiresAt", "<", moment(now)).execute();
  await db.deleteFrom("auth_rate_limit").where("resets", "<", now.getTime()).execute();
  await db
    .deleteFrom("auth_user")
    .where("createdAt", "<", moment(new Date(now.getTime() - HALF_MADE_AFTER_MS)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("auth_account")
            .select("auth_account.id")
            .whereRef("auth_account.userId", "=", "auth_user.id"),
        ),
      ),
    )
    .execute();
}
