import { Hono } from "hono";
import { z } from "zod";
import type { Content } from "../content/content.ts";
import { requirePayload } from "../content/payload.ts";
import { PERSONAL, readBody, readOnce, readQuery } from "../content/request.ts";
import { withDatabase } from "../database/database-errors.ts";
import {
  ApiError,
  forbiddenItem,
  HttpError,
  invalidCredentials,
  invalidPayload,
  sessionEnded,
} from "../errors/errors.ts";
import { describeRoute, inData, itemOf, listQuery } from "../request/api-description.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";
import type { WhoIs } from "../request/viewer.ts";
import type { Accounts } from "./accounts.ts";
import { SESSION_SECONDS } from "./auth.ts";
import { endSession } from "./changes.ts";
import { normaliseEmail } from "./email-address.ts";
import {
  continueSession,
  endSessionOf,
  findSession,
  makeSessionTokens,
  readRefreshToken,
  type SessionTokens,
} from "./session-tokens.ts";

type Services = {
  accounts: Pick<Accounts, "handle" | "sign">;
  content: Content;
  whoIs: WhoIs;
  publicUrl: string | undefined;
};

const MODES = ["json", "cookie", "session"] as const;
type Mode = (typeof MODES)[number];
const mode = z.enum(MODES, `must be one of [${MODES.join(", ")}]`);
const text = z
  .string({ error: ({ input }) => (input === undefined ? "is required" : "must be a string") })
  .min(1, "is not allowed to be empty")
  .max(2_000, "is too long");
const email = text.refine((given) => normaliseEmail(given) !== undefined, "must be a valid email");
const loginBody = z.object({
  email,
  password: text,
  mode: mode.default("json"),
  otp: z.string().max(100).optional(),
});
const refreshBody = z.object({ refresh_token: text.optional(), mode: mode.optional() });
const requestBody = z.object({ email, reset_url: text.optional() });
const resetBody = z.object({ token: text, password: text });

const tokens = inData(
  z.object({
    access_token: z.string().optional(),
    refresh_token: z.string().optional(),
    expires: z.int().describe("Milliseconds"),
  }),
);
const tag = "accounts";
const profile = itemOf("user");
const API = {
  login: describeRoute({
    tag,
    summary: "Sign in, as in Directus",
    description:
      "Mode json answers with both tokens, cookie with the access token and the other in a cookie, session with a session cookie. The limits are those of /auth/sign-in/email. An account with two-factor sign-in needs `otp`: a code of the app, or a recovery code.",
    body: loginBody,
    response: tokens,
    hasAccountErrors: true,
  }),
  refresh: describeRoute({
    tag,
    summary: "Continue a session, as in Directus",
    description: "A refresh token is valid once; the answer has the next.",
    body: refreshBody,
    response: tokens,
  }),
  logout: describeRoute({ tag, summary: "End a session, as in Directus", body: refreshBody }),
  request: describeRoute({
    tag,
    summary: "Send a link that resets the password, as in Directus",
    body: requestBody,
    hasAccountErrors: true,
  }),
  reset: describeRoute({
    tag,
    summary: "Set a new password with such a link, as in Directus",
    body: resetBody,
    hasAccountErrors: true,
  }),
  readMe: describeRoute({
    tag: "user",
    summary: "Read your profile",
    access: "session",
    query: listQuery(["fields", "deep", "alias"]),
    response: inData(profile),
  }),
  updateMe: describeRoute({
    tag: "user",
    summary: "Change your profile",
    access: "session",
    query: listQuery(["fields"]),
    body: z.record(z.string(), z.unknown()),
    response: inData(profile),
    errors: [507],
  }),
};

