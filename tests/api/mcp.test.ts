import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { getToolUiResourceUri } from "@modelcontextprotocol/ext-apps/app-bridge";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { KeyScope } from "../../contract/people/api-keys.ts";
import { KEY_RATE, MADE_FILES, RENDER_RATE } from "../../server/limits/limits.ts";
import { createMadeFiles } from "../../server/mcp/made-files.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { PROTOCOLS, type Protocol } from "../support/oauth-client.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const QUARTO = "invoices/studio/quarto";
const DATA = {
  number: "2026-014",
  to: { name: "Lykke Bakery" },
  items: [{ description: "Bread label", quantity: "2", price: "40.25" }],
};

/** What an assistant wrote first: a number is missing, a price is a word, and a field doesn't exist. */
const WRONG = {
  to: DATA.to,
  items: [{ ...DATA.items[0], price: "forty" }],
  colour: "red",
};

type Problem = { path: string; message: string };
type Content = { type: string; text?: string; data?: string; uri?: string }[];

describeOnDatabases("MCP on $name", ({ place }) => {
  const folder = mkdtempSync(join(tmpdir(), "typecase-mcp-"));
  let data: Place;
  let server: TestServer;
  let person: Person;
  const clients: Client[] = [];
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });

  beforeAll(async () => {
    const library = join(folder, "library");
    for (const part of ["kit", "types.json", QUARTO])
      cpSync(join("library", part), join(library, part), { recursive: true });
    data = await place();
    const own = { LIBRARY_DIR: library, RENDER_PROCESSES: "1" };
    server = await startServerHere({ environment: { ...data.environment, ...own } });
    person = await aPerson(call);
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await server.stop();
    await data.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function aKey(scopes: KeyScope[]): Promise<string> {
    const body = { name: "Chat", scopes, days: 30 };
    const answer = await postJson(call, "/auth/keys", body, { cookie: person.cookie });
    return (await answer.json()).data.key;
  }
  async function connect(mode: Protocol["mode"] = "legacy", key?: string): Promise<Client> {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const headers = key ? { authorization: `Bearer ${key}` } : undefined;
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      ...(headers ? { requestInit: { headers } } : {}),
    });
    await client.connect(transport);
    clients.push(client);
    return client;
  }
  async function use(client: Client, name: string, given: Record<string, unknown>) {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first, ...others] = content as Content;
    return { isError: isError ?? false, facts: JSON.parse(first?.text ?? "{}"), others };
  }

  it.each(PROTOCOLS)(
    "finds, fills in, corrects and makes a document in protocol $version",
    async ({ version, mode }) => {
      const client = await connect(mode);
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      const { facts: found } = await use(client, "find_templates", { query: "quarto" });
      const [{ path }] = found.templates;
      expect(path).toBe("/invoices/quarto");

      const described = await use(client, "describe_template", { template: path });
      expect(described.facts.schema.properties.number).toMatchObject({ type: "string" });
      expect(JSON.stringify(described.facts.schema)).toContain('"x-means"');
      const [sample] = described.others;
      expect(await sizeOf(sample?.data)).toMatchObject({ format: "png", height: 1_000 });

      const refused = await use(client, "make_document", { template: path, data: WRONG });
      expect(refused.isError).toBe(true);
      const problems: Problem[] = refused.facts.problems;
      expect(problems.map((each) => each.path).sort()).toEqual(["colour", "items.0.price", "number"]);
      const checked = await use(client, "check_data", { template: path, data: WRONG });
      expect(checked).toMatchObject({ isError: true, facts: { problems } });

      const data = correct(WRONG, problems);
      expect((await use(client, "check_data", { template: path, data })).facts.valid).toBe(true);
      const made = await use(client, "make_document", { template: path, data });
      expect(made.facts).toMatchObject({ pages: 1, accessible: true, accessibilityProblems: [] });
      expect(made.facts.empty.map((each: { path: string }) => each.path)).toContain("due");
      const [page, link] = made.others;
      expect(await sizeOf(page?.data)).toMatchObject({ format: "png", height: 1_000 });
      expect(link).toMatchObject({ type: "resource_link", uri: made.facts.file.url });
      const pdf = await fetch(made.facts.file.url);
      expect(pdf.headers.get("content-type")).toBe("application/pdf");
      const text = textOfPdf(Buffer.from(await pdf.arrayBuffer()));
      for (const word of ["Lykke Bakery", DATA.number, "80.50"]) expect(text).toContain(word);
      expect(text).not.toContain("Solberg");
    },
  );

  it("reads templates, schemas and samples as resources", async () => {
    const client = await connect();
    const { resources } = await client.listResources();
    const first = resources.find(({ name }) => name === "Quarto");
    for (const part of ["", "/schema", "/sample"]) {
      const { contents } = await client.readResource({ uri: `${first?.uri}${part}` });
      expect(JSON.parse((contents[0] as { text: string }).text)).toBeTypeOf("object");
    }
  });

  it.each(PROTOCOLS)("links make_document to a form in one file in protocol $version", async ({ mode }) => {
    const client = await connect(mode);
    const { tools } = await client.listTools();
    const linked = tools.filter((tool) => getToolUiResourceUri(tool) !== undefined);
    expect(linked.map(({ name }) => name)).toEqual(["make_document"]);
    const uri = getToolUiResourceUri(linked[0] ?? {}) ?? "";
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri, mimeType: "text/html;profile=mcp-app" }));
    const { contents } = await client.readResource({ uri });
    const [html] = contents as { mimeType: string; text: string }[];
    expect(html?.mimeType).toBe("text/html;profile=mcp-app");
    expect(html?.text).toMatch(/^<!doctype html>/);
    expect(html?.text).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)=/);
  });

  it("previews incomplete data, names what doesn't fit and makes no file", async () => {
    const client = await connect();
    const given = {
      template: "/invoices/quarto",
      data: { ...DATA, number: "", colour: "red" },
      preview: true,
    };
    const { isError, facts, others } = await use(client, "make_document", given);
    expect(isError).toBe(false);
    expect(facts).toMatchObject({ pages: 1, problems: [{ path: "colour" }] });
    expect(facts).not.toHaveProperty("file");
    expect(facts.empty).toContainEqual(expect.objectContaining({ path: "number", required: true }));
    expect(others.map(({ type }) => type)).toEqual(["image"]);
  });

  it("saves and lists documents with a key that has the scope", async () => {
    const client = await connect("legacy", await aKey(["render", "documents"]));
    const given = { template: "/invoices/quarto", data: DATA, title: "For the bakery" };
    const { document } = (await use(client, "save_document", given)).facts;
    const renamed = { ...given, title: "Renamed", id: document.id, rev: document.rev };
    expect((await use(client, "save_document", renamed)).facts.document.title).toBe("Renamed");
    expect((await use(client, "save_document", renamed)).isError).toBe(true); // an old revision
    const { documents } = (await use(client, "list_documents", {})).facts;
    expect(documents.map((each: { title: string }) => each.title)).toEqual(["Renamed"]);
    expect(new URL(documents[0].url).pathname).toBe("/invoices/quarto/use");
    const one = await use(client, "list_documents", { id: document.id });
    expect(one.facts.document.data).toMatchObject({ number: DATA.number });
  });

  it("names the scope that a key lacks", async () => {
    const reader = await connect("legacy", await aKey(["documents"]));
    const refused = await use(reader, "make_document", { template: "/invoices/quarto", data: DATA });
    expect(refused.isError).toBe(true);
    expect(refused.facts.error).toContain('"render"');
    const maker = await connect("legacy", await aKey(["render"]));
    expect((await use(maker, "list_documents", {})).isError).toBe(true);
  });

  it("answers 401 with a challenge where a token is missing or wrong", async () => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "list_documents", arguments: {} },
    };
    const accept = { accept: "application/json, text/event-stream" };
    const without = await postJson(call, "/mcp", message, accept);
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer scope="render documents"',
    ]);
    // A session of the browser is no token.
    expect((await postJson(call, "/mcp", message, { ...accept, cookie: person.cookie })).status).toBe(401);
    const wrong = { ...accept, authorization: "Bearer tc_wrong" };
    const refused = await postJson(call, "/mcp", message, wrong);
    expect([refused.status, refused.headers.has("www-authenticate")]).toEqual([401, true]);
  });

  it("refuses long batches, unknown templates and links that were made up", async () => {
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const batch = Array.from({ length: 11 }, () => ping);
    expect((await postJson(call, "/mcp", batch)).status).toBe(400);
    const client = await connect();
    expect((await use(client, "describe_template", { template: "/invoices/none" })).isError).toBe(true);
    expect((await call("/mcp/files/none/file.pdf")).status).toBe(403);
    expect((await call("/mcp", { headers: { accept: "text/event-stream" } })).status).toBe(405);
  });

  it("refuses the link to a made file after its hour", async () => {
    const { facts } = await use(await connect(), "make_document", {
      template: "/invoices/quarto",
      data: DATA,
    });
    const { url, expires } = facts.file;
    const [, secret = ""] = /\/mcp\/files\/([^/]+)\//.exec(url) ?? [];
    const end = Date.parse(expires);
    expect(end).toBeLessThanOrEqual(Date.now() + MADE_FILES.lifeMs);
    await withDatabase(data, async (database) => {
      const files = createMadeFiles(database);
      expect(await files.find(secret, end - 1)).toMatchObject({ name: facts.file.name });
      expect(await files.find(secret, end)).toBeUndefined();
      expect((await fetch(url)).status).toBe(200);
      await database.db
        .updateTable("made_files")
        .set({ expires: new Date(Date.now() - 1).toISOString() })
        .where("expires", "=", expires)
        .execute();
    });
    const refused = await fetch(url);
    expect(refused.status).toBe(403);
    expect((await refused.json()).errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
  });

  it("answers 429 to a visitor who asks too often, and a tool says so", async () => {
    const now = Math.ceil(performance.now());
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      vi.advanceTimersByTime(now + KEY_RATE.perMs); // what other tests asked is over
      const client = await connect();
      const make = () => use(client, "make_document", { template: "/invoices/quarto", data: DATA });
      // Without a template they cost nothing, and count.
      for (let sent = 0; sent < RENDER_RATE.max; sent += 100)
        await Promise.all(Array.from({ length: 100 }, () => postJson(call, "/render/none.pdf", {})));
      expect(await make()).toMatchObject({
        isError: true,
        facts: { problems: [{ code: "REQUESTS_EXCEEDED" }] },
      });

      const ask = () =>
        postJson(call, "/mcp", { jsonrpc: "2.0", method: "tools/call", params: { name: "list_documents" } });
      for (let sent = 0; sent < KEY_RATE.max; sent += 100)
        await Promise.all(Array.from({ length: 100 }, ask));
      const refused = await ask();
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
      expect((await refused.json()).errors).toMatchObject([{ extensions: { code: "REQUESTS_EXCEEDED" } }]);
      await expect(make()).rejects.toThrow("Too many requests. Try again in 10 seconds.");
      // A key has a limit of its own, and a visitor may go on when the time is over.
      const keyed = await connect("legacy", await aKey(["documents"]));
      expect((await use(keyed, "list_documents", {})).isError).toBe(false);
      vi.advanceTimersByTime(KEY_RATE.perMs);
      expect((await ask()).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });
});

/** Follows the messages, as an assistant does that knows what its person wants. */
function correct(data: object, problems: readonly Problem[]): object {
  const corrected = structuredClone(data);
  for (const { path, message } of problems) {
    const steps = path.split(".");
    const name = steps.pop() ?? "";
    const holder: object = steps.reduce((each, step) => Reflect.get(each, step), corrected);
    const [, pattern] = /pattern “(.+)”/.exec(message) ?? [];
    if (message.includes("no such field")) Reflect.deleteProperty(holder, name);
    else if (message.includes("required")) Reflect.set(holder, name, Reflect.get(DATA, name));
    else if (pattern)
      Reflect.set(
        holder,
        name,
        ["forty", "40,25 €", "40.25"].find((each) => new RegExp(pattern).test(each)),
      );
    else throw new Error(`no idea what to do about ${message}`);
  }
  return corrected;
}

async function sizeOf(picture = "") {
  const { format, width, height } = await sharp(Buffer.from(picture, "base64")).metadata();
  return { format, width, height };
}
