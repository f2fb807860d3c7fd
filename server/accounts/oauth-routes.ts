import { APIError } from "better-auth/api";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { APP_SCOPES, MAX_APP_NAME } from "../../contract/people/apps.ts";
import { PERSONAL } from "../content/request.ts";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { contentTooLarge, forbiddenItem, keyRefused } from "../errors/errors.ts";
import { APP_TRIES, LONGEST_PASSED_HEADER, MAX_APPS } from "../limits/limits.ts";
import { addressGroup } from "../limits/rate-limit.ts";
import { createStoredLimits, type Limit } from "../limits/stored-limits.ts";
import { anyObject, describeRoute } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";
import type { WhoIs } from "../request/viewer.ts";
import { recordConnection } from "./apps.ts";
import { ADDRESS_HEADER, type Auth, CONSENT_PAGE } from "./auth.ts";
import { tooManyTries } from "./errors.ts";

/**
 * OAuth 2.1 for apps that act for people: the accounts library's plugin, behind an exact list of its routes. Its tokens, its consent and
 * its metadata without the parts that aren't mounted.
 */

type Parts = {
  auth: Auth;
  database: Database;
  whoIs: WhoIs;
  /** The site's public address. */
  origin: string;
};

const tag = "apps";
const oauthErrors = { 400: "An OAuth error", 401: "An OAuth error" };
const form = "application/x-www-form-urlencoded";
const API = {
  resource: describeRoute({
    tag,
    summary: "Protected resource metadata of /mcp (RFC 9728)",
    response: anyObject,
  }),
  server: describeRoute({ tag, summary: "Authorization server metadata (RFC 8414)", response: anyObject }),
  authorize: describeRoute({
    tag,
    summary: "Begin connecting an app: redirects to the consent page",
    description: "Authorization code with PKCE (S256).",
    query: {
      client_id: z.string(),
      redirect_uri: z.string(),
      response_type: z.string(),
      scope: z.string(),
      state: z.string(),
      code_challenge: z.string(),
      code_challenge_method: z.string(),
      resource: z.string(),
    },
    response: "text/html",
    statuses: [302],
    also: oauthErrors,
    errors: [429],
  }),
  consent: describeRoute({
    tag,
    access: "session",
    summary: "Allow or refuse an app",
    body: z.object({
      accept: z.boolean(),
      scope: z.string().optional().describe("The scopes that are allowed, separated by blanks"),
      oauth_query: z.string().describe("The query of the consent page, which the server has signed"),
    }),
    response: anyObject,
    also: oauthErrors,
    errors: [429],
  }),
  token: describeRoute({
    tag,
    summary: "Exchange a code or a refresh token",
    body: anyObject,
    bodyType: form,
    response: anyObject,
    also: oauthErrors,
    errors: [429],
  }),
  revoke: describeRoute({
    tag,
    summary: "Revoke a token (RFC 7009)",
    body: anyObject,
    bodyType: form,
    response: anyObject,
    also: oauthErrors,
    errors: [429],
  }),
  register: describeRoute({
    tag,
    summary: "Register an app (RFC 7591)",
    description: "Open and limited. An app that nobody connects is deleted after a day.",
    body: z.lazy(() => registration),
    response: anyObject,
    statuses: [200, 201],
    also: oauthErrors,
    errors: [429],
  }),
};

/** Schemes with which an address runs something in the browser instead of leading back to the app. */
const UNSAFE_SCHEME = /^(?:javascript|data|vbscript|blob|file|about|view-source):$/;
/** Other metadata is dropped: this server never sends requests to addresses that an app names (`jwks_uri`, `backchannel_logout_uri`). */
const registration = z.object({
  client_name: z.string().max(MAX_APP_NAME).optional(),
  token_endpoint_auth_method: z.enum(["none", "client_secret_basic", "client_secret_post"]).optional(),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
  response_types: z.array(z.string().max(100)).max(10).optional(),
  application_type: z.string().max(20).optional(),
  scope: z.string().max(200).optional(),
  redirect_uris: z
    .array(
      z
        .string()
        .max(500)
        .refine((uri) => !UNSAFE_SCHEME.test(URL.parse(uri)?.protocol ?? "about:"), "is not an address"),
    )
    .min(1)
    .max(10),
});

/** Parts of the metadata that are not mounted, or not checked. */
const NOT_OFFERED = /^(?:introspection|userinfo|end_session|backchannel|dpop)/;
const LONGEST_BODY = 16 * 1024;
const CORS = { "access-control-allow-origin": "*", "cache-control": "public, max-age=300" };

