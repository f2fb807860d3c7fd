import { type Context, Hono } from "hono";
import { readTriedLook, withoutOwn } from "../../../contract/looks.ts";
import { cardSheet, type Placement, posterSheet } from "../../../contract/print-sheets.ts";
import {
  CONFORMANCE_HEADER,
  PROBLEMS_HEADER,
  RENDER_FORMATS,
  RENDER_PRIORITIES,
  type RenderedPages,
  type RenderFormat,
  type RenderMode,
  type RenderPriority,
  type RenderRequest,
  renderRequest,
  rowsRequest,
} from "../../../contract/render.ts";
import { packRows } from "../../../contract/row-pack.ts";
import { sampleIn } from "../../../contract/samples.ts";
import { createBoundedCache, hashOf } from "../../kernel/bounded-cache.ts";
import { sendFile } from "../../kernel/byte-range.ts";
import { contentDisposition } from "../../kernel/content-disposition.ts";
import { answerThrown } from "../../kernel/error-response.ts";
import { forbiddenItem, invalidPayload, invalidQuery } from "../../kernel/errors.ts";
import { nextTurn } from "../../kernel/loop-turns.ts";
import type { RequestEnv } from "../../kernel/request.ts";
import { isKnown } from "../../kernel/stored-answer.ts";
import type { WhoIs } from "../../kernel/viewer.ts";
import { BACKGROUND_RENDERS, RENDER_CACHE, RENDER_RATE } from "../../limits/limits.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import type { Pictures } from "../../pictures/pictures.ts";
import type { JsonObject } from "../data.ts";
import { InvalidData, noSuchPage } from "../errors.ts";
import { drawPng } from "../raster.ts";
import type { Pdf, RenderInput, Rendering } from "../rendering.ts";
import type { RecordExport } from "./exports.ts";
import {
  type Answer,
  clientOf,
  findViewer,
  limitRate,
  owned,
  type RenderContext,
  readBody,
  SAMPLE_AGE,
  send,
} from "./render-context.ts";
import { cleanAnswers, isUnfinished, nameFile, renderInput, withoutSample } from "./render-input.ts";
import { renderRows } from "./rows.ts";
import { samplePictureRoutes } from "./sample-pictures.ts";
import { sheetRoutes } from "./sheets.ts";
import type { RenderTemplate, TemplateSource } from "./template-source.ts";
import { createValidation, schemaKey } from "./validation.ts";

type RenderServices = {
  rendering: Rendering;
  pictures: Pictures;
  templates: TemplateSource;
  whoIs: WhoIs;
  recordExport: RecordExport;
  /** Renders a client address may ask for in ten seconds. */
  rate?: number;
  metrics?: Metrics | undefined;
};

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
};

const CHARACTERS_AGE = "public, max-age=300"; // fonts are found at the start; an operator who added some looks soon after

export function renderRoutes({
  rendering,
  pictures,
  templates,
  whoIs,
  recordExport,
  rate = RENDER_RATE.most,
  metrics,
}: RenderServices): Hono<RequestEnv> {
  const limit = (most: number) => createRateLimit({ ...RENDER_RATE, most });
  const kept = createBoundedCache<Answer>(RENDER_CACHE);
  const context: RenderContext = {
    rendering,
    pictures,
    templates,
    whoIs,
    recordExport,
    validation: createValidation(),
    cache: metrics ? metrics.watchCache("renders", kept) : kept,
    limits: { interactive: limit(rate), background: limit(rate * BACKGROUND_RENDERS) },
  };
  const app = new Hono<RequestEnv>();
  app.onError(answerThrown);

  app.post("/render/:file", async (c, next) => {
    const [, id = "", format] = /^(.+)\.([a-z]+)$/.exec(c.req.param("file")) ?? [];
    if (!isFormat(format)) return next();
    const priority = readPriority(c);
    limitRate(context, c, priority);
    const viewer = await findViewer(context, c);
    const parsed = await parseRequest(context, c, id, format); // with ?version= as that version of the template was
    const request = { ...parsed, priority, client: clientOf(viewer, c) };
    const answer = await renderOnce(context, request, c.req.raw.signal);
    // A finished page as SVG is also what the first rows of a table are shown with: it is not counted as a file.
    if (request.mode === "final")
      await recordExport(viewer, request.template.id, c.get("log"), format === "svg" ? 0 : 1);
    return send(answer);
  });

  app.post("/render/:id/rows", async (c) => {
    limitRate(context, c, "background");
    const viewer = await findViewer(context, c);
    const template = await templates.find(c.req.param("id"), c.req.query("version"));
    if (!template) throw forbiddenItem();
    const request = await readBody(c, rowsRequest);
    limitRate(context, c, "background", request.rows.length - 1); // one was counted before the body was read
    const { signal } = c.req.raw;
    const rows = await renderRows(context, template, request, { client: clientOf(viewer, c), signal });
    const made = rows.filter((row) => "bytes" in row).length;
    if (made > 0) await recordExport(viewer, template.id, c.get("log"), made);
    const body = packRows(rows);
    return send({ body, headers: { "content-type": "application/octet-stream" } });
  });

  app.get("/render/characters", async (c) => {
    limitRate(context, c, "interactive");
    const { printed } = await rendering.fonts();
    return c.json(printed, 200, { "cache-control": CHARACTERS_AGE });
  });

  app.get("/:type/:slug/sample.pdf", async (c, next) => {
    const template = await templates.findBySlug(c.req.param("type"), c.req.param("slug"));
    if (!template) return next();
    const { language } = readTriedLook(new URL(c.req.url).searchParams);
    const look = withoutOwn(language ? { language } : {}, { languages: Object.keys(template.samples ?? {}) });
    const tag = `"${hashOf(template.version, look).slice(0, 22)}"`;
    if (isKnown(c.req.header("if-none-match"), tag))
      return c.body(null, 304, { etag: tag, "cache-control": SAMPLE_AGE });
    limitRate(context, c, "interactive");
    const request: ParsedRequest = {
      template,
      format: "pdf",
      mode: "sample",
      priority: "interactive",
      client: clientOf(await findViewer(context, c), c),
      data: {},
      input: renderInput(template, "sample", {}, look),
      page: 1,
      dpi: 0,
      ignored: [],
    };
    const answer = await renderOnce(context, request, c.req.raw.signal);
    const name = contentDisposition(
      "inline",
      nameFile(template, sampleIn(template, look.language), look.language),
      "pdf",
    );
    const headers = { ...answer.headers, "cache-control": SAMPLE_AGE, "content-disposition": name };
    return sendFile(c, { bytes: answer.body, etag: tag, headers });
  });

  app.route("/", sheetRoutes(context)); // /render/:id/sheet
  app.route("/", samplePictureRoutes(context)); // /:type/:slug/sample.webp, .../specimen.webp
  return app;
}

