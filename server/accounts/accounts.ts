import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { deleteOldActions } from "../actions/action-log.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { emptyBins } from "../collections/document-bin.ts";
import type { Settings } from "../config/settings.ts";
import { forgetOldAnswers } from "../content/idempotency.ts";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { eraseDeleted } from "../database/erasing.ts";
import { keyRefused, messageOf, requestsExceeded, startProblem } from "../errors/errors.ts";
import {
  ACCOUNT_BODY_CHARACTERS,
  KEY_RATE,
  LONGEST_PASSED_HEADER,
  PASSWORD_TURNS,
} from "../limits/limits.ts";
import { addressGroup, createRateLimit } from "../limits/rate-limit.ts";
import { createStoredLimits } from "../limits/stored-limits.ts";
import type { Log } from "../log/logging.ts";
import { createOutbox, type Outbox, type SendMail, sendBySmtp } from "../mail/outbox.ts";
import { createSealing, type Sealing, WEBHOOK_SECRETS } from "../mail/sealing.ts";
import { noteLimitHit } from "../metrics/limit-hits.ts";
import { readJson, requireShape } from "../request/request.ts";
import type { Key, WhoIs } from "../request/viewer.ts";
import { openSiteSettings, type SiteSettings } from "../site/site-settings.ts";
import { createAccountMails } from "./account-mails.ts";
import { ADDRESS_HEADER, type Auth, createAuth } from "./auth.ts";
import { removeExpired } from "./changes.ts";
import type { CheckedRequest } from "./checked-request.ts";
import {
  bodyMisfit,
  bodyTooLong,
  finishAnswer,
  noSuchRoute,
  notJson,
  notSentAsJson,
  notSignedIn,
  tooManyPasswords,
  tooManyTries,
} from "./errors.ts";
import { isSetupLinkAlive } from "./first-operator.ts";
import { createHandlers } from "./handlers.ts";
import { identify } from "./identity.ts";
import { createIssuer } from "./issuer.ts";
import { readIssuerSettings } from "./issuer-settings.ts";
import { createKnownDevices, whoSignedIn } from "./known-devices.ts";
import { createPasswordTurns } from "./password-turns.ts";
import { type Body, ROUTES } from "./routes.ts";
import type { Sign } from "./session-tokens.ts";
import { openSigningKey } from "./signing-key.ts";

export type Accounts = {
  /** The accounts library, where apps may connect to accounts. */
  apps: Auth | undefined;
  /** Everything under /auth. `address` is the client's, as our server determined it. */
  handle(request: Request, address: string): Promise<Response>;
  whoIs: WhoIs;
  /** A text that only this site can make from another, with its key; different for each purpose. */
  sign: Sign;
  /** For the secrets of webhooks. */
  sealing: Sealing;
  /** For other mails of the site; undefined without a mail server. */
  outbox: Outbox | undefined;
  close(): Promise<void>;
};

// Longer than a hash and some writes take, so that answers with more and with less work look the same.
const SOONEST_ANSWER_MS = 250;
const CLEAN_UP_EVERY_MS = 60 * 60_000;
// What the accounts library believes to be its address when none is set. No link is ever made from it.
const NO_PUBLIC_URL = "http://typecase.invalid";

