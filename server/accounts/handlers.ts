import { z } from "zod";
import type { Security } from "../../contract/people/sign-in.ts";
import type { SetupOffer } from "../../contract/site/site.ts";
import { actorOf, recordActions, recordOwnAction } from "../actions/action-log.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { Database } from "../database/connect.ts";
import { eraseDeleted } from "../database/erasing.ts";
import { tryToWrite } from "../database/write-check.ts";
import { requestLanguage } from "../request/request-language.ts";
import type { Viewer } from "../request/viewer.ts";
import type { SiteSettings } from "../site/site-settings.ts";
import type { AccountMails } from "./account-mails.ts";
import type { Auth } from "./auth.ts";
import { changeEmail, endSession, hasSessions, recordNewPassword, sessionIds } from "./changes.ts";
import {
  type CheckedRequest,
  type Handler,
  requestWith,
  sessionOf,
  signedOf,
  userOf,
} from "./checked-request.ts";
import {
  accountsUnavailable,
  addressTaken,
  bodyMisfit,
  deadLink,
  libraryStatus,
  noMail,
  notSignedIn,
  readRefusal,
  signUpClosed,
  signUpWithIssuer,
  wrongPassword,
} from "./errors.ts";
import { isSetupLinkAlive, type NewAccount, openLibrary } from "./first-operator.ts";
import type { Issuer } from "./issuer.ts";
import { isConnected, issuerHandlers } from "./issuer-handlers.ts";
import { passkeyHandlers } from "./passkey-handlers.ts";
import { listPasskeys } from "./passkeys.ts";
import { hasPassword, notePassword, requireRecentPassword } from "./recent-password.ts";
import { forgetResetLinks, isResetLinkAlive } from "./reset-links.ts";
import { type Body, setupBody } from "./routes.ts";
import { removeSetupFile } from "./setup-file.ts";
import { describeTwoFactor, twoFactorHandlers } from "./two-factor.ts";

