import { z } from "zod";
import type { Action } from "../../contract/people/actions.ts";
import { recordOwnAction } from "../actions/action-log.ts";
import type { Database, Db } from "../database/connect.ts";
import type { SiteSettings } from "../site/site-settings.ts";
import type { Auth } from "./auth.ts";
import { sessionIds } from "./changes.ts";
import {
  type CheckedRequest,
  type Handler,
  requestWith,
  sessionOf,
  signedOf,
  userOf,
} from "./checked-request.ts";
import { hasPassword, requireRecentPassword } from "./recent-password.ts";

type Parts = {
  auth: Auth;
  database: Database;
  site: Pick<SiteSettings, "name">;
  askLibrary: Handler;
};

/** What happens around the accounts library when a second factor is set up, used or turned off. */
export function twoFactorHandlers({ auth, database, site, askLibrary }: Parts): Record<string, Handler> {
  /** The library asks for the password of those who have one. */
  async function requireOwner(checked: CheckedRequest): Promise<void> {
    if (!(await hasPassword(database, userOf(checked))))
      await requireRecentPassword(database, signedOf(checked));
  }

  const changes =
    (action: Action): Handler =>
    async (checked) => {
      await requireOwner(checked);
      const answer = await askLibrary(checked);
      if (answer.ok) await recordOwnAction(database.db, userOf(checked), action);
      return answer;
    };

  return {
    "/auth/two-factor/enable": async (checked) => {
      await requireOwner(checked);
      const body = { ...checked.body, issuer: site.name() };
      return askLibrary({ ...checked, request: requestWith(checked.request, body) });
    },

    /** Completes a sign-in, or in an open session the set-up; that ends all other sessions. */
    "/auth/two-factor/verify-totp": async (checked) => {
      const userId = userOf(checked);
      if (!userId || (await describeTwoFactor({ auth, database }, userId))) return askLibrary(checked);
      const ids = await sessionIds(database, userId);
      const answer = await askLibrary(checked);
      if (!answer.ok) return answer;
      await database.db.transaction().execute(async (db) => {
        const turnedOnAt = new Date().toISOString();
        await db.updateTable("auth_two_factor").set({ turnedOnAt }).where("userId", "=", userId).execute();
        await db.deleteFrom("auth_session").where("id", "in", ids).execute();
        await recordOwnAction(db, userId, "two-factor.on");
        if (ids.some((id) => id !== sessionOf(checked))) await recordOwnAction(db, userId, "sessions.ended");
      });
      return answer;
    },

    "/auth/two-factor/verify-backup-code": async (checked) => {
      const answer = await askLibrary(checked);
      if (answer.ok) {
        const { user } = signedInBody.parse(await answer.clone().json());
        await recordOwnAction(database.db, user.id, "recovery-code.used");
      }
      return answer;
    },

    "/auth/two-factor/disable": changes("two-factor.off"),
    "/auth/two-factor/generate-backup-codes": changes("recovery-codes.made"),
  };
}

const signedInBody = z.object({ user: z.object({ id: z.string() }) });

/** Null: off, or not confirmed with a first code. */
export async function describeTwoFactor(
  { auth, database }: Pick<Parts, "auth" | "database">,
  userId: string,
): Promise<{ since: string | null; recoveryCodesLeft: number } | null> {
  const found = await database.db
    .selectFrom("auth_two_factor")
    .innerJoin("auth_user", "auth_user.id", "auth_two_factor.userId")
    .select(["turnedOnAt", "twoFactorEnabled"])
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (!found?.twoFactorEnabled) return null;
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } });
  return { since: found.turnedOnAt, recoveryCodesLeft: backupCodes.length };
}

/** A secret is readable with the signing key that encrypted it. Gives the people who had one. */
export async function forgetTwoFactor(db: Db): Promise<string[]> {
  const gone = await db.deleteFrom("auth_two_factor").returning("userId").execute();
  const ids = gone.map(({ userId }) => userId);
  if (ids.length > 0)
    await db.updateTable("auth_user").set({ twoFactorEnabled: null }).where("id", "in", ids).execute();
  return ids;
}
