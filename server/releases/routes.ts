import { Hono } from "hono";
import { getMimeType } from "hono/utils/mime";
import type { RequestEnv } from "../kernel/request.ts";
import type { Releases } from "./releases.ts";

const FOR_EVER = "public, max-age=31536000, immutable";

/** Which build is the latest, what is known of each, and the files of earlier ones. */
export function releaseRoutes(releases: Releases): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.get("/builds/latest.json", (c, next) => {
    if (!releases.current) return next();
    return c.json({ id: releases.current }, 200, { "cache-control": "no-store" });
  });
  app.get("/builds/meta/:file{[0-9a-f]+\\.json}", async (c, next) => {
    const meta = await releases.findMeta(c.req.param("file").replace(/\.json$/, ""));
    return meta ? c.json(meta, 200, { "cache-control": "no-cache" }) : next();
  });
  // After the assets of the build that runs, which are served from memory.
  app.get("/builds/assets/:name", async (c, next) => {
    const name = c.req.param("name");
    const bytes = await releases.readAsset(name);
    if (!bytes) return next();
    const type = getMimeType(name) ?? "application/octet-stream";
    return c.body(bytes, 200, { "content-type": type, "cache-control": FOR_EVER });
  });
  return app;
}