/** /auth/login and the like, as clients of Directus call them: the same sessions, limits and refusals as under the other routes. */
export function directusRoutes(services: Services): Hono<RequestEnv> {
  const { accounts, content, whoIs, publicUrl } = services;
  const { database } = content;
  const app = new Hono<RequestEnv>();
  const isSecure = publicUrl?.startsWith("https:") ?? false;
  const cookieName = `${isSecure ? "__Secure-" : ""}typecase.refresh_token`;

  /** Set without a value, it is removed. */
  function refreshCookie(value: string): string {
    const life = value === "" ? 0 : SESSION_SECONDS;
    return `${cookieName}=${value}; Max-Age=${life}; Path=/auth; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  }

  function cookieOf(c: RequestContext): string | undefined {
    const pairs = c.req.header("cookie")?.split(/;\s*/) ?? [];
    return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) || undefined;
  }

  /** Calls another route of this server as the same client. Throws refusals. */
  async function ask(
    c: RequestContext,
    path: string,
    body?: object,
    cookie = c.req.header("cookie"),
  ): Promise<Response> {
    const headers = new Headers();
    if (cookie !== undefined) headers.set("cookie", cookie);
    for (const name of ["user-agent", "accept-language"]) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    if (body) headers.set("content-type", "application/json");
    const request = new Request(new URL(path, c.req.url), {
      method: body ? "POST" : "GET",
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    let answer: Response;
    try {
      answer = await accounts.handle(request, c.get("clientAddress"));
    } catch (error) {
      throw error instanceof HttpError && !(error instanceof ApiError) ? asDirectus(error) : error;
    }
    if (!answer.ok) throw asDirectus(await readRefusal(answer));
    return answer;
  }

  /** The second step of a sign-in: a code of the app, or a recovery code, which Directus doesn't have. */
  async function enterCode(c: RequestContext, first: Response, otp: string | undefined): Promise<Response> {
    const code = otp?.replace(/\s/g, "");
    if (!code) throw invalidCode();
    const set = first.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    const step = /^\d{6}$/.test(code) ? "verify-totp" : "verify-backup-code";
    try {
      return await ask(c, `/auth/two-factor/${step}`, { code }, set.join("; "));
    } catch (error) {
      const isWrong = error instanceof HttpError && [400, 401].includes(error.status);
      throw isWrong ? invalidCode() : error;
    }
  }

  function sendTokens(c: RequestContext, mode: Mode, tokens: SessionTokens): Response {
    const { refresh_token, ...rest } = tokens;
    if (mode === "json") return c.json({ data: tokens }, 200, PERSONAL);
    c.header("set-cookie", refreshCookie(refresh_token), { append: true });
    return c.json({ data: rest }, 200, PERSONAL);
  }

  app.post("/auth/login", API.login, async (c) => {
    const { email, password, mode, otp } = await readShape(c, loginBody);
    // Signing in ends the session that a request shows; in the other modes it isn't the one that is replaced.
    const cookie = mode === "session" ? undefined : withoutSession(c.req.header("cookie") ?? "");
    let answer = await ask(c, "/auth/sign-in/email", { email, password }, cookie);
    let { token } = signedIn.parse(await answer.json());
    // The password was right, and the account asks for more than that.
    if (token === undefined) {
      answer = await enterCode(c, answer, otp);
      token = signedIn.parse(await answer.json()).token;
    }
    if (token === undefined) throw invalidCode();
    // The session's own cookie would be a second way in that the client doesn't know of.
    for (const cookie of answer.headers.getSetCookie())
      if (mode === "session" || !/\.session_token=/.test(cookie))
        c.header("set-cookie", cookie, { append: true });
    if (mode === "session") return c.json({ data: { expires: SESSION_SECONDS * 1_000 } }, 200, PERSONAL);
    const session = await withDatabase(() => findSession(database, token));
    return sendTokens(c, mode, makeSessionTokens(accounts.sign, session));
  });

  app.post("/auth/refresh", API.refresh, async (c) => {
    const body = await readShape(c, refreshBody);
    const mode = body.mode ?? (body.refresh_token ? "json" : "cookie");
    if (mode === "session") {
      const answer = await ask(c, "/auth/get-session");
      const found = currentSession.safeParse(await answer.json()).data;
      if (!found) throw invalidCredentials();
      for (const cookie of answer.headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
      const expires = new Date(found.session.expiresAt).getTime() - Date.now();
      return c.json({ data: { expires } }, 200, PERSONAL);
    }
    const token = readRefreshToken(accounts.sign, requireRefreshToken(body.refresh_token ?? cookieOf(c)));
    const session = await withDatabase(() => continueSession(database, token));
    return sendTokens(c, mode, makeSessionTokens(accounts.sign, session));
  });

  app.post("/auth/logout", API.logout, async (c) => {
    const body = await readShape(c, refreshBody);
    const refreshToken = body.refresh_token ?? cookieOf(c);
    if (refreshToken) {
      const token = readRefreshToken(accounts.sign, refreshToken);
      await withDatabase(() => endSessionOf(database, token));
    } else {
      const viewer = await whoIs(c.req.raw);
      const session = viewer.role === "visitor" ? null : viewer.sessionId;
      if (session === null) requireRefreshToken(undefined);
      else await withDatabase(() => endSession(database, session));
      const answer = await ask(c, "/auth/sign-out", {});
      for (const cookie of answer.headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
    }
    c.header("set-cookie", refreshCookie(""), { append: true });
    return c.body(null, 204, PERSONAL);
  });

  app.post("/auth/password/request", API.request, async (c) => {
    const { email, reset_url } = await readShape(c, requestBody);
    if (reset_url !== undefined && (!publicUrl || URL.parse(reset_url)?.origin !== new URL(publicUrl).origin))
      throw invalidPayload(
        '"reset_url" is not allowed: the link in the mail leads to this site; leave it out',
      );
    await ask(c, "/auth/request-password-reset", { email });
    return c.body(null, 204, PERSONAL);
  });

  app.post("/auth/password/reset", API.reset, async (c) => {
    const { token, password } = await readShape(c, resetBody);
    await ask(c, "/auth/reset-password", { token, newPassword: password });
    return c.body(null, 204, PERSONAL);
  });

  app.get("/users/me", API.readMe, async (c) => {
    const { viewer, id } = await whoAmI(c);
    const data = await content.find(viewer, "user", id, readQuery(c));
    return c.json({ data }, 200, PERSONAL);
  });

  app.patch("/users/me", API.updateMe, async (c) => {
    const { viewer, id } = await whoAmI(c);
    const { body, bytes } = await readBody(c);
    const payload = requirePayload(body);
    if ("password" in payload)
      throw invalidPayload(
        '"password" is not changed here; use POST /auth/change-password, which asks for the old one',
      );
    const answer = await content.write({
      viewer,
      clientAddress: c.get("clientAddress"),
      collection: "user",
      query: readQuery(c),
      once: readOnce(c, viewer, bytes),
      action: "update",
      id,
      body: payload,
    });
    const headers = { ...PERSONAL, "content-type": "application/json; charset=utf-8" };
    return c.body(answer.body, 200, headers);
  });

  async function whoAmI(c: RequestContext) {
    const viewer = await whoIs(c.req.raw);
    if (viewer.role === "visitor") throw viewer.sessionEnded ? sessionEnded() : forbiddenItem();
    if (!viewer.userId) throw forbiddenItem();
    return { viewer, id: viewer.userId };
  }

  return app;
}

const signedIn = z.object({ token: z.string().optional() });
const currentSession = z.object({ session: z.object({ expiresAt: z.string() }) });
const refusal = z.object({
  errors: z.array(z.object({ message: z.string(), extensions: z.looseObject({ code: z.string() }) })).min(1),
});

function withoutSession(cookies: string): string {
  return cookies
    .split(/;\s*/)
    .filter((pair) => !/\.session_token=/.test(pair))
    .join("; ");
}

async function readShape<T>(c: RequestContext, schema: z.ZodType<T>): Promise<T> {
  const { body } = await readBody(c);
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidPayload(
    issue ? `"${issue.path.join(".") || "body"}" ${issue.message}` : "it is not an object",
  );
}

const invalidCode = () =>
  new HttpError(
    "INVALID_OTP",
    401,
    'Invalid user OTP. Send the code of the authenticator app, or a recovery code, as "otp"; each works once.',
  );

function requireRefreshToken(token: string | undefined): string {
  if (token) return token;
  throw invalidPayload("The refresh token is required in either the payload or cookie");
}

async function readRefusal(answer: Response): Promise<HttpError> {
  const { errors } = refusal.parse(await answer.json());
  const { message, extensions } = errors[0] as (typeof errors)[number];
  const { code, ...rest } = extensions;
  return new HttpError(code, answer.status, message, rest);
}

/** The codes that clients of Directus know; the other refusals stay as they are. */
function asDirectus({ code, status, message, extensions, headers }: HttpError): HttpError {
  if (code === "INVALID_EMAIL_OR_PASSWORD") return invalidCredentials();
  const known = code === "ACCOUNT_DISABLED" ? "USER_SUSPENDED" : code;
  return new HttpError(known, status, message, extensions, headers);
}