function isFormat(text: string | undefined): text is RenderFormat {
  return RENDER_FORMATS.some((format) => format === text);
}

export function readPriority(c: Context<RequestEnv>): RenderPriority {
  const wanted = c.req.query("priority") ?? "interactive";
  const known = RENDER_PRIORITIES.find((priority) => priority === wanted);
  if (!known) throw invalidQuery(`"priority" has to be one of ${RENDER_PRIORITIES.join(", ")}`);
  return known;
}

async function parseRequest(
  { templates, validation }: RenderContext,
  c: Context<RequestEnv>,
  id: string,
  format: RenderFormat,
): Promise<Omit<ParsedRequest, "priority" | "client">> {
  const template = await templates.find(id, c.req.query("version"));
  if (!template) throw forbiddenItem();
  const { data: given, theme, page, dpi, mode: wanted, sheet, size } = await readBody(c, renderRequest);
  const placement = findPlacement(template, format, { sheet, size });
  const mode = wanted ?? (format === "svg" ? "preview" : "final");
  const cleaned = cleanAnswers(given, mode, template.fields);
  await nextTurn(); // thousands of values take some 50 ms to clean, a new template's fields as long to compile
  const key = schemaKey(template);
  const { data, ignored, leftOut } = isUnfinished(mode)
    ? validation.fitPreview(key, template.fields, cleaned)
    : { data: cleaned, ignored: [], leftOut: [] };
  const invalid = mode === "final" ? validation.check(key, template.fields, data) : [];
  if (invalid.length > 0) throw new InvalidData(invalid);
  return {
    template,
    format,
    mode,
    data,
    input: {
      // A poster is enlarged from A4, whatever paper was chosen: it has its proportion.
      ...withoutSample(renderInput(template, mode, data, size ? { ...theme, paper: "a4" } : theme), leftOut),
      placement,
    },
    page,
    dpi,
    ignored,
  };
}

/** The sheets that were asked for; refused where the template's pages can't be put on them. */
function findPlacement(
  { type, page }: RenderTemplate,
  format: RenderFormat,
  { sheet, size }: Pick<RenderRequest, "sheet" | "size">,
): Placement | undefined {
  if (!sheet && !size) return undefined;
  if (format !== "pdf") throw invalidPayload(`"${sheet ? "sheet" : "size"}" is for a PDF`);
  if (sheet && size) throw invalidPayload('"sheet" and "size" can\'t be asked for together');
  const placement = sheet ? cardSheet(page, sheet) : size && posterSheet(type, page, size);
  if (placement) return placement;
  throw invalidPayload(
    sheet
      ? '"sheet": this template is no card of a fixed size of which two fit on it'
      : '"size": this template is no poster with the proportion of A4',
  );
}

/** The same request gives the same bytes, so they are kept for whoever asks again. */
async function renderOnce(
  context: RenderContext,
  request: ParsedRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const { template, format, mode, input, page, dpi, ignored } = request;
  const key = hashOf(template.id, template.version, format, mode, input.title, input.theme, input.data, [
    ignored,
    format === "png" ? [page, dpi] : [],
    input.placement ?? [],
  ]);
  const cached = context.cache.get(key);
  if (cached) return cached;
  const rendered = await render(context, request, signal);
  context.cache.set(key, rendered, rendered.body.byteLength);
  return rendered;
}

async function render(
  { rendering, pictures }: RenderContext,
  { client, template, format, mode, priority, data, input, page, dpi, ignored }: ParsedRequest,
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
