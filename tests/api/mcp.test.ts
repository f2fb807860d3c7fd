import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { getToolUiResourceUri } from "@modelcontextprotocol/ext-apps/app-bridge";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { KeyScope } from "../../contract/people/api-keys.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const QUARTO = "invoices/studio/quarto";
const VERSIONS = [
  { version: "2025-11-25", mode: "legacy" },
  { version: "2026-07-28", mode: { pin: "2026-07-28" } },
] as const;

const DATA = {
  number: "2026-014",
  to: { name: "Lykke Bakery" },
  items: [{ description: "Bread label", quantity: "2", price: "40.00" }],
};

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
  async function connect(mode: (typeof VERSIONS)[number]["mode"] = "legacy", key?: string): Promise<Client> {
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

  it.each(VERSIONS)(
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

      const wrong = { ...DATA, items: [{ ...DATA.items[0], price: "forty" }], colour: "red" };
      const refused = await use(client, "make_document", { template: path, data: wrong });
      expect(refused.isError).toBe(true);
      expect(
        refused.facts.problems.map((each: { path: string[] | string }) => String(each.path)).sort(),
      ).toEqual(["colour", "items.0.price"]);
      const checked = await use(client, "check_data", { template: path, data: wrong });
      expect(checked).toMatchObject({ isError: true, facts: { problems: refused.facts.problems } });
      expect((await use(client, "check_data", { template: path, data: DATA })).facts.valid).toBe(true);

      const made = await use(client, "make_document", { template: path, data: DATA });
      expect(made.facts).toMatchObject({ pages: 1, accessible: true, accessibilityProblems: [] });
      expect(made.facts.empty.map((each: { path: string }) => each.path)).toContain("due");
      const [page, link] = made.others;
      expect(await sizeOf(page?.data)).toMatchObject({ format: "png", height: 1_000 });
      expect(link).toMatchObject({ type: "resource_link", uri: made.facts.file.url });
      const pdf = await fetch(made.facts.file.url);
      expect(pdf.headers.get("content-type")).toBe("application/pdf");
      const text = textOfPdf(Buffer.from(await pdf.arrayBuffer()));
      expect(text).toContain("Lykke Bakery");
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

  it.each(VERSIONS)("links make_document to a form in one file in protocol $version", async ({ mode }) => {
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
});

async function sizeOf(picture = "") {
  const { format, width, height } = await sharp(Buffer.from(picture, "base64")).metadata();
  return { format, width, height };
}
