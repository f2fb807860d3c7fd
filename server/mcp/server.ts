import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { addressGroup } from "../limits/rate-limit.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";
import type { Viewer } from "../request/viewer.ts";
import type { MadeFiles } from "./made-files.ts";
import { addMcpApp } from "./mcp-app.ts";
import { addResources } from "./resources.ts";
import type { CallApi } from "./templates.ts";
import { addTools } from "./tools.ts";

export type McpParts = {
  templates: TemplateSource;
  pictures: Pictures;
  /** Answers a request as if it had come over the network. */
  handle(request: Request, env: RequestEnv["Bindings"]): Promise<Response>;
  siteName(): string;
  version: string;
  publicUrl: string | undefined;
};

type Call = { files: MadeFiles; viewer: Viewer; json: unknown };

/** Answers the messages of one request with a server of its own, so any node can answer the next one. */
export async function answerMessages(
  c: RequestContext,
  { templates, pictures, handle, siteName, version, publicUrl }: McpParts,
  { files, viewer, json }: Call,
): Promise<Response> {
  const { signal } = c.req.raw;
  const origin = publicUrl ?? new URL(c.req.url).origin;
  const call: CallApi = async (path, { method = "GET", body } = {}) => {
    const headers = new Headers(body === undefined ? {} : { "content-type": "application/json" });
    for (const name of ["authorization", "x-forwarded-for", "host"]) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    const request = new Request(new URL(path, c.req.url), {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { incoming } = c.env;
    return handle(request, incoming ? { incoming } : {});
  };
  const client = (viewer.role !== "visitor" && viewer.userId) || addressGroup(c.get("clientAddress"));
  const context = { call, templates, pictures, files, origin, client, signal, log: c.get("log") };
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: "typecase", title: siteName(), version, websiteUrl: origin },
        { instructions: INSTRUCTIONS },
      );
      addTools(server, context);
      addResources(server, context);
      addMcpApp(server);
      return server;
    },
    { legacy: "stateless", maxSubscriptions: 0 },
  );
  const answer = await handler.fetch(c.req.raw, { parsedBody: json });
  return new Response(answer.body, answer);
}

const INSTRUCTIONS =
  "Makes finished documents (PDF) from templates. Find a template, read its fields with describe_template, fill them in with the person's own values, never with the sample's, and make the document. Show the person the pictures and the link.";
