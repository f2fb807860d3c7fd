import { Hono } from "hono";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { requestsExceeded } from "../errors/errors.ts";
import { MY_DATA } from "../limits/limits.ts";
import { createStoredLimits, type Limit } from "../limits/stored-limits.ts";
import { describeRoute } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";
import { streamResponse } from "../request/streamed-response.ts";
import { requirePerson, type WhoIs } from "../request/viewer.ts";
import { zipStream } from "../request/zip-stream.ts";
import { gatherMyData } from "./my-data-files.ts";

type Parts = { database: Database; whoIs: WhoIs };

const MY_DATA_FILE = describeRoute({
  tag: "accounts",
  summary: "Everything stored about you, as a ZIP of JSON files and pictures",
  access: "session",
  response: "application/zip",
  errors: [429, 507],
});

/** GET /auth/my-data: everything stored about the person, as a ZIP of JSON files and pictures. */
export function myDataRoutes({ database, whoIs }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const limits = createStoredLimits(database);
  app.get("/auth/my-data", MY_DATA_FILE, async (c) => {
    const userId = await requirePerson(whoIs, c.req.raw);
    const exceeded = await withDatabase(() => limits.take([limitOf(userId)]));
    if (exceeded) throw requestsExceeded(exceeded.retryAfter);
    return streamResponse(c, zipStream(gatherMyData(database, userId)), {
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="my-data.zip"',
      "cache-control": "private, no-store",
    });
  });
  return app;
}

function limitOf(userId: string): Limit {
  return { about: ["my data", userId], ...MY_DATA, afterSuccess: "keep" };
}
