import { createServer } from "node:net";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ListedApp } from "../../contract/people/apps.ts";
import { disable, enable } from "../../server/accounts/operators.ts";
import { COMMAND_LINE, readActions } from "../../server/actions/action-log.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { aTestApp, PROTOCOLS, type Protocol, RETURN_TO, type TestApp } from "../support/oauth-client.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

describeOnDatabases("connected apps on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });

  beforeAll(async () => {
    data = await place();
    const port = await freePort();
    const own = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, RENDER_PROCESSES: "0" };
    server = await startServerHere({ environment: { ...data.environment, ...own } });
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  const transportOf = (app: TestApp) =>
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { authProvider: app });

  async function listDocuments(app: TestApp, { mode, version }: Protocol = PROTOCOLS[0]): Promise<string> {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(transportOf(app));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    try {
      const { content } = await client.callTool({ name: "list_documents", arguments: {} });
      return (content as { text: string }[])[0]?.text ?? "";
    } finally {
      await client.close();
    }
  }
  const consent = (person: Person, query: string, given: object) =>
    postJson(call, "/auth/oauth2/consent", { oauth_query: query, ...given }, { cookie: person.cookie });

  /** The person's way from the app to the consent page: the query of that page. */
  async function openConsent(person: Person, app: TestApp, protocol?: Protocol): Promise<string> {
    await expect(listDocuments(app, protocol)).rejects.toThrow(UnauthorizedError);
    const asked = await call(`${app.address?.pathname}${app.address?.search}`, {
      headers: { cookie: person.cookie },
    });
    expect(asked.status).toBe(302);
    const page = new URL(asked.headers.get("location") ?? "", server.url);
    expect(page.pathname).toBe("/dashboard/connect");
    return page.search.slice(1);
  }
  async function connect(
    person: Person,
    app: TestApp,
    { scope, protocol }: { scope?: string; protocol?: Protocol } = {},
  ): Promise<void> {
    const query = await openConsent(person, app, protocol);
    const answer = await consent(person, query, { accept: true, ...(scope ? { scope } : {}) });
    expect(answer.status).toBe(200);
    const { url } = (await answer.json()) as { url: string };
    expect(url.startsWith(`${RETURN_TO}?`)).toBe(true);
    await transportOf(app).finishAuth(new URL(url).searchParams);
  }
  const appsOf = async ({ cookie }: Person): Promise<ListedApp[]> =>
    (await (await call("/auth/apps", { headers: { cookie } })).json()).data;
  const remove = ({ cookie }: Person, id: string) =>
    call(`/auth/apps/${id}`, { method: "DELETE", headers: { cookie } });

  it.each(PROTOCOLS)(
    "is registered, allowed, used, listed and removed in protocol $version",
    async (protocol) => {
      const person = await aPerson(call);
      const app = aTestApp("Aria Assistant");
      await connect(person, app, { protocol });
      expect(app.saved?.access_token).toMatch(/^tca_/);
      expect(JSON.parse(await listDocuments(app, protocol))).toEqual({ documents: [] });
      const [listed] = await appsOf(person);
      expect(listed).toMatchObject({
        name: "Aria Assistant",
        host: "127.0.0.1:9",
        scopes: ["render", "documents"],
      });
      expect(listed?.last_used).not.toBeNull();

      // It is a key, not a session.
      const bearer = { authorization: `Bearer ${app.saved?.access_token}` };
      expect((await call("/items/documents", { headers: bearer })).status).toBe(200);
      expect((await call("/auth/apps", { headers: bearer })).status).toBe(403);
      expect((await call("/auth/keys", { headers: bearer })).status).toBe(403);

      const other = await aPerson(call);
      expect((await remove(other, listed?.id ?? "")).status).toBe(403);
      expect((await remove(person, listed?.id ?? "")).status).toBe(204);
      expect(await appsOf(person)).toEqual([]);
      expect((await call("/items/documents", { headers: bearer })).status).toBe(401);
      await expect(listDocuments(app, protocol)).rejects.toThrow(); // its refresh token ended too
      const actions = await withDatabase(data, ({ db }) => readActions(db, 20));
      const own = actions.filter(({ actor_id }) => actor_id === person.id).map(({ action }) => action);
      expect(own).toEqual(["app.removed", "app.connected"]);
    },
  );

  it("gets only the scopes that were allowed, and refreshes its token", async () => {
    const person = await aPerson(call);
    const app = aTestApp("Reader");
    await connect(person, app, { scope: "render offline_access" });
    expect((await appsOf(person))[0]?.scopes).toEqual(["render"]);
    expect(await listDocuments(app)).toContain("documents");
    expect(app.saved?.refresh_token).toMatch(/^tcr_/);
    const body = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: app.saved?.refresh_token ?? "",
      client_id: app.registered?.client_id ?? "",
    });
    const refreshed = await call("/auth/oauth2/token", { method: "POST", body });
    const { access_token, scope } = (await refreshed.json()) as { access_token: string; scope: string };
    expect(scope.split(" ")).not.toContain("documents");
    const read = (path: string) => call(path, { headers: { authorization: `Bearer ${access_token}` } });
    expect((await read("/items/types")).status).toBe(200);
    expect((await read("/items/documents")).status).toBe(403);
  });

  it("ends when the account is disabled or deleted", async () => {
    const [disabled, deleted] = [await aPerson(call), await aPerson(call)];
    const [one, other] = [aTestApp("One"), aTestApp("Other")];
    await connect(disabled, one);
    await connect(deleted, other);
    await withDatabase(data, async (database) => {
      await disable(database, disabled.email, COMMAND_LINE);
      await enable(database, disabled.email, COMMAND_LINE);
    });
    await postJson(call, "/auth/delete-user", { password: deleted.password }, { cookie: deleted.cookie });
    for (const app of [one, other]) {
      const headers = { authorization: `Bearer ${app.saved?.access_token}` };
      expect((await call("/items/documents", { headers })).status).toBe(401);
    }
    const left = await withDatabase(data, ({ db }) =>
      db.selectFrom("auth_oauth_consent").select("userId").execute(),
    );
    expect(left.map(({ userId }) => userId)).not.toContain(deleted.id);
  });

  it("refuses changed requests, other addresses, missing PKCE and unsafe apps", async () => {
    const person = await aPerson(call);
    const app = aTestApp("Careful");
    const query = await openConsent(person, app);
    const changed = query.replace("render", "rendez");
    expect((await consent(person, changed, { accept: true })).status).toBe(400);
    expect((await consent(person, query, { accept: true, scope: "library:write" })).status).toBe(400);
    const refused = await consent(person, query, { accept: false });
    expect((await refused.json()).url).toContain("error=access_denied");
    expect(await appsOf(person)).toEqual([]);
    expect((await postJson(call, "/auth/oauth2/consent", { oauth_query: query, accept: true })).status).toBe(
      403,
    );

    const ask = async (name: string, value?: string) => {
      const address = new URL(app.address ?? "");
      if (value === undefined) address.searchParams.delete(name);
      else address.searchParams.set(name, value);
      const answer = await call(address.pathname + address.search, { headers: { cookie: person.cookie } });
      return answer.headers.get("location") ?? "";
    };
    expect(await ask("code_challenge")).toContain("error=invalid_request");
    expect(await ask("redirect_uri", "https://elsewhere.example/")).toMatch(
      /^\/dashboard\/connect\?error=invalid_redirect/,
    );
    expect(await ask("resource", "https://elsewhere.example/mcp")).toContain("error=invalid_target");

    const named = {
      client_name: "Curious",
      redirect_uris: [RETURN_TO],
      token_endpoint_auth_method: "none",
      backchannel_logout_uri: "http://169.254.169.254/",
    };
    const registered = await postJson(call, "/auth/oauth2/register", named);
    expect(await registered.json()).not.toHaveProperty("backchannel_logout_uri");
    for (const uri of [
      "javascript:alert(1)",
      " java\tscript:alert(1)",
      "data:text/html,x",
      "not an address",
    ]) {
      const given = { client_name: "Unsafe", redirect_uris: [uri], token_endpoint_auth_method: "none" };
      expect((await postJson(call, "/auth/oauth2/register", given)).status).toBe(400);
    }
  });

  it("describes itself with what is mounted only", async () => {
    const resource = await (await call("/.well-known/oauth-protected-resource/mcp")).json();
    expect(resource).toMatchObject({
      resource: `${server.url}/mcp`,
      authorization_servers: [`${server.url}/auth`],
    });
    const metadata = await (await call("/.well-known/oauth-authorization-server/auth")).json();
    expect(metadata).toMatchObject({
      issuer: `${server.url}/auth`,
      code_challenge_methods_supported: ["S256"],
    });
    const addresses = Object.entries(metadata as Record<string, unknown>).filter(([name]) =>
      /_(?:endpoint|uri)$/.test(name),
    );
    expect(addresses.length).toBeGreaterThan(3);
    for (const [name, address] of addresses)
      for (const method of ["GET", "POST"]) {
        const { status } = await fetch(String(address), { method, redirect: "manual" });
        if (method === (name.startsWith("authorization") ? "GET" : "POST"))
          expect(status, name).not.toBe(404);
      }
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const listening = createServer().listen(0, "127.0.0.1", () => {
      const { port } = listening.address() as { port: number };
      listening.close(() => resolve(port));
    });
  });
}
