import { Hono } from "hono";
import { sheetRequest } from "../../../contract/rendering/render.ts";
import { queueFull } from "../../../engine/errors.ts";
import { prepareInput } from "../../../engine/input/render-input.ts";
import { SHEET_TURNS } from "../../limits/limits.ts";
import { nextTurn } from "../../process/loop-turns.ts";
import { type RequestEnv, readShape } from "../../request/request.ts";
import { createTurns } from "../../scheduling/turns.ts";
import { drawWebp } from "../raster.ts";
import type { Rendering } from "../rendering.ts";
import { RENDER_API } from "./api.ts";
import {
  clientOf,
  findViewer,
  limitRate,
  owned,
  type RenderContext,
  requireTemplate,
  send,
} from "./render-context.ts";

/**
 * The first page of a template with a person's own details, at a small size, for the personal gallery. It waits for everything that people
 * are waiting for, and is stored only by the browser (docs/decisions/23-meanings-and-details.md).
 */
export function sheetRoutes(context: RenderContext): Hono<RequestEnv> {
  const { rendering, pictures } = context;
  const turns = createTurns({
    atOnce: () => maxAtOnce(rendering),
    lanes: { sheets: SHEET_TURNS },
    refusal: () => queueFull(SHEET_TURNS.retrySeconds),
  });
  const app = new Hono<RequestEnv>();

  app.post("/render/:id/sheet", RENDER_API.sheet, async (c) => {
    limitRate(context, c, "background");
    const template = await requireTemplate(context, c, c.req.param("id"));
    const { data, theme, width } = await readShape(c, sheetRequest);
    const { input } = await prepareInput(template, { mode: "preview", data, theme }, nextTurn);
    const options = { client: clientOf(await findViewer(context, c), c), signal: c.req.raw.signal };
    const endTurn = await turns.take({ client: options.client, lane: "sheets" });
    try {
      const page = await rendering.renderSheet(input, { ...options, priority: "background" });
      const { bytes } = await drawWebp(pictures, page, { width }, { ...options, inBackground: true });
      return send({ body: owned(bytes), headers: { "content-type": "image/webp" } });
    } finally {
      endTurn();
    }
  });

  return app;
}

/**
 * A sheet is compiled in one process and drawn in another. While a person types, one sheet is made at a time, both steps counted, which
 * on two cores leaves one core for that person's page.
 */
function maxAtOnce({ state }: Pick<Rendering, "state">): number {
  const { typing, idle, busy } = state();
  return typing ? 1 : Math.max(1, idle + busy);
}
