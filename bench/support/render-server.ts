/** The render endpoints over HTTP with one template, mounted as in the product, without rate limits. */
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pino from "pino";
import { templateFile } from "../../contract/templates/template-file.ts";
import type { RenderTemplate } from "../../engine/input/render-template.ts";
import { createPictures } from "../../server/pictures/pictures.ts";
import { createRendering } from "../../server/rendering/rendering.ts";
import { renderRoutes } from "../../server/rendering/requests/routes.ts";
import type { RequestEnv } from "../../server/request/request.ts";
import { VISITOR } from "../../server/request/viewer.ts";

const library = new URL("../../library/", import.meta.url);
const folder = new URL("invoices/studio/quarto/", library);
const file = templateFile.parse(JSON.parse(readFileSync(new URL("template.json", folder), "utf8")));
const template: RenderTemplate = {
  ...file,
  id: "quarto",
  type: "invoices",
  slug: "quarto",
  singular: "Invoice",
  version: "1",
  content: readFileSync(new URL("template.typ", folder), "utf8"),
};
const log = pino({ level: "warn" }, pino.destination(2));
const rendering = createRendering({
  settings: {
    processes: availableParallelism(),
    queue: 100,
    deadlineMs: 30_000,
    kitDir: new URL("kit", library).pathname,
  },
  log,
});
const pictures = createPictures({ log });
const app = new Hono<RequestEnv>();
app.use(async (c, next) => {
  c.set("clientAddress", "192.0.2.1");
  await next();
});
app.route(
  "/",
  renderRoutes({
    rendering,
    pictures,
    templates: {
      find: async () => template,
      findVersion: async () => template,
      findBySlug: async () => template,
    },
    whoIs: async () => VISITOR,
    recordExport: async () => {},
    rate: Number.MAX_SAFE_INTEGER,
  }),
);
await rendering.ready();
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }: AddressInfo) =>
  process.send?.({ port }),
);
process.on("disconnect", async () => {
  server.close();
  await rendering.close();
  await pictures.close();
  process.exit(0);
});
