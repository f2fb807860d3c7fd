import { Hono } from "hono";
import { z } from "zod";
import type { Usage } from "../../contract/limits.ts";
import { PERSONAL } from "../content/request.ts";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { documentUsage, pictureUsage, type Quotas } from "../limits/quotas.ts";
import { describeRoute, inData } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";
import { requirePerson, type WhoIs } from "../request/viewer.ts";

type Parts = { database: Database; whoIs: WhoIs; quotas: Quotas };

const share = z.object({ used: z.number(), allowed: z.number() });
const USAGE = describeRoute({
  tag: "accounts",
  summary: "How much you have stored, and how much you may store",
  access: "session",
  response: inData(
    z.object({
      documents: share,
      documents_bytes: share,
      pictures: share,
      pictures_bytes: share,
      sessions: share,
    }),
  ),
});

/** GET /auth/usage: how much the person who asks has, and how much they may have. */
export function usageRoutes({ database, whoIs, quotas }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.get("/auth/usage", USAGE, async (c) => {
    const userId = await requirePerson(whoIs, c.req.raw);
    const data = await withDatabase(() => readUsage(database, userId, quotas));
    return c.json({ data }, 200, PERSONAL);
  });
  return app;
}

async function readUsage({ db }: Database, userId: string, quotas: Quotas): Promise<Usage> {
  const documents = await documentUsage(db, userId);
  const pictures = await pictureUsage(db, userId);
  const sessions = await db
    .selectFrom("auth_session")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    documents: { used: documents.count, allowed: quotas.documents.max },
    documents_bytes: { used: documents.bytes, allowed: quotas.documents.maxBytes },
    pictures: { used: pictures.count, allowed: quotas.pictures.max },
    pictures_bytes: { used: pictures.bytes, allowed: quotas.pictures.maxBytes },
    sessions: { used: sessions.count, allowed: quotas.sessions },
  };
}