export function oauthRoutes({ auth, database, whoIs, origin }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const limits = createStoredLimits(database);

  const resource = {
    resource: `${origin}/mcp`,
    authorization_servers: [`${origin}/auth`],
    bearer_methods_supported: ["header"],
    scopes_supported: APP_SCOPES,
  };
  app.get("/.well-known/oauth-protected-resource", API.resource, (c) => c.json(resource, 200, CORS));
  app.get("/.well-known/oauth-protected-resource/mcp", API.resource, (c) => c.json(resource, 200, CORS));
  app.get("/.well-known/oauth-authorization-server/auth", API.server, async (c) => {
    const answer = await auth.handler(new Request(new URL(c.req.path, origin)));
    const metadata = Object.entries((await answer.json()) as Record<string, unknown>);
    return c.json(Object.fromEntries(metadata.filter(([name]) => !NOT_OFFERED.test(name))), 200, CORS);
  });

  app.get("/auth/oauth2/authorize", API.authorize, async (c) => {
    await limit(c, "authorize");
    return ask(c);
  });
  app.post("/auth/oauth2/consent", API.consent, async (c) => {
    const viewer = await whoIs(c.req.raw);
    if (viewer.role === "key") throw keyRefused();
    if (viewer.role !== "person" && viewer.role !== "operator") throw forbiddenItem();
    await limit(c, "consent");
    const text = await readText(c);
    const answer = await ask(c, text, "application/json");
    const { accept, oauth_query } = Object(parse(text)) as { accept?: unknown; oauth_query?: unknown };
    const clientId = new URLSearchParams(String(oauth_query)).get("client_id");
    if (answer.ok && accept === true && clientId)
      await withDatabase(() => recordConnection(database.db, viewer.userId, clientId));
    return answer;
  });
  app.post("/auth/oauth2/token", API.token, async (c) => {
    await limit(c, "token");
    return ask(c, await readText(c), form);
  });
  app.post("/auth/oauth2/revoke", API.revoke, async (c) => {
    await limit(c, "token");
    return ask(c, await readText(c), form);
  });
  app.post("/auth/oauth2/register", API.register, async (c) => {
    await limit(c, "register");
    const text = await readText(c);
    const read = registration.safeParse(parse(text));
    if (!read.success) {
      const [problem] = read.error.issues;
      return refuse(400, "invalid_client_metadata", `${problem?.path.join(".")}: ${problem?.message}`);
    }
    const { count } = await database.db
      .selectFrom("auth_oauth_client")
      .select(({ fn }) => fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_APPS)
      return refuse(503, "temporarily_unavailable", "Too many apps. Try again later.");
    return ask(c, JSON.stringify(read.data), "application/json");
  });

  async function limit(c: Context<RequestEnv>, route: keyof typeof APP_TRIES): Promise<void> {
    const address = addressGroup(c.get("clientAddress"));
    const limit: Limit = { about: [`oauth ${route}`, address], ...APP_TRIES[route], afterSuccess: "keep" };
    const exceeded = await withDatabase(() => limits.take([limit]));
    if (exceeded) throw tooManyTries(exceeded.retryAfter);
  }

  /** Asks the accounts library, at its own address and with nothing else of the request than it needs. */
  async function ask(c: Context<RequestEnv>, body?: string, type?: string): Promise<Response> {
    const url = new URL(c.req.url);
    // A browser is redirected; scripts and programs get JSON.
    const accept = body === undefined ? "text/html" : "application/json";
    const headers = new Headers({ origin, accept, [ADDRESS_HEADER]: c.get("clientAddress") });
    for (const name of ["cookie", "user-agent"]) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value.slice(0, LONGEST_PASSED_HEADER));
    }
    // A client's own secret. Tokens of people are not for these routes.
    const secret = c.req.header("authorization");
    if (secret && /^basic /i.test(secret))
      headers.set("authorization", secret.slice(0, LONGEST_PASSED_HEADER));
    if (type) headers.set("content-type", type);
    const target = new URL(url.pathname + url.search, origin);
    const request = new Request(target, body === undefined ? { headers } : { method: "POST", headers, body });
    const answer = await withDatabase(() => auth.handler(request)).catch((error: unknown) => {
      if (error instanceof APIError && error.statusCode < 500)
        return Response.json(error.body ?? {}, {
          status: error.statusCode,
          headers: new Headers(error.headers),
        });
      throw error;
    });
    for (const [name, value] of Object.entries(PERSONAL)) answer.headers.set(name, value);
    // What an app got wrong before its address can be trusted; the library has a page of its own for it.
    const place = answer.headers.get("location");
    if (place?.startsWith(`${origin}/auth/error`))
      answer.headers.set("location", CONSENT_PAGE + new URL(place).search);
    return answer;
  }
  return app;
}

async function readText(c: Context<RequestEnv>): Promise<string> {
  const text = await c.req.text();
  if (text.length > LONGEST_BODY) throw contentTooLarge(LONGEST_BODY);
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(status: number, error: string, error_description: string): Response {
  return Response.json({ error, error_description }, { status, headers: { "cache-control": "no-store" } });
}
