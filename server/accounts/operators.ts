import type { Action } from "../../contract/people/actions.ts";
import { type Actor, recordActions } from "../actions/action-log.ts";
import type { Database } from "../database/connect.ts";
import { endApps } from "./apps.ts";
import { requireAnotherOperator } from "./changes.ts";
import { normaliseEmail } from "./email-address.ts";
import { forgetSetupLink } from "./first-operator.ts";

/** What can be done to an account from the command line or by an operator. False: there is no such account. */
export type AccountChange = (database: Database, email: string, actor: Actor, now?: Date) => Promise<boolean>;

export const promote: AccountChange = (database, email, actor, now = new Date()) =>
  change(database, email, { role: "operator" }, { actor, action: "person.promoted", now });

export const demote: AccountChange = (database, email, actor, now = new Date()) =>
  change(database, email, { role: "person" }, { actor, action: "person.demoted", now });

/** At once: sessions end with it, and no new one can begin. */
export const disable: AccountChange = (database, email, actor, now = new Date()) =>
  change(database, email, { disabledAt: now.toISOString() }, { actor, action: "person.disabled", now });

export const enable: AccountChange = (database, email, actor, now = new Date()) =>
  change(database, email, { disabledAt: null }, { actor, action: "person.enabled", now });

/** For people who have lost their device and their recovery codes; they sign in with their password alone until they set it up again. */
export const turnOffTwoFactor: AccountChange = (database, email, actor, now = new Date()) =>
  change(database, email, { twoFactorEnabled: null }, { actor, action: "two-factor.off", now });

type FoundAccount = { email: string; name: string; made: string; isConfirmed: boolean };

export async function findAccount({ db }: Database, email: string): Promise<FoundAccount | undefined> {
  const found = await db
    .selectFrom("auth_user")
    .select(["email", "name", "createdAt", "emailVerified"])
    .where("email", "=", normaliseEmail(email) ?? "")
    .executeTakeFirst();
  if (!found) return undefined;
  const made = new Date(found.createdAt as string | Date).toISOString().slice(0, 10);
  return { email: found.email, name: found.name, made, isConfirmed: Boolean(found.emailVerified) };
}

type Done = { actor: Actor; action: Action; now: Date };

async function change(
  { db, dialect }: Database,
  email: string,
  values: { role?: "person" | "operator"; disabledAt?: string | null; twoFactorEnabled?: null },
  { actor, action, now }: Done,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const address = normaliseEmail(email) ?? "";
    const isTakenAway = values.role === "person" || Boolean(values.disabledAt);
    // The command line may leave none: it can make another one.
    if (isTakenAway && actor.kind === "person") {
      const found = await db.selectFrom("auth_user").select("id").where("email", "=", address).execute();
      for (const { id } of found) await requireAnotherOperator({ db, dialect }, id);
    }
    const changed = await db
      .updateTable("auth_user")
      .set(values)
      .where("email", "=", address)
      .returning("id")
      .executeTakeFirst();
    if (!changed) return false;
    if (values.disabledAt) {
      await db.deleteFrom("auth_session").where("userId", "=", changed.id).execute();
      await endApps(db, changed.id);
    }
    if (values.twoFactorEnabled === null)
      await db.deleteFrom("auth_two_factor").where("userId", "=", changed.id).execute();
    if (values.role === "operator") await forgetSetupLink(db);
    await recordActions(db, actor, action, { kind: "person", ids: [changed.id] }, now);
    return true;
  });
}
