import { registerAppTool } from "@modelcontextprotocol/ext-apps/server";
import type { CallToolResult, ContentBlock, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import {
  CONFORMANCE_HEADER,
  PROBLEMS_HEADER,
  type RenderedPages,
  renderTheme,
} from "../../contract/rendering/render.ts";
import { nameFile, prepareInput } from "../../engine/input/render-input.ts";
import type { RenderTemplate } from "../../engine/input/render-template.ts";
import { findGaps } from "../../shared/filling/gaps.ts";
import { MCP } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { nextTurn } from "../process/loop-turns.ts";
import { drawPng } from "../rendering/raster.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";
import type { MadeFiles } from "./made-files.ts";
import { MCP_APP_URI } from "./mcp-app.ts";
import {
  boundedJson,
  type CallApi,
  type PublicTemplate,
  problemFrom,
  readAnswer,
  requireFile,
  requireTemplate,
  ToolProblem,
} from "./templates.ts";

/** The tools of programs that speak MCP. All but the check of data are calls of our own API, with its limits and scopes. */

export type ToolContext = {
  call: CallApi;
  templates: TemplateSource;
  pictures: Pictures;
  files: MadeFiles;
  /** The site's address as the program knows it. */
  origin: string;
  /** The client in queues: a person's id, or an address group. */
  client: string;
  signal: AbortSignal;
  log: Log;
};

const template = z
  .string()
  .max(200)
  .describe('Id or path of a template, from find_templates: "/invoices/quarto"');
const data = z
  .record(z.string(), z.unknown())
  .describe("Values of the fields, as the schema in describe_template asks for them");
const theme = renderTheme
  .optional()
  .describe('Optional look: {"accent": "#1f4fd8", "language": "de", "paper": "us-letter"}');
const READS = { readOnlyHint: true, openWorldHint: false };

export function addTools(server: McpServer, context: ToolContext): void {
  const { call, templates, log } = context;

  /** What is wrong with the arguments is a result, so that the program can fix it. */
  async function answer(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
    try {
      return await work();
    } catch (error) {
      const problem = problemFrom(error);
      if (!problem) {
        log.error({ err: error }, "a tool failed");
        return failure("The server could not do this. Try again in a moment.");
      }
      return failure(problem.message, problem.details);
    }
  }

  server.registerTool(
    "find_templates",
    {
      title: "Find templates",
      description:
        "Search the library's document templates (invoices, CVs, certificates, letters …) by words. Returns at most 20 with id, path, name and purpose.",
      inputSchema: z.object({
        query: z.string().max(200).default("").describe("Words to search for; empty: the most used"),
        type: z.string().max(60).optional().describe('Slug of a type: "invoices"'),
        language: z.string().max(10).optional().describe('Language of the words: "de"'),
        limit: z.int().min(1).max(MCP.templates).default(10),
      }),
      annotations: READS,
    },
    ({ query, type, language, limit }) =>
      answer(async () => {
        const asked = new URLSearchParams({
          fields: "id,template_name,url,description,type",
          limit: String(limit),
        });
        if (query.trim()) asked.set("search", query.trim());
        if (language) asked.set("language", language);
        if (type) asked.set("filter", JSON.stringify({ type: { _eq: type } }));
        const { data } = await readAnswer<{ data: PublicTemplate[] }>(
          await call(`/items/templates?${asked}`),
        );
        return result({ templates: data.map((each) => summaryOf(each, context.origin)) });
      }),
  );

  server.registerTool(
    "describe_template",
    {
      title: "Describe a template",
      description:
        "The fields of a template as JSON Schema (x-means: the meaning, x-wanted: recommended, x-widget image: a data: URL), its sample data and a picture of the sample.",
      inputSchema: z.object({ template }),
      annotations: READS,
    },
    ({ template: name }) =>
      answer(async () => {
        const found = await requireTemplate(templates, name);
        const { pages } = await renderPages(context, found, { mode: "sample" });
        const described = {
          ...describe(found, context.origin),
          languages: Object.keys(found.samples ?? {}),
          pages: pages.length,
          schema: found.fields,
          sample: found.sample,
        };
        return result(described, await drawPages(context, pages.slice(0, 1)));
      }),
  );

  server.registerTool(
    "check_data",
    {
      title: "Check data",
      description:
        "Check values against a template's fields without making anything. Returns each problem with its path, and recommended fields that are empty.",
      inputSchema: z.object({ template, data }),
      annotations: READS,
    },
    ({ template: name, data }) =>
      answer(async () => {
        const found = await requireTemplate(templates, name);
        await prepareInput(found, { mode: "final", data }, nextTurn);
        return result({ valid: true, empty: emptyFields(found, data) });
      }),
  );

  registerAppTool(
    server,
    "make_document",
    {
      title: "Make a document",
      description:
        "Fill in a template and make the PDF. Returns a picture of each page, what is still empty, whether the PDF is accessible (PDF/UA), and a link to the file that works for an hour. Data that doesn't fit is answered with paths. In chats that show apps, the person sees a form with the page and can change the values.",
      inputSchema: z.object({
        template,
        data,
        theme,
        preview: z
          .boolean()
          .default(false)
          .describe("Only the pictures, without a file; values that don't fit are left out and listed"),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
      _meta: { ui: { resourceUri: MCP_APP_URI } },
    },
    ({ template: name, data, theme, preview }) =>
      answer(async () => {
        const found = await requireTemplate(templates, name);
        const body = { data, ...(theme ? { theme } : {}) };
        if (preview) return previewDocument(context, found, body);
        const made = await requireFile(await call(`/render/${found.id}.pdf`, { method: "POST", body }));
        const { pages } = await renderPages(context, found, { ...body, mode: "final" });
        const file = `${nameFile(found, data, theme?.language)}.pdf`;
        const bytes = new Uint8Array(await made.arrayBuffer());
        const stored = await context.files.store(context.client, file, bytes);
        const pictures = await drawPages(context, pages);
        const facts = {
          template: found.id,
          pages: pages.length,
          pictures: pictures.length,
          accessible: made.headers.get(CONFORMANCE_HEADER) === "PDF/UA-1",
          accessibilityProblems: JSON.parse(decodeURIComponent(made.headers.get(PROBLEMS_HEADER) ?? "[]")),
          empty: emptyFields(found, data),
          file: stored
            ? {
                name: file,
                bytes: bytes.length,
                url: linkTo(context.origin, stored.secret, file),
                expires: stored.expires,
              }
            : null,
        };
        const link: ContentBlock[] = facts.file
          ? [
              {
                type: "resource_link",
                uri: facts.file.url,
                name: file,
                mimeType: "application/pdf",
                description: `The PDF, until ${facts.file.expires}`,
              },
            ]
          : [];
        return result(facts, [...pictures, ...link]);
      }),
  );

  server.registerTool(
    "list_documents",
    {
      title: "List documents",
      description:
        "The person's own documents, newest first: title, template, revision. With an id, that document with its data. Needs an API key or a connected account with the scope documents.",
      inputSchema: z.object({
        id: z.string().max(60).optional().describe("One document, with its data"),
        search: z.string().max(200).optional().describe("Words in the title"),
        limit: z.int().min(1).max(MCP.documents).default(20),
      }),
      annotations: READS,
    },
    ({ id, search, limit }) =>
      answer(async () => {
        if (id !== undefined) {
          const path = `/items/documents/${encodeURIComponent(id)}?fields=${DOCUMENT_FIELDS},data,theme`;
          const { data } = await readAnswer<{ data: StoredDocument }>(await call(path));
          return result({ document: withAddress(data, context.origin) });
        }
        const asked = new URLSearchParams({
          fields: DOCUMENT_FIELDS,
          sort: "-date_updated",
          limit: String(limit),
        });
        if (search) asked.set("filter", JSON.stringify({ title: { _icontains: search } }));
        const { data } = await readAnswer<{ data: StoredDocument[] }>(
          await call(`/items/documents?${asked}`),
        );
        return result({ documents: data.map((each) => withAddress(each, context.origin)) });
      }),
  );

  server.registerTool(
    "save_document",
    {
      title: "Save a document",
      description:
        "Save values as a document of the person, who can open and change it in the editor. With id and rev, change one that list_documents returned. Needs an API key or a connected account with the scope documents.",
      inputSchema: z.object({
        template,
        data,
        title: z.string().min(1).max(200).optional(),
        theme,
        id: z.string().max(60).optional().describe("The document to change"),
        rev: z.int().min(1).optional().describe("Its revision, as it was read"),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ template: name, data, title, theme, id, rev }) =>
      answer(async () => {
        const found = await requireTemplate(templates, name);
        if (id !== undefined && rev === undefined)
          throw new ToolProblem("To change a document, give its rev as list_documents returned it.");
        const values = {
          data,
          ...(title || !id ? { title: title ?? nameFile(found, data, theme?.language) } : {}),
          ...(theme ? { theme } : {}),
        };
        const fields = `?fields=${DOCUMENT_FIELDS}`;
        const sent = id
          ? call(`/items/documents/${encodeURIComponent(id)}${fields}`, {
              method: "PATCH",
              body: { ...values, rev },
            })
          : call(`/items/documents${fields}`, {
              method: "POST",
              body: { ...values, templates_id: found.id },
            });
        const { data: saved } = await readAnswer<{ data: StoredDocument }>(await sent);
        return result({ document: withAddress(saved, context.origin), empty: emptyFields(found, data) });
      }),
  );
}

type StoredDocument = { id: string; title: string; templates_id: { url: string } | null; rev: number };
const DOCUMENT_FIELDS = "id,title,rev,date_updated,templates_id.id,templates_id.url";

/** As text for every program, and as an object for those that read it. */
function result(facts: Record<string, unknown>, further: ContentBlock[] = []): CallToolResult {
  return { content: [{ type: "text", text: boundedJson(facts) }, ...further], structuredContent: facts };
}

function failure(message: string, details?: unknown): CallToolResult {
  const problems = Array.isArray(details) ? { problems: details } : {};
  return {
    isError: true,
    content: [{ type: "text", text: JSON.stringify({ error: message, ...problems }) }],
  };
}

function summaryOf({ id, template_name, url, description, type }: PublicTemplate, origin: string) {
  return { id, name: template_name, path: url, type, purpose: description, page: origin + url };
}

function describe({ id, name, type, slug, title, page }: RenderTemplate, origin: string) {
  const path = `/${type}/${slug}`;
  return { id, name, path, type, page: origin + path, title, paper: page };
}

/** With the address at which its person can change it. */
function withAddress({ templates_id, ...document }: StoredDocument, origin: string) {
  const url = templates_id && `${origin}${templates_id.url}/use?document=${document.id}`;
  return { ...document, template: templates_id, url };
}

function linkTo(origin: string, secret: string, file: string): string {
  return `${origin}/mcp/files/${secret}/${encodeURIComponent(file)}`;
}

function emptyFields({ fields }: RenderTemplate, data: unknown) {
  return findGaps(fields, data).map(({ path, label, reason, isRequired }) => ({
    path,
    label,
    required: isRequired,
    ...(reason ? { reason } : {}),
  }));
}

async function renderPages(
  { call }: ToolContext,
  { id }: RenderTemplate,
  body: Record<string, unknown>,
): Promise<RenderedPages> {
  return readAnswer<RenderedPages>(await call(`/render/${id}.svg`, { method: "POST", body }));
}

/** The pages of data that may still be incomplete, as the PDF would have them. Nothing is stored or counted. */
async function previewDocument(
  context: ToolContext,
  found: RenderTemplate,
  body: { data: Record<string, unknown> },
): Promise<CallToolResult> {
  const { pages, ignored } = await renderPages(context, found, { ...body, mode: "proof" });
  const pictures = await drawPages(context, pages);
  const facts = {
    template: found.id,
    pages: pages.length,
    pictures: pictures.length,
    problems: ignored.map(({ field, message }) => ({ path: field, message })),
    empty: emptyFields(found, body.data),
  };
  return result(facts, pictures);
}

/** The first pages as pictures, as many as an answer can hold. */
async function drawPages(
  { pictures, client, signal }: ToolContext,
  pages: RenderedPages["pages"],
): Promise<ContentBlock[]> {
  const drawn: ContentBlock[] = [];
  let size = 0;
  for (const page of pages.slice(0, MCP.pictures)) {
    const width = Math.floor(MCP.pictureSide * Math.min(1, page.width / page.height));
    const { bytes } = await drawPng(pictures, page, { width }, { client, inBackground: false, signal });
    const picture = Buffer.from(bytes).toString("base64");
    size += picture.length;
    if (size > MCP.pictureBytes) break;
    drawn.push({ type: "image", data: picture, mimeType: "image/png" });
  }
  return drawn;
}
