import type { Database } from "../database/connect.ts";
import { normaliseEmail } from "./email-address.ts";

/** What can be done to an account from the command line or by an operator. False: there is no such account. */

export function promote(database: Database, email: string): Promise<boolean> {
  return change(database, email, { role: "operator" });
}

export function demote(database: Database, email: string): Promise<boolean> {
  return change(database, email, { role: "person" });
}

/** At once: sessions end with it, and no new one can begin. */
export function disable(database: Database, email: string, now = new Date()): Promise<boolean> {
  return change(database, email, { disabledAt: now.toISOString() });
}

export function enable(database: Database, email: string): Promise<boolean> {
  return change(database, email, { disabledAt: null });
}

async function change(
  { db }: Database,
  email: string,
  values: { role?: "person" | "operator"; disabledAt?: string | null },
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable("auth_user")
      .set(values)
      .where("email", "=", normaliseEmail(email) ?? "")
      .returning("id")
      .executeTakeFirst();
    if (changed && values.disabledAt)
      await db.deleteFrom("auth_session").where("userId", "=", changed.id).execute();
    return changed !== undefined;
  });
}
