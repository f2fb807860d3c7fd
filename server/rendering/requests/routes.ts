import { Hono } from "hono";
import { createBoundedCache } from "../../cache/bounded-cache.ts";
import { BACKGROUND_RENDERS, RENDER_CACHE, RENDER_RATE } from "../../limits/limits.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import type { Pictures } from "../../pictures/pictures.ts";
import { answerThrown } from "../../request/error-response.ts";
import type { RequestEnv } from "../../request/request.ts";
import type { WhoIs } from "../../request/viewer.ts";
import type { Rendering } from "../rendering.ts";
import { RENDER_API } from "./api.ts";
import type { RecordExport } from "./exports.ts";
import { type Answer, limitRate, type RenderContext } from "./render-context.ts";
import { renderFileRoute } from "./render-file.ts";
import { rowsRoute } from "./rows.ts";
import { sampleRoutes } from "./samples.ts";
import { sheetRoutes } from "./sheets.ts";
import type { TemplateSource } from "./template-source.ts";

type RenderServices = {
  rendering: Rendering;
  pictures: Pictures;
  templates: TemplateSource;
  whoIs: WhoIs;
  recordExport: RecordExport;
  /** Renders that an address may request in ten seconds. */
  rate?: number;
  metrics?: Metrics | undefined;
};

const CHARACTERS_AGE = "public, max-age=300"; // fonts are read at the start; an operator who added some checks soon after

export function renderRoutes({
  rate = RENDER_RATE.max,
  metrics,
  ...services
}: RenderServices): Hono<RequestEnv> {
  const limit = (max: number) => createRateLimit({ ...RENDER_RATE, max });
  const cache = createBoundedCache<Answer>(RENDER_CACHE);
  const context: RenderContext = {
    ...services,
    cache: metrics ? metrics.watchCache("renders", cache) : cache,
    limits: { interactive: limit(rate), background: limit(rate * BACKGROUND_RENDERS) },
  };
  const app = new Hono<RequestEnv>();
  app.onError(answerThrown);

  app.route("/", renderFileRoute(context)); // POST /render/:file
  app.route("/", rowsRoute(context)); // POST /render/:id/rows
  app.route("/", sheetRoutes(context)); // POST /render/:id/sheet
  app.route("/", sampleRoutes(context)); // GET /:type/:slug/sample.pdf, sample.webp, specimen.webp
  app.get("/render/characters", RENDER_API.characters, async (c) => {
    limitRate(context, c, "interactive");
    const { printed } = await context.rendering.fonts();
    return c.json(printed, 200, { "cache-control": CHARACTERS_AGE });
  });
  return app;
}
