import { Hono } from "hono";
import { sheetRequest } from "../../../contract/render.ts";
import { forbiddenItem } from "../../kernel/errors.ts";
import { nextTurn } from "../../kernel/loop-turns.ts";
import type { RequestEnv } from "../../kernel/request.ts";
import { drawWebp } from "../raster.ts";
import {
  clientOf,
  findViewer,
  limitRate,
  owned,
  type RenderContext,
  readBody,
  send,
} from "./render-context.ts";
import { cleanAnswers, renderInput, withoutSample } from "./render-input.ts";
import { createSheetTurns } from "./sheet-turns.ts";
import { schemaKey } from "./validation.ts";

/**
 * The first page of a template with somebody's words, small: one of the many of a gallery in their name. It waits for everything that a
 * person is looking at, and nothing of it is kept here: the browser keeps what it was given (docs/decisions/23-meanings-and-details.md).
 */
export function sheetRoutes(context: RenderContext): Hono<RequestEnv> {
  const { rendering, pictures, templates, validation } = context;
  const takeTurn = createSheetTurns(rendering);
  const app = new Hono<RequestEnv>();

  app.post("/render/:id/sheet", async (c) => {
    limitRate(context, c, "background");
    const template = await templates.find(c.req.param("id"), c.req.query("version"));
    if (!template) throw forbiddenItem();
    const { data: given, theme, width } = await readBody(c, sheetRequest);
    const cleaned = cleanAnswers(given, "preview", template.fields);
    await nextTurn(); // as for a preview
    const { data, leftOut } = validation.fitPreview(schemaKey(template), template.fields, cleaned);
    const input = withoutSample(renderInput(template, "preview", data, theme), leftOut);
    const options = { client: clientOf(await findViewer(context, c), c), signal: c.req.raw.signal };
    const { bytes } = await takeTurn(options.client, async () => {
      const page = await rendering.renderSheet(input, { ...options, priority: "background" });
      return drawWebp(pictures, page, { width }, { ...options, inBackground: true });
    });
    return send({ body: owned(bytes), headers: { "content-type": "image/webp" } });
  });

  return app;
}