/** What happens around the accounts library on the routes where it alone would not be enough. */
export function createHandlers(parts: {
  auth: Auth;
  database: Database;
  mails: AccountMails;
  sendsMail: boolean;
  /** The contact address for what a mail would have contained, and the library's name. */
  site: SiteSettings;
  /** Whether the site has a public address, which passkeys belong to. */
  hasAddress: boolean;
  issuer: Issuer | undefined;
  hasPasswordSignUp: boolean;
  /** The path of the first operator's link. */
  dataDir: string;
  catalogue: Pick<CatalogueVersion, "bump" | "refresh"> | undefined;
}): Handler {
  const { auth, database, mails, sendsMail, site, issuer } = parts;
  const askLibrary: Handler = ({ request }) => auth.handler(request);

  /** Ends the earlier session of a browser: anyone else who has it must not get into the account that signs in now. */
  const signIn: Handler = async (checked) => {
    const answer = await askLibrary(checked);
    if (answer.ok && sessionOf(checked)) await endSession(database, sessionOf(checked));
    return answer;
  };

  /** Whether the one who asks is the owner: with the password, or without one by having signed in a moment ago. */
  async function requireOwner(checked: CheckedRequest): Promise<void> {
    if (!(await hasPassword(database, userOf(checked)))) {
      await requireRecentPassword(database, signedOf(checked));
    } else if (!checked.body.password || !(await knowsPassword(checked))) throw wrongPassword();
  }

  /** The library says the same when there was no such session, or it was another person's. */
  const endsSessions: Handler = async (checked) => {
    const before = await sessionIds(database, userOf(checked));
    const answer = await askLibrary(checked);
    const left = new Set(await sessionIds(database, userOf(checked)));
    if (before.some((id) => !left.has(id)))
      await recordOwnAction(database.db, userOf(checked), "sessions.ended");
    return answer;
  };

  const handlers: Record<string, Handler> = {
    ...twoFactorHandlers({ auth, database, site, askLibrary }),
    ...passkeyHandlers({ database, askLibrary, signIn, hasAddress: parts.hasAddress }),

    ...issuerHandlers({ auth, database, issuer }),

    /** The role as far as this session has it: see identity.ts. */
    "/auth/get-session": async (checked) => {
      const answer = await askLibrary(checked);
      const { viewer } = checked;
      if (!answer.ok || viewer.role !== "person" || !viewer.needsTwoFactor) return answer;
      const session = sessionAnswer.parse(await answer.json());
      const user = { ...session.user, role: viewer.role, needsTwoFactor: true };
      return Response.json({ ...session, user }, { headers: answer.headers });
    },

    "/auth/security": async (checked) => {
      const userId = userOf(checked);
      return Response.json({
        hasPassword: await hasPassword(database, userId),
        twoFactor: await describeTwoFactor({ auth, database }, userId),
        passkeys: parts.hasAddress ? await listPasskeys(database, userId) : null,
        issuer: issuer ? { name: issuer.name, isConnected: await isConnected(database, userId) } : null,
      } satisfies Security);
    },

    "/auth/revoke-session": endsSessions,
    "/auth/revoke-other-sessions": endsSessions,
    "/auth/revoke-sessions": endsSessions,

    /** Two at once with one address: the second finds the first one's account when it looks again. */
    "/auth/sign-up/email": async (checked) => {
      // As it is stored now: another node may have closed it a moment ago.
      await site.refresh();
      if (!parts.hasPasswordSignUp && issuer) throw signUpWithIssuer(issuer.name);
      if (site.isSignUpClosed() || !parts.hasPasswordSignUp) throw signUpClosed(site.contactEmail());
      const again = checked.request.clone();
      const answer = await askLibrary(checked);
      if (!(await failedToCreate(answer))) return answer;
      const second = await askLibrary({ ...checked, request: again });
      // The accounts library reports a full disk the same way; that is answered with its own message.
      if (await failedToCreate(second)) await tryToWrite(database);
      return second;
    },

    "/auth/sign-in/email": signIn,

    /** Without mail the link can't be sent: an operator makes one instead, see reset-links.ts. */
    "/auth/request-password-reset": async (checked) => {
      if (!sendsMail) throw noMail(site.contactEmail());
      return askLibrary(checked);
    },

    "/auth/check-reset-link": async ({ body }) => {
      if (!(await isResetLinkAlive(database, String(body.token)))) throw deadLink();
      return Response.json({ status: true });
    },

    "/auth/check-setup-link": async ({ body, viewer }) => {
      if (!(await isSetupLinkAlive(database, String(body.token)))) throw deadLink();
      const person = viewer.role === "person" ? await findPerson(viewer.userId) : null;
      const { libraryName, contactEmail } = site.describe();
      return Response.json({ libraryName, contactEmail, person } satisfies SetupOffer);
    },

    /** The account, its role and the library's name at once; then the new operator is signed in like anyone else. */
    "/auth/setup": async (checked) => {
      const { viewer } = checked;
      const given = readSetup(checked.body);
      if (!(await isSetupLinkAlive(database, given.token))) throw deadLink();
      const who = viewer.role === "person" ? viewer.userId : await newAccount(given, checked.request.headers);
      const { libraryName, contactEmail } = site.describe();
      const opening = {
        secret: given.token,
        who,
        libraryName: libraryName.setBy ? undefined : given.libraryName,
        contactEmail: contactEmail.setBy ? undefined : given.contactEmail,
      };
      await openLibrary(database, opening, async (db) => parts.catalogue?.bump(db));
      removeSetupFile(parts.dataDir);
      await site.refresh();
      await parts.catalogue?.refresh();
      if (viewer.role === "person") return Response.json({ user: { email: viewer.email } });
      const { email, password } = given;
      return auth.handler(requestWith(checked.request, { email, password }, "/auth/sign-in/email"));
    },

    "/auth/change-password": async (checked) => {
      const userId = userOf(checked);
      const endsOthers = await hasSessions(database, userId, sessionOf(checked));
      const answer = await askLibrary(checked);
      if (answer.ok) {
        await forgetResetLinks(database, userId);
        await recordNewPassword(database.db, userId, endsOthers);
      }
      return answer;
    },

    "/auth/change-email": async (checked) => {
      await requireOwner(checked);
      if (sendsMail) return askLibrary(checked);
      const userId = userOf(checked);
      if (!(await changeEmail(database, userId, String(checked.body.newEmail)))) throw addressTaken();
      await forgetResetLinks(database, userId);
      return Response.json({ status: true });
    },

    "/auth/confirm-password": async (checked) => {
      if (!(await knowsPassword(checked))) {
        await notePasswordRefused(checked.viewer);
        throw wrongPassword();
      }
      await notePassword(database, sessionOf(checked));
      return Response.json({ status: true });
    },

    /** Deletes the person's files too before it reports success. */
    "/auth/delete-user": async (checked) => {
      await requireOwner(checked);
      const answer = await askLibrary(checked);
      if (answer.ok) {
        await parts.catalogue?.refresh();
        await eraseDeleted(database);
      }
      return answer;
    },

    /**
     * A link to a new address also signs in the person who opens it. With a mistyped address that is a
     * stranger, so only the account's owner can complete the change.
     */
    "/auth/verify-email": async (checked) => {
      const { viewer } = checked;
      const change = readChange(new URL(checked.request.url).searchParams.get("token") ?? "");
      if (!change) return askLibrary(checked);
      if (viewer.role === "visitor" || viewer.email !== change.from) throw notSignedIn();
      const answer = await askLibrary(checked);
      if (answer.ok) {
        await forgetResetLinks(database, userOf(checked));
        const pageLanguage = requestLanguage(checked.request.headers);
        await mails.emailChanged({ id: userOf(checked), email: change.from, pageLanguage }, change.to);
      }
      return answer;
    },
  };

  async function findPerson(id: string) {
    const fields = ["name", "email"] as const;
    const found = await database.db
      .selectFrom("auth_user")
      .select(fields)
      .where("id", "=", id)
      .executeTakeFirst();
    return found ?? null;
  }

  /** A person with the link has access to the machine, so the address need not be confirmed. */
  async function newAccount({ name, email, password }: Setup, headers: Headers): Promise<NewAccount> {
    if (!name || !email || !password)
      throw bodyMisfit("name, email, password", "are needed for a new account");
    const { password: hashing } = await auth.$context;
    return {
      name,
      email,
      passwordHash: await hashing.hash(password),
      isVerified: sendsMail,
      language: requestLanguage(headers),
    };
  }

  async function knowsPassword({ request, body }: CheckedRequest): Promise<boolean> {
    try {
      await auth.api.verifyPassword({ headers: request.headers, body: { password: String(body.password) } });
      return true;
    } catch (error) {
      const status = libraryStatus(error);
      if (status === "BAD_REQUEST" || status === "UNAUTHORIZED") return false;
      throw status === "INTERNAL_SERVER_ERROR" ? accountsUnavailable() : error;
    }
  }

  /** Someone else may sit at an operator's open screen. The number of log lines is limited by the number of tries. */
  async function notePasswordRefused(viewer: Viewer): Promise<void> {
    if (viewer.role !== "operator") return;
    const self = { kind: "person" as const, ids: [viewer.userId] };
    await recordActions(database.db, actorOf(viewer), "password.refused", self, new Date());
  }

  return (checked) => (handlers[checked.path] ?? askLibrary)(checked);
}

async function failedToCreate(answer: Response): Promise<boolean> {
  return answer.status === 422 && (await readRefusal(answer)).code === "FAILED_TO_CREATE_USER";
}

type Setup = z.infer<typeof setupBody>;

/** The route has checked the body; this only types it. */
function readSetup(body: Body): Setup {
  return setupBody.parse(body);
}

const sessionAnswer = z.looseObject({ user: z.looseObject({}) });

/** What a link wants changed. Not yet to be believed: its signature is checked when it is passed on. */
function readChange(token: string): { from: string; to: string } | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return typeof claims.updateTo === "string"
      ? { from: String(claims.email), to: claims.updateTo }
      : undefined;
  } catch {
    return undefined;
  }
}
