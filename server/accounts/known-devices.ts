import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/**
 * Browsers that have signed in to an account before. Wrong passwords from anywhere slow an account down; a known browser
 * has tries of its own, so that the owner still gets in. The cookie names no account: each of its entries is a random
 * name and a signature over it and the account, so it can neither be made by others nor read.
 */
type KnownDevices = {
  /** The name under which this browser's tries on the account are counted; undefined when it is not known there. */
  find(cookies: string | null, userId: string): string | undefined;
  /** The `Set-Cookie` after a sign-in to the account. */
  remember(cookies: string | null, userId: string): string;
};

/** A browser at home has one or two; one in a classroom forgets who signed in before these. */
const MAX_ACCOUNTS = 5;
const KEPT_SECONDS = 60 * 60 * 24 * 365;
const ENTRY = /^[\w-]{16}\.[\w-]{43}$/;

export function createKnownDevices(secret: string, isSecure: boolean): KnownDevices {
  const cookie = `${isSecure ? "__Secure-" : ""}typecase.device`;

  function sign(name: string, userId: string): string {
    return createHmac("sha256", secret)
      .update(`known device\u0000${name}\u0000${userId}`)
      .digest("base64url");
  }

  function isOf(entry: string, userId: string): boolean {
    const [name = "", signature = ""] = entry.split(".");
    return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(name, userId)));
  }

  function entriesIn(cookies: string | null): string[] {
    const pair = cookies?.split(/;\s*/).find((each) => each.startsWith(`${cookie}=`)) ?? "";
    const entries = pair.slice(cookie.length + 1).split("~");
    return entries.filter((entry) => ENTRY.test(entry)).slice(0, MAX_ACCOUNTS);
  }

  return {
    find: (cookies, userId) =>
      entriesIn(cookies)
        .find((entry) => isOf(entry, userId))
        ?.split(".")[0],
    remember: (cookies, userId) => {
      const name = randomBytes(12).toString("base64url");
      const entries = entriesIn(cookies);
      const own = entries.find((entry) => isOf(entry, userId)) ?? `${name}.${sign(name, userId)}`;
      const remaining = [own, ...entries.filter((entry) => entry !== own)].slice(0, MAX_ACCOUNTS);
      const secure = isSecure ? "; Secure" : "";
      return `${cookie}=${remaining.join("~")}; Max-Age=${KEPT_SECONDS}; Path=/auth; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}

const signedInBody = z.object({ user: z.object({ id: z.string() }) });

/** The id of the person a response gives a session to; undefined if none. */
export async function whoSignedIn(answer: Response): Promise<string | undefined> {
  const givesSession = answer.headers.getSetCookie().some((line) => /\.session_token=[^;]/.test(line));
  if (!answer.ok || !givesSession) return undefined;
  const body: unknown = await answer.clone().json();
  return signedInBody.safeParse(body).data?.user.id;
}
