import { createHash, timingSafeEqual } from "node:crypto";
import type { Database } from "../database/connect.ts";
import { tokenInAddress } from "../errors/errors.ts";
import { OPERATOR_TOKEN, VISITOR, type Viewer } from "../request/viewer.ts";
import { holderOf } from "./access-tokens.ts";
import { isKey, keyViewer } from "./api-keys.ts";
import { appViewer, isAppToken } from "./apps.ts";
import type { Auth } from "./auth.ts";
import { accountsUnavailable, libraryStatus } from "./errors.ts";
import { findTokenSession, isSessionToken, type Sign } from "./session-tokens.ts";
import { isStrongSignIn } from "./sign-in-methods.ts";

const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?typecase\.session_token=/;
const BEARER = /^bearer(?:\s+(.*))?$/i;

type Parts = {
  auth: Auth;
  database: Database;
  operatorToken: string | undefined;
  sign: Sign;
  /** Whether operators need a second factor. */
  requiresTwoFactor: boolean;
};

/** Who a request comes from, by its access token or its session. */
export async function identify(parts: Parts, { headers, url }: Request): Promise<Viewer> {
  const { auth } = parts;
  const inAddress = tokenIn(url);
  if (inAddress) {
    await findHolder(parts, inAddress); // a guess learns nothing else
    throw tokenInAddress();
  }
  const bearer = BEARER.exec(headers.get("authorization") ?? "");
  const token = bearer?.[1]?.trim() ?? "";
  if (isSessionToken(token))
    return signedIn(parts, await findTokenSession(parts.database, parts.sign, token));
  if (bearer) return findHolder(parts, token);
  if (!SESSION_COOKIE.test(headers.get("cookie") ?? "")) return VISITOR;
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } }).catch((error) => {
    throw libraryStatus(error) === "INTERNAL_SERVER_ERROR" ? accountsUnavailable() : error;
  });
  if (!found || found.user.disabledAt) return { role: "visitor", sessionEnded: true };
  return signedIn(parts, found);
}

type SignedIn = {
  user: { id: string; email: string; role?: unknown; twoFactorEnabled?: unknown };
  session: { id: string; signedInWith?: unknown };
};

function signedIn({ requiresTwoFactor }: Parts, { user, session }: SignedIn): Viewer {
  const signed = { userId: user.id, email: user.email, sessionId: session.id };
  if (user.role !== "operator") return { role: "person", ...signed };
  if (requiresTwoFactor && !isStrongSignIn(Boolean(user.twoFactorEnabled), session.signedInWith))
    return { role: "person", ...signed, needsTwoFactor: true };
  return { role: "operator", ...signed };
}

/** The token in `?access_token=`, where clients of Directus may put it. */
function tokenIn(url: string): string | null {
  return url.includes("access_token=") ? new URL(url).searchParams.get("access_token") : null;
}

async function findHolder(parts: Parts, token: string): Promise<Viewer> {
  const { database, operatorToken } = parts;
  if (operatorToken && isSame(token, operatorToken)) return OPERATOR_TOKEN;
  if (isAppToken(token)) return appViewer(database, token);
  return isKey(token) ? keyViewer(parts, token) : holderOf(database, token);
}

/** Hashed first, so that neither time nor length reveals how much of a guess was right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
