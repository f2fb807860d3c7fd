import { type Context, Hono } from "hono";
import { readTriedLook, type TriedLook, withoutDefaults } from "../../../contract/templates/looks.ts";
import { sampleIn } from "../../../contract/templates/samples.ts";
import { noSuchPage } from "../../../engine/errors.ts";
import { nameFile, renderInput } from "../../../engine/input/render-input.ts";
import type { RenderInput } from "../../../engine/input/render-job.ts";
import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import { hashOf } from "../../cache/bounded-cache.ts";
import { sendFile } from "../../request/byte-range.ts";
import { contentDisposition } from "../../request/content-disposition.ts";
import type { RequestEnv } from "../../request/request.ts";
import { isKnown } from "../../request/stored-response.ts";
import { drawWebp } from "../raster.ts";
import { RENDER_API } from "./api.ts";
import {
  type Answer,
  clientOf,
  findViewer,
  limitRate,
  owned,
  type RenderContext,
  SAMPLE_AGE,
  send,
} from "./render-context.ts";
import { renderOnce } from "./render-file.ts";

/** A template's sample as a PDF, and as pictures with the accent, typefaces or language that a visitor tries on its public page. */

const PAGE_WIDTH = 1_200; // as the stored pictures of samples
const SPECIMEN_WIDTH = 280; // twice as wide as it is shown
const MAX_PAGES = 12;

type Draw = (input: RenderInput, options: DrawOptions) => Promise<Uint8Array>;
type DrawOptions = { client: string; signal: AbortSignal };

export function sampleRoutes(context: RenderContext): Hono<RequestEnv> {
  const { rendering, pictures } = context;
  const app = new Hono<RequestEnv>();

  app.get("/:type/:slug/sample.pdf", RENDER_API.samplePdf, async (c, next) => {
    const template = await findTemplate(context, c);
    if (!template) return next();
    const { language } = readTriedLook(urlOf(c).searchParams);
    const look = withoutDefaults(language ? { language } : {}, {
      languages: Object.keys(template.samples ?? {}),
    });
    const tag = `"${hashOf(template.version, look).slice(0, 22)}"`;
    if (isKnown(c.req.header("if-none-match"), tag))
      return c.body(null, 304, { etag: tag, "cache-control": SAMPLE_AGE });
    limitRate(context, c, "interactive");
    const request = {
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
    } satisfies Parameters<typeof renderOnce>[1];
    const answer = await renderOnce(context, request, c.req.raw.signal);
    const name = contentDisposition(
      "inline",
      nameFile(template, sampleIn(template, look.language), look.language),
      "pdf",
    );
    const headers = { ...answer.headers, "cache-control": SAMPLE_AGE, "content-disposition": name };
    return sendFile(c, { bytes: answer.body, etag: tag, headers });
  });

  app.get("/:type/:slug/sample.webp", RENDER_API.samplePicture, async (c, next) => {
    const template = await findTemplate(context, c);
    if (!template) return next();
    const page = readPage(c.req.query("page"));
    const own = { ...template.theme, languages: Object.keys(template.samples ?? {}) };
    const look = withoutDefaults(readTriedLook(urlOf(c).searchParams), own);
    return answer(c, template, { look, page }, async (input, options) => {
      const { pages } = await rendering.renderPages(input, options);
      const chosen = pages[page - 1];
      if (!chosen) throw noSuchPage(page, pages.length);
      return (await drawWebp(pictures, chosen, { width: PAGE_WIDTH }, options)).bytes;
    });
  });

  app.get("/:type/:slug/specimen.webp", RENDER_API.specimen, async (c, next) => {
    const template = await findTemplate(context, c);
    if (!template) return next();
    const { fonts = template.theme.fonts ?? "original" } = readTriedLook(urlOf(c).searchParams);
    return answer(c, template, { look: { fonts }, specimen: true }, async (input, options) => {
      // A page has ten of them: they wait for everything that people are waiting for.
      const specimen = await rendering.renderSpecimen(input, { ...options, priority: "background" });
      const drawn = { ...options, inBackground: true };
      return (await drawWebp(pictures, specimen, { width: SPECIMEN_WIDTH }, drawn)).bytes;
    });
  });

  /** Rendered once for all clients while it is cached. A browser that has it gets 304 without a render. */
  async function answer(
    c: Context<RequestEnv>,
    template: RenderTemplate,
    what: { look: TriedLook; page?: number; specimen?: true },
    draw: Draw,
  ): Promise<Response> {
    const key = hashOf("sample picture", template.id, template.version, rendering.version, what);
    const headers = { etag: `"${key.slice(0, 22)}"`, "cache-control": SAMPLE_AGE };
    if (isKnown(c.req.header("if-none-match"), headers.etag)) return c.body(null, 304, headers);
    limitRate(context, c, "interactive");
    const cached = context.cache.get(key);
    if (cached) return send(cached, headers);
    const options = { client: clientOf(await findViewer(context, c), c), signal: c.req.raw.signal };
    const body = owned(await draw(renderInput(template, "sample", {}, what.look), options));
    const made: Answer = { body, headers: { "content-type": "image/webp" } };
    context.cache.set(key, made, body.byteLength);
    return send(made, headers);
  }

  return app;
}

function findTemplate({ templates }: RenderContext, c: Context<RequestEnv, "/:type/:slug/*">) {
  return templates.findBySlug(c.req.param("type"), c.req.param("slug"));
}

const urlOf = (c: Context<RequestEnv>) => new URL(c.req.url);

/** An invalid page number means the first page. */
function readPage(text = "1"): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1;
}
