import { SIGN_IN_METHODS, type SignInMethod } from "../../contract/people/sign-in.ts";
import type { Db } from "../database/connect.ts";
import { ISSUER } from "./issuer-settings.ts";

/** Paths of the accounts library at which a session begins. */
const METHOD_OF_PATH: Record<string, SignInMethod> = {
  "/sign-up/email": "password",
  "/sign-in/email": "password",
  "/two-factor/verify-totp": "two-factor",
  "/two-factor/verify-backup-code": "two-factor",
  "/two-factor/disable": "password",
  "/passkey/verify-authentication": "passkey",
  "/callback/:id": "issuer",
};

/** How a session begins at a path. One that replaces another began like it, but for the code. */
export function methodOf(path: string | undefined, before: unknown): SignInMethod {
  const earlier = SIGN_IN_METHODS.find((each) => each === before);
  if (earlier === "passkey" || earlier === "issuer") return earlier;
  return METHOD_OF_PATH[path ?? ""] ?? earlier ?? "password";
}

/** Whether a session proves more than a password: a code, a passkey, or what the issuer asks for. */
export function isStrongSignIn(hasTwoFactor: boolean, method: unknown): boolean {
  return hasTwoFactor || method === "passkey" || method === "issuer";
}

/** Whether a person could begin such a session: for their keys, which belong to no session. */
export async function hasStrongSignIn(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom("auth_user")
    .select(["twoFactorEnabled"])
    .select(({ exists, selectFrom }) => [
      exists(selectFrom("auth_passkey").select("id").where("userId", "=", userId)).as("hasPasskey"),
      exists(
        selectFrom("auth_account").select("id").where("userId", "=", userId).where("providerId", "=", ISSUER),
      ).as("hasIssuer"),
    ])
    .where("id", "=", userId)
    .executeTakeFirst();
  return Boolean(found?.twoFactorEnabled || found?.hasPasskey || found?.hasIssuer);
}