export async function createAccounts(options: {
  database: Database;
  settings: Settings;
  log: Log;
  /** The library's name and contact address; default: as stored. */
  site?: SiteSettings;
  /** Of the pages that show its name, where there are pages. */
  catalogue?: Pick<CatalogueVersion, "bump" | "refresh">;
  /** Another way for mails than the mail server of the settings. */
  send?: SendMail;
}): Promise<Accounts> {
  const { database, settings, log } = options;
  const { smtpUrl, publicUrl, operatorToken } = settings;
  const site = options.site ?? (await openSiteSettings(database, settings));
  if (smtpUrl && !publicUrl)
    throw startProblem(
      "SMTP_URL is set without PUBLIC_URL, so links in mails would lead nowhere.",
      "Set PUBLIC_URL to the address under which people reach the site.",
    );
  const send =
    options.send ??
    (smtpUrl && publicUrl ? await sendBySmtp({ ...settings, smtpUrl, publicUrl }, site.name) : undefined);
  const secret = await openSigningKey({ database, settings, log });
  const about = { publicUrl: publicUrl ?? "", name: site.name };
  const outbox = send && createOutbox({ database, log, send, sealing: createSealing(secret), site: about });
  const mails = createAccountMails(database, log, outbox);
  const origin = publicUrl ?? NO_PUBLIC_URL;
  const forAuth = {
    database,
    log,
    secret,
    origin,
    verifies: Boolean(outbox),
    maxSessions: settings.quotaSessions,
    mails,
    isSignUpClosed: site.isSignUpClosed,
    hasPasskeys: publicUrl !== undefined,
  };
  const hasApps = publicUrl !== undefined && canConnectApps(publicUrl);
  const auth = await createAuth({ ...forAuth, hasApps });
  await auth.$context; // it stores the resource that apps connect to, and would still do so after a quick stop
  const issuerSettings = readIssuerSettings(settings);
  const issuer =
    issuerSettings &&
    createIssuer(issuerSettings, () => createAuth({ ...forAuth, issuer: issuerSettings }), log);
  const limits = createStoredLimits(database);
  const devices = createKnownDevices(secret, origin.startsWith("https:"));
  const turns = createPasswordTurns(PASSWORD_TURNS, () => {
    noteLimitHit("password turns");
    return tooManyPasswords();
  });
  const handle = createHandlers({
    auth,
    database,
    mails,
    sendsMail: Boolean(outbox),
    site,
    hasAddress: publicUrl !== undefined,
    issuer,
    hasPasswordSignUp: settings.passwordSignUp === "on",
    dataDir: settings.dataDir,
    catalogue: options.catalogue,
  });

  const stop = new AbortController();
  const cleanUp = async () => {
    try {
      await removeExpired(database, new Date(), stop.signal);
      if (stop.signal.aborted) return;
      await forgetOldAnswers(database.db, new Date());
      await deleteOldActions(database, new Date());
      await emptyBins(database, new Date());
      await eraseDeleted(database);
    } catch (error) {
      log.warn({ error: messageOf(error) }, "accounts could not be tidied");
    }
  };
  let cleaningUp = cleanUp();
  const timer = setInterval(() => {
    cleaningUp = cleanUp();
  }, CLEAN_UP_EVERY_MS);
  timer.unref();

  const sign: Sign = (purpose, text) =>
    createHmac("sha256", secret).update(`${purpose}\0${text}`).digest("base64url");
  const requiresTwoFactor = settings.operatorTwoFactor === "required";
  const parts = { auth, database, operatorToken, sign, requiresTwoFactor };
  const keyRate = createRateLimit(KEY_RATE);
  const keys = new WeakMap<Request, Key>();
  /** A key is looked up and counted once for each request. */
  const whoIs: WhoIs = async (request) => {
    const known = keys.get(request);
    if (known) return known;
    const viewer = await withDatabase(() => identify(parts, request));
    if (viewer.role !== "key") return viewer;
    const pause = keyRate.take(viewer.keyId);
    if (pause > 0) throw requestsExceeded(pause);
    keys.set(request, viewer);
    return viewer;
  };

  async function findDevice(cookies: string | null, email: string): Promise<string | undefined> {
    const account = await database.db
      .selectFrom("auth_user")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirst();
    return account && devices.find(cookies, account.id);
  }

  /** Only what the accounts library needs, at its own address: nothing else a client sends can mislead it. */
  function requestToLibrary(
    url: URL,
    request: Request,
    address: string,
    query: string[],
    body: Body | undefined,
  ): Request {
    const target = new URL(url.pathname, origin);
    for (const name of query) target.searchParams.set(name, url.searchParams.get(name) ?? "");
    const headers = new Headers({ origin, [ADDRESS_HEADER]: address });
    for (const name of ["cookie", "user-agent", "accept-language"]) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value.slice(0, LONGEST_PASSED_HEADER));
    }
    if (request.method === "GET") return new Request(target, { headers });
    headers.set("content-type", "application/json");
    return new Request(target, { method: "POST", headers, body: JSON.stringify(body ?? {}) });
  }

  async function tryToAnswer(request: Request, address: string): Promise<Response> {
    const began = performance.now();
    const url = new URL(request.url);
    const route = ROUTES[url.pathname];
    if (!route || route.method !== request.method) throw noSuchRoute(url.pathname);

    const viewer = await whoIs(request);
    if (viewer.role === "key") throw keyRefused();
    if (route.needsSession && (viewer.role === "visitor" || !viewer.userId)) throw notSignedIn();
    const body = route.body && (await readBody(request, route.body));

    const account =
      (viewer.role !== "visitor" && route.needsSession && viewer.userId) || String(body?.email ?? "");
    const cookies = request.headers.get("cookie");
    const device = route.knowsDevices && (await findDevice(cookies, account));
    const isRightLink = route.takesSetupLink && (await isSetupLinkAlive(database, String(body?.token)));
    const counted =
      (!isRightLink && route.limits?.({ account, address: addressGroup(address), device })) || [];
    const exceeded = await limits.take(counted);
    if (exceeded) throw tooManyTries(exceeded.retryAfter);

    const checked: CheckedRequest = {
      path: url.pathname,
      body: body ?? {},
      viewer,
      request: requestToLibrary(url, request, address, route.query ?? [], body),
    };
    const start = () => handle(checked);
    const isKnown = Boolean(route.needsSession || device);
    const waiter = { client: route.needsSession ? account : addressGroup(address), isKnown };
    const answered = route.hashes ? turns.run(waiter, start, () => limits.giveBack(counted)) : start();
    const answer = await finishAnswer(await answered);
    if (answer.ok) await limits.settle(counted);
    const signedIn = await whoSignedIn(answer);
    if (signedIn) answer.headers.append("set-cookie", devices.remember(cookies, signedIn));
    const hides = route.hidesAccounts === "always" || (route.hidesAccounts && outbox);
    if (hides) await wait(Math.max(0, SOONEST_ANSWER_MS - (performance.now() - began)));
    return answer;
  }

  return {
    // Cloned, because a try that another request got in the way of is made again.
    handle: (request, address) => withDatabase(() => tryToAnswer(request.clone(), address)),
    apps: hasApps ? auth : undefined,
    whoIs,
    sign,
    sealing: createSealing(secret, WEBHOOK_SECRETS),
    outbox,
    close: async () => {
      clearInterval(timer);
      stop.abort();
      await cleaningUp;
      await outbox?.close();
    },
  };
}

/** Over HTTPS, or on this machine. */
function canConnectApps(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

async function readBody(request: Request, schema: z.ZodType<Body>): Promise<Body> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) throw notSentAsJson();
  const longest = { max: ACCOUNT_BODY_CHARACTERS, tooLong: bodyTooLong };
  const { json } = await readJson(request, { longest, mayBeEmpty: true, notJson });
  return requireShape(json, schema, bodyMisfit);
}
