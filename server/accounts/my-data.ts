import { Hono } from "hono";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { forbiddenItem, messageOf, requestsExceeded } from "../errors/errors.ts";
import { MY_DATA } from "../limits/limits.ts";
import { createStoredLimits, type Limit } from "../limits/stored-limits.ts";
import { describeRoute } from "../request/api-description.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";
import type { WhoIs } from "../request/viewer.ts";
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
    const viewer = await whoIs(c.req.raw);
    if (viewer.role === "visitor" || !viewer.userId) throw forbiddenItem();
    const { userId } = viewer;
    const exceeded = await withDatabase(() => limits.take([limitOf(userId)]));
    if (exceeded) throw requestsExceeded(exceeded.retryAfter);
    return c.body(sendAsRead(c, zipStream(gatherMyData(database, userId))), 200, {
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="my-data.zip"',
      "cache-control": "private, no-store",
      // Set explicitly, so that no chunk is read from the stream before the response has begun.
      "transfer-encoding": "chunked",
    });
  });
  return app;
}

function limitOf(userId: string): Limit {
  return { about: ["my data", userId], ...MY_DATA, afterSuccess: "keep" };
}

/**
 * Pieces are made as the client takes them, and no more once it has left. When one can't be made the connection is cut: an
 * answer that ended would look like the whole file.
 */
function sendAsRead(c: RequestContext, pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  const { outgoing } = c.env;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          c.get("log").error({ error: messageOf(error) }, "my data was cut off");
          if (outgoing) outgoing.destroy();
          else controller.error(error);
        }
      },
      cancel: async () => {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
