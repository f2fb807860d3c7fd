import { Hono } from "hono";
import { countUse } from "../../catalogue/changes.ts";
import type { Database } from "../../database/connect.ts";
import { withDatabase } from "../../database/database-errors.ts";
import { isId } from "../../database/ids.ts";
import { forbiddenItem, requestsExceeded } from "../../errors/errors.ts";
import { ONE_USE, USE_RATE } from "../../limits/limits.ts";
import { addressGroup, createRateLimit } from "../../limits/rate-limit.ts";
import { createStoredLimits, type Limit } from "../../limits/stored-limits.ts";
import type { RequestEnv } from "../../request/request.ts";
import type { WhoIs } from "../../request/viewer.ts";
import { RENDER_API } from "./api.ts";

type UseServices = { database: Database; whoIs: WhoIs };

/** Counts a visitor's export once per address, template and day. A person's is counted with its history record. */
export function countRoutes({ database, whoIs }: UseServices): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const limits = createStoredLimits(database);
  const rate = createRateLimit(USE_RATE);

  app.post("/render/:id/used", RENDER_API.used, async (c) => {
    const id = c.req.param("id");
    const address = addressGroup(c.get("clientAddress") ?? "");
    const wait = rate.take(address);
    if (wait > 0) throw requestsExceeded(wait);
    const viewer = await whoIs(c.req.raw);
    await withDatabase(async () => {
      if (!(await isPublished(database, id))) throw forbiddenItem();
      if (viewer.role !== "visitor") return;
      const once: Limit = { about: ["used", id, address], ...ONE_USE, afterSuccess: "keep" };
      if (!(await limits.take([once]))) await database.db.transaction().execute((db) => countUse(db, id));
    });
    return c.body(null, 204, { "cache-control": "private, no-store" });
  });
  return app;
}

async function isPublished({ db }: Database, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const found = await db
    .selectFrom("templates")
    .select("id")
    .where("id", "=", id)
    .where("published", "=", 1)
    .executeTakeFirst();
  return found !== undefined;
}
