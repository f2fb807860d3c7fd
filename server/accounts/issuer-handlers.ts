import { z } from "zod";
import { recordOwnAction } from "../actions/action-log.ts";
import type { Database } from "../database/connect.ts";
import { HttpError } from "../errors/errors.ts";
import type { Auth } from "./auth.ts";
import { endSession } from "./changes.ts";
import {
  type CheckedRequest,
  type Handler,
  requestWith,
  sessionOf,
  signedOf,
  userOf,
} from "./checked-request.ts";
import { hasPasswordAlready, noIssuer, onlyWayIn } from "./errors.ts";
import type { Issuer } from "./issuer.ts";
import { CONNECTING_HEADER, ISSUER } from "./issuer-settings.ts";
import { hasPassword, requireRecentPassword } from "./recent-password.ts";
import { hashIdentifier } from "./reset-links.ts";

type Parts = { auth: Auth; database: Database; issuer: Issuer | undefined };

const ACCOUNT_PAGE = "/dashboard/account";

/** Signing in with the site's OpenID Connect provider, and connecting it to an account. */
export function issuerHandlers({ auth, database, issuer }: Parts): Record<string, Handler> {
  /** Gives the address at the issuer where the person signs in. */
  async function begin(checked: CheckedRequest, path: string, pages: { done: string; failed: string }) {
    if (!issuer) throw noIssuer();
    const body = {
      provider: ISSUER,
      callbackURL: pages.done,
      errorCallbackURL: pages.failed,
      disableRedirect: true,
    };
    const answer = await issuer.ask(requestWith(checked.request, body, path));
    if (!answer.ok) return answer;
    const { url } = addressBody.parse(await answer.clone().json());
    return Response.json({ url }, { headers: cookiesOf(answer) });
  }

  /** The person who began to connect the issuer in this state; undefined if it is a sign-in. */
  async function connectingPerson(state: string): Promise<string | undefined> {
    const found = await database.db
      .selectFrom("auth_verification")
      .select("value")
      .where("identifier", "=", hashIdentifier(`auth-state:${state}`))
      .executeTakeFirst();
    return found && stateBody.parse(JSON.parse(found.value)).link?.userId;
  }

  return {
    "/auth/sign-in/issuer": (checked) => {
      const { page, next } = checked.body;
      const query = next && next !== "/" ? `&next=${encodeURIComponent(String(next))}` : "";
      const pages = { done: `${page}?issuer=done${query}`, failed: `${page}?issuer=failed${query}` };
      return begin(checked, "/auth/sign-in/social", pages);
    },

    "/auth/connect-issuer": async (checked) => {
      await requireRecentPassword(database, signedOf(checked));
      const pages = { done: `${ACCOUNT_PAGE}?issuer=connected`, failed: `${ACCOUNT_PAGE}?issuer=failed` };
      return begin(checked, "/auth/link-social", pages);
    },

    /** Where the issuer sends people back. They are led on whatever happens: nobody reads JSON here. */
    "/auth/callback/oidc": async (checked) => {
      if (!issuer) throw noIssuer();
      const state = new URL(checked.request.url).searchParams.get("state") ?? "";
      try {
        const connecting = await connectingPerson(state);
        // The person who began it must still be signed in here.
        if (connecting && connecting !== userOf(checked)) return leadTo("/login?issuer=failed");
        const headers = new Headers(checked.request.headers);
        if (connecting) headers.set(CONNECTING_HEADER, "yes");
        const answer = await issuer.ask(new Request(checked.request, { headers }));
        const place = answer.headers.get("location") ?? "";
        if (connecting && place.includes("issuer=connected"))
          await recordOwnAction(database.db, connecting, "issuer.connected");
        if (place.includes("issuer=done") && sessionOf(checked))
          await endSession(database, sessionOf(checked));
        // The library has an error page of its own for a state it doesn't know.
        const isOurs = /^(?:\/[\w-]+)?\/(?:login|dashboard\/account)\?/.test(place);
        return isOurs ? leadTo(place, cookiesOf(answer)) : leadTo("/login?issuer=failed", cookiesOf(answer));
      } catch (error) {
        if (error instanceof HttpError && error.code === "ISSUER_AWAY")
          return leadTo("/login?issuer=failed&error=issuer_away");
        throw error;
      }
    },

    "/auth/disconnect-issuer": async (checked) => {
      await requireRecentPassword(database, signedOf(checked));
      const userId = userOf(checked);
      if (!(await hasPassword(database, userId))) throw onlyWayIn();
      await database.db.transaction().execute(async (db) => {
        const gone = await db
          .deleteFrom("auth_account")
          .where("userId", "=", userId)
          .where("providerId", "=", ISSUER)
          .returning("id")
          .execute();
        if (gone.length > 0) await recordOwnAction(db, userId, "issuer.disconnected");
      });
      return Response.json({ status: true });
    },

    /** For an account that was made with the issuer. */
    "/auth/set-password": async (checked) => {
      if (await hasPassword(database, userOf(checked))) throw hasPasswordAlready();
      await requireRecentPassword(database, signedOf(checked));
      const { headers } = checked.request;
      await auth.api.setPassword({ headers, body: { newPassword: String(checked.body.newPassword) } });
      await recordOwnAction(database.db, userOf(checked), "password.changed");
      return Response.json({ status: true });
    },
  };
}

export async function isConnected({ db }: Database, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom("auth_account")
    .select("id")
    .where("userId", "=", userId)
    .where("providerId", "=", ISSUER)
    .executeTakeFirst();
  return found !== undefined;
}

const addressBody = z.object({ url: z.url() });
const stateBody = z.object({ link: z.object({ userId: z.string() }).optional() });

function cookiesOf(answer: Response): Headers {
  const headers = new Headers();
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return headers;
}

function leadTo(place: string, headers = new Headers()): Response {
  headers.set("location", place);
  return new Response(null, { status: 302, headers });
}
