import { type Context, Hono } from "hono";
import {
  CONFORMANCE_HEADER,
  PROBLEMS_HEADER,
  RENDER_FORMATS,
  type RenderedPages,
  type RenderFormat,
  type RenderMode,
  type RenderPriority,
} from "../../../contract/rendering/render.ts";
import { sampleIn } from "../../../contract/templates/samples.ts";
import { noSuchPage } from "../../../engine/errors.ts";
import { archiveOf, type PreparedBill, prepareBill } from "../../../engine/input/bills.ts";
import { nameFile, prepareRequest } from "../../../engine/input/render-input.ts";
import type { RenderInput } from "../../../engine/input/render-job.ts";
import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import type { JsonObject } from "../../../engine/job.ts";
import { hashOf } from "../../cache/bounded-cache.ts";
import { nextTurn } from "../../process/loop-turns.ts";
import { contentDisposition } from "../../request/content-disposition.ts";
import { type RequestEnv, readShape } from "../../request/request.ts";
import { drawPng } from "../raster.ts";
import type { Pdf } from "../rendering.ts";
import { RENDER_API } from "./api.ts";
import { fileRequest, requireBillRequest } from "./bills.ts";
import { refuseBadPlacement } from "./placement.ts";
import {
  type Answer,
  clientOf,
  findViewer,
  limitRate,
  owned,
  type RenderContext,
  readPriority,
  requireTemplate,
  send,
} from "./render-context.ts";

/** A document as PDF or PNG, its pages as SVG, or an invoice as XML: POST /render/{template}.{format}. With ?version=, in that version of the template. */
export function renderFileRoute(context: RenderContext): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();

  app.post("/render/:file", RENDER_API.render, async (c, next) => {
    const [, id = "", format] = /^(.+)\.([a-z]+)$/.exec(c.req.param("file")) ?? [];
    if (!isFormat(format)) return next();
    const priority = readPriority(c);
    limitRate(context, c, priority);
    const viewer = await findViewer(context, c);
    const parsed = await parseRequest(context, c, id, format);
    const request = { ...parsed, priority, client: clientOf(viewer, c) };
    const answer = await renderOnce(context, request, c.req.raw.signal);
    // A finished page as SVG also previews the first rows of a table, so it is not counted as a file.
    if (request.mode === "final")
      await context.recordExport(viewer, request.template.id, c.get("log"), format === "svg" ? 0 : 1);
    return send(answer);
  });

  return app;
}

type ParsedRequest = {
  template: RenderTemplate;
  format: RenderFormat;
  mode: RenderMode;
  priority: RenderPriority;
  client: string;
  data: JsonObject;
  input: RenderInput;
  page: number;
  dpi: number;
  ignored: RenderedPages["ignored"];
  bill?: PreparedBill | undefined;
};

function isFormat(text: string | undefined): text is RenderFormat {
  return RENDER_FORMATS.some((format) => format === text);
}

async function parseRequest(
  context: RenderContext,
  c: Context<RequestEnv>,
  id: string,
  format: RenderFormat,
): Promise<Omit<ParsedRequest, "priority" | "client">> {
  const template = await requireTemplate(context, c, id);
  const { theme, page, dpi, sheet, size, bleed, ...body } = await readShape(c, fileRequest);
  const printed = { sheet, size, bleed };
  refuseBadPlacement(template, format, { ...printed, paper: theme.paper });
  const mode = body.mode ?? (format === "svg" ? "preview" : "final");
  requireBillRequest(template, format, mode, { ...body, ...printed });
  const { data, input, ignored } = await prepareRequest(
    template,
    { mode, data: body.data, theme, ...printed },
    nextTurn,
  );
  const bill = format === "xml" || body.profile ? prepareBill(template, input, body) : undefined;
  const archive = archiveOf(body, bill);
  return { template, format, mode, data, input: { ...input, archive }, page, dpi, ignored, bill };
}

/** The same request gives the same bytes, so they are cached for the next one. */
export async function renderOnce(
  context: RenderContext,
  request: ParsedRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const { template, format, mode, input, page, dpi, ignored, bill } = request;
  const key = hashOf(template.id, template.version, format, mode, input.title, input.theme, input.data, [
    ignored,
    format === "png" ? [page, dpi] : [],
    input.placement ?? [],
    input.archive ? [true] : [],
    bill ? new TextDecoder().decode(bill.xml) : [],
  ]);
  const cached = context.cache.get(key);
  if (cached) return cached;
  const rendered = await render(context, request, signal);
  context.cache.set(key, rendered, rendered.body.byteLength);
  return rendered;
}

async function render(
  { rendering, pictures }: RenderContext,
  { client, template, format, mode, priority, data, input, page, dpi, ignored, bill }: ParsedRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const options = { signal, priority, client };
  if (format === "svg") {
    const { pages, printed } = await rendering.renderPages(input, options);
    const answer: RenderedPages = { pages, printed, ignored };
    return {
      body: new TextEncoder().encode(JSON.stringify(answer)),
      headers: { "content-type": "application/json" },
    };
  }
  const name = contentDisposition(
    "attachment",
    nameFile(
      template,
      mode === "sample" ? sampleIn(template, input.theme?.language) : data,
      input.theme?.language,
    ),
    format,
  );
  if (bill && format === "xml")
    return { body: bill.xml, headers: { "content-type": "application/xml", "content-disposition": name } };
  if (format === "png") {
    const { pages } = await rendering.renderPages(input, options);
    const chosen = pages[page - 1];
    if (!chosen) throw noSuchPage(page, pages.length);
    const inBackground = priority === "background";
    const { bytes } = await drawPng(pictures, chosen, { dpi }, { client, inBackground, signal });
    return { body: owned(bytes), headers: { "content-type": "image/png", "content-disposition": name } };
  }
  const pdf = await rendering.renderPdf(input, options);
  return {
    body: owned(pdf.bytes),
    headers: { "content-type": "application/pdf", "content-disposition": name, ...conformanceHeaders(pdf) },
  };
}

function conformanceHeaders({ conformance, problems }: Pdf): Record<string, string> {
  if (problems.length === 0) return { [CONFORMANCE_HEADER]: conformance };
  return {
    [CONFORMANCE_HEADER]: conformance,
    [PROBLEMS_HEADER]: encodeURIComponent(JSON.stringify(problems.slice(0, 10))),
  };
}
