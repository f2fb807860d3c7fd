import { createHash, timingSafeEqual } from "node:crypto";
import type { Database } from "../database/connect.ts";
import { tokenInAddress } from "../errors/errors.ts";
import { OPERATOR_TOKEN, VISITOR, type Viewer } from "../request/viewer.ts";
import { holderOf } from "./access-tokens.ts";
import type { Auth } from "./auth.ts";
import { accountsUnavailable, libraryStatus } from "./errors.ts";

const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?typecase\.session_token=/;
const BEARER = /^bearer(?:\s+(.*))?$/i;

type Parts = { auth: Auth; database: Database; operatorToken: string | undefined };

/** Who a request comes from, by its access token or its session. */
export async function identify(parts: Parts, { headers, url }: Request): Promise<Viewer> {
  const { auth } = parts;
  const inAddress = tokenIn(url);
  if (inAddress) {
    await findHolder(parts, inAddress); // a guess learns nothing else
    throw tokenInAddress();
  }
  const bearer = BEARER.exec(headers.get("authorization") ?? "");
  if (bearer) return findHolder(parts, bearer[1]?.trim() ?? "");
  if (!SESSION_COOKIE.test(headers.get("cookie") ?? "")) return VISITOR;
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } }).catch((error) => {
    throw libraryStatus(error) === "INTERNAL_SERVER_ERROR" ? accountsUnavailable() : error;
  });
  if (!found || found.user.disabledAt) return { role: "visitor", sessionEnded: true };
  return {
    role: found.user.role === "operator" ? "operator" : "person",
    userId: found.user.id,
    email: found.user.email,
    sessionId: found.session.id,
  };
}

/** The token in `?access_token=`, where clients of Directus may put it. */
function tokenIn(url: string): string | null {
  return url.includes("access_token=") ? new URL(url).searchParams.get("access_token") : null;
}

async function findHolder({ database, operatorToken }: Parts, token: string): Promise<Viewer> {
  if (operatorToken && isSame(token, operatorToken)) return OPERATOR_TOKEN;
  return holderOf(database, token);
}

/** Hashed first, so that neither time nor length reveals how much of a guess was right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
