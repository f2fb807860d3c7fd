import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { readStoredValue } from "../database/stored-values.ts";
import { forbiddenItem, invalidPayload, requestsExceeded } from "../errors/errors.ts";
import { KEY_RATE, MCP } from "../limits/limits.ts";
import { addressGroup, createRateLimit } from "../limits/rate-limit.ts";
import { anyObject, describeRoute } from "../request/api-description.ts";
import { contentDisposition } from "../request/content-disposition.ts";
import { type RequestEnv, readJson } from "../request/request.ts";
import { VISITOR, type WhoIs } from "../request/viewer.ts";
import { createMadeFiles } from "./made-files.ts";
import type { McpParts } from "./server.ts";

type Parts = McpParts & { database: Database; whoIs: WhoIs };

/** Tools that need a person; see tools.ts. */
const PERSONAL_TOOLS: ReadonlySet<string> = new Set(["list_documents", "save_document"]);

const API = {
  call: describeRoute({
    tag: "mcp",
    summary: "Model Context Protocol (streamable HTTP)",
    description:
      "JSON-RPC in the protocol versions of 2025 and 2026-07-28, stateless. Tools: find_templates, describe_template, check_data, make_document, list_documents, save_document. Everyone may call those that need no account, within a visitor's limits; with an API key or a connected app, what its scopes allow.",
    body: z.union([anyObject, z.array(anyObject).max(MCP.batch)]),
    response: [anyObject, "text/event-stream"],
    statuses: [200, 202],
    also: {
      400: "A JSON-RPC error: no valid message",
      415: "A JSON-RPC error: the content type has to be JSON",
    },
    errors: [401, 403, 413, 429, 503],
  }),
  stream: describeRoute({
    tag: "mcp",
    summary: "There is no stream of its own: POST answers every message",
    description: "Where a type had this address once, it redirects to the type's page.",
    response: "text/html",
    statuses: [302],
    also: { 405: "Use POST" },
  }),
  file: describeRoute({
    tag: "mcp",
    summary: "A file that a program had made, until its link expires",
    response: "application/pdf",
    errors: [403],
  }),
};

/** Where programs learn how to get a token (RFC 9728). */
export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource/mcp";

/** A refused token, or none where one is needed, is answered with where to get one. */
export function challengeTokens(publicUrl: string | undefined, hasOAuth: boolean) {
  return createMiddleware<RequestEnv>(async (c, next) => {
    await next();
    if (c.res.status !== 401) return;
    const metadata = hasOAuth ? ` resource_metadata="${publicUrl}${RESOURCE_METADATA}",` : "";
    c.header("www-authenticate", `Bearer${metadata} scope="render documents"`);
  });
}

/** /mcp: tools over streamable HTTP. Each call is answered by a server of its own, so any node can answer the next one. */
export function mcpRoutes(parts: Parts): Hono<RequestEnv> {
  const { database, whoIs } = parts;
  const app = new Hono<RequestEnv>();
  const files = createMadeFiles(database);
  const limit = createRateLimit(KEY_RATE);

  app.post("/mcp", API.call, async (c) => {
    const wait = limit.take(c.get("apiKey") ?? addressGroup(c.get("clientAddress")));
    if (wait > 0) throw requestsExceeded(wait);
    // Programs send a token. A cookie would let any page of this site act for the person who has it open.
    const viewer = c.req.header("authorization") ? await whoIs(c.req.raw) : VISITOR;
    const { json } = await readJson(c.req, {
      maxValues: c.get("maxValues"),
      mayBeEmpty: false,
      notJson: (reason) => invalidPayload(`the body has to be JSON: ${reason}`),
    });
    if (Array.isArray(json) && json.length > MCP.batch)
      throw invalidPayload(`a request has at most ${MCP.batch} messages`);
    if (viewer.role === "visitor" && needsPerson(json)) return signInFirst();
    // With its library, 0.8 MB that most sites never need.
    const { answerMessages } = await import("./server.ts");
    return answerMessages(c, parts, { files, viewer, json });
  });

  app.get("/mcp", API.stream, async (c, next) => {
    // A type had this address once (0044-mcp-slug.ts), whose page redirects.
    const isPage = !c.req.header("accept")?.includes("text/event-stream");
    if (isPage && (await withDatabase(() => readStoredValue(database.db, "moved_type:mcp")))) return next();
    const error = { code: -32000, message: "Method not allowed. Send messages with POST." };
    return c.json({ jsonrpc: "2.0", id: null, error }, 405, { allow: "POST" });
  });

  app.get("/mcp/files/:secret/:name", API.file, async (c) => {
    const found = await withDatabase(() => files.find(c.req.param("secret")));
    if (!found) throw forbiddenItem();
    return c.body(new Uint8Array(found.bytes), 200, {
      "content-type": "application/pdf",
      "content-disposition": contentDisposition("inline", found.name.replace(/\.pdf$/, ""), "pdf"),
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    });
  });
  return app;
}

function needsPerson(json: unknown): boolean {
  const messages: unknown[] = Array.isArray(json) ? json : [json];
  return messages.some((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
    return method === "tools/call" && PERSONAL_TOOLS.has(String(params?.name));
  });
}

function signInFirst(): Response {
  const message = "This needs a token: connect your account, or send an API key with the scope documents.";
  const error = { code: -32001, message };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 401 });
}
