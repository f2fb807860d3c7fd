import { Hono } from "hono";
import { z } from "zod";
import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import type { PrintedCharacters } from "../../../shared/text/characters.ts";
import { forbiddenItem } from "../../errors/errors.ts";
import { anyObject, describeRoute } from "../../request/api-description.ts";
import type { RequestEnv } from "../../request/request.ts";
import { type StoredResponse, sendStored, storeResponse } from "../../request/stored-response.ts";
import type { TemplateSource } from "../requests/template-source.ts";
import type { EngineFiles } from "./engine-files.ts";

const FOR_EVER = "public, max-age=31536000, immutable"; // names hold a hash of their bytes

const API = {
  index: describeRoute({
    tag: "render",
    summary: "The files of the engine, for rendering in a browser",
    response: anyObject,
    also: { 304: "As named in If-None-Match" },
    errors: [503],
  }),
  characters: describeRoute({
    tag: "render",
    summary: "Which characters can be printed, as /render/characters says it",
    response: anyObject,
    errors: [503],
  }),
  file: describeRoute({
    tag: "render",
    summary: "The compiler, the renderer or a font",
    response: "application/octet-stream",
    errors: [503],
  }),
  template: describeRoute({
    tag: "render",
    summary: "A published template as the engine takes it: source, fields, sample, page and theme",
    query: { version: z.uuid().describe("The id of one of the template's versions.") },
    response: anyObject,
    also: { 304: "As named in If-None-Match" },
  }),
};

/** What a browser loads to render on its own: the engine, and the template that is open. */
export function deviceRoutes(
  files: EngineFiles,
  templates: TemplateSource,
  printed: () => Promise<PrintedCharacters>,
): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const packages = new WeakMap<RenderTemplate, StoredResponse>();

  app.get("/engine/index.json", API.index, async (c) => sendStored(c, await files.index()));

  // The same as /render/characters, in the one folder that a private page may load from.
  app.get("/engine/characters.json", API.characters, async (c) =>
    c.json(await printed(), 200, { "cache-control": "public, no-cache" }),
  );

  app.get("/engine/files/:name", API.file, async (c, next) => {
    const accepted = c.req.header("accept-encoding") ?? "";
    const found = await files.read(c.req.param("name"), (encoding) => accepts(accepted, encoding));
    if (!found) return next();
    const { bytes, type, encoding } = found;
    await c.get("reserve")?.(bytes.length);
    return c.body(bytes, 200, {
      "content-type": type,
      "content-length": String(bytes.length),
      "cache-control": FOR_EVER,
      vary: "accept-encoding",
      ...(encoding ? { "content-encoding": encoding } : {}),
    });
  });

  // Only published ones: the source of others is nobody's but their authors'. The server renders those.
  app.get("/engine/templates/:id", API.template, async (c) => {
    const id = c.req.param("id");
    const template = await templates.find(id, c.req.query("version"));
    const published = template && (await templates.findBySlug(template.type, template.slug));
    if (!template || published?.id !== template.id) throw forbiddenItem();
    const known = packages.get(template);
    if (known) return sendStored(c, known);
    const stored = storeResponse(new TextEncoder().encode(JSON.stringify(template)), {
      "content-type": "application/json",
      "cache-control": "public, no-cache",
    });
    packages.set(template, stored);
    return sendStored(c, stored);
  });

  return app;
}

function accepts(accepted: string, encoding: string): boolean {
  return new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))|$)`, "i").test(
    accepted,
  );
}
