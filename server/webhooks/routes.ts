import { Hono } from "hono";
import { z } from "zod";
import {
  changedWebhook,
  createdWebhook,
  listedDelivery,
  listedWebhook,
  MAX_DELIVERIES,
  MAX_WEBHOOKS,
  newWebhook,
  OPERATOR_EVENTS,
  RETRY_HOURS,
  TEST_EVENT,
  type WebhookEvent,
} from "../../contract/people/webhooks.ts";
import { PERSONAL } from "../content/request.ts";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { eventNeedsOperator, requestsExceeded } from "../errors/errors.ts";
import { NEW_WEBHOOKS, WEBHOOK_SENDS } from "../limits/limits.ts";
import { createStoredLimits } from "../limits/stored-limits.ts";
import type { Sealing } from "../mail/sealing.ts";
import { describeRoute, inData } from "../request/api-description.ts";
import { type RequestContext, type RequestEnv, readShape } from "../request/request.ts";
import { requireSession, type Viewer, type WhoIs } from "../request/viewer.ts";
import { sendAgain, storeDeliveries } from "./deliveries.ts";
import { readWebhookUrl } from "./webhook-address.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  findWebhook,
  listDeliveries,
  listWebhooks,
  renewSecret,
} from "./webhook-store.ts";

const session = { tag: "accounts", access: "session" } as const;
const API = {
  list: describeRoute({ ...session, summary: "Your webhooks", response: inData(z.array(listedWebhook)) }),
  create: describeRoute({
    ...session,
    summary: "Add a webhook",
    description:
      `Events are sent as POST requests that follow Standard Webhooks. The \`secret\` they are signed with is in this response only. At most ${MAX_WEBHOOKS} webhooks. ` +
      `${OPERATOR_EVENTS.map((event) => `\`${event}\``).join(" and ")} are only for operators.`,
    body: newWebhook,
    response: inData(createdWebhook),
    errors: [409, 429, 507],
  }),
  change: describeRoute({
    ...session,
    summary: "Change a webhook's address or events, or turn it on again",
    body: changedWebhook,
    response: inData(listedWebhook),
    errors: [507],
  }),
  remove: describeRoute({ ...session, summary: "Delete a webhook with its deliveries", errors: [507] }),
  secret: describeRoute({
    ...session,
    summary: "Replace a webhook's secret",
    description: "The new secret is in this response only; the one before no longer signs anything.",
    response: inData(createdWebhook),
    errors: [429, 507],
  }),
  deliveries: describeRoute({
    ...session,
    summary: `What was sent to a webhook: the last ${MAX_DELIVERIES} deliveries`,
    response: inData(z.array(listedDelivery)),
  }),
  test: describeRoute({
    ...session,
    summary: `Send a test event, \`${TEST_EVENT}\`, once`,
    errors: [429, 507],
  }),
  again: describeRoute({
    ...session,
    summary: "Send a delivery again",
    description: `With the id it had. One that is still being retried (for ${RETRY_HOURS} hours) is sent now.`,
    errors: [429, 507],
  }),
};

type Parts = {
  database: Database;
  whoIs: WhoIs;
  sealing: Sealing;
  allowedHosts: readonly string[];
  wake(): void;
};

/** /auth/webhooks: for people with a session only, so that no key can have events sent elsewhere. */
export function webhookRoutes({ database, whoIs, sealing, allowedHosts, wake }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const parts = { database, sealing };
  const { db } = database;
  const limits = createStoredLimits(database);
  const ownerOf = (c: RequestContext) => requireSession(whoIs, c.req.raw);

  async function limit(about: string, userId: string, rate: { max: number; windowMs: number }) {
    const exceeded = await withDatabase(() =>
      limits.take([{ about: [about, userId], ...rate, afterSuccess: "keep" }]),
    );
    if (exceeded) throw requestsExceeded(exceeded.retryAfter);
  }

  app.get("/auth/webhooks", API.list, async (c) => {
    const { userId } = await ownerOf(c);
    return c.json({ data: await withDatabase(() => listWebhooks(db, userId)) }, 200, PERSONAL);
  });
  app.post("/auth/webhooks", API.create, async (c) => {
    const viewer = await ownerOf(c);
    const { url, events } = await readShape(c, newWebhook);
    requireAllowedEvents(viewer, events);
    const given = { url: readWebhookUrl(url, allowedHosts), events };
    await limit("new webhooks", viewer.userId, NEW_WEBHOOKS);
    const data = await withDatabase(() => createWebhook(parts, viewer.userId, given));
    return c.json({ data }, 200, PERSONAL);
  });
  app.patch("/auth/webhooks/:id", API.change, async (c) => {
    const viewer = await ownerOf(c);
    const { url, events, active } = await readShape(c, changedWebhook);
    requireAllowedEvents(viewer, events ?? []);
    const given = { url: url === undefined ? url : readWebhookUrl(url, allowedHosts), events, active };
    const data = await withDatabase(() => changeWebhook(parts, viewer.userId, c.req.param("id"), given));
    return c.json({ data }, 200, PERSONAL);
  });
  app.delete("/auth/webhooks/:id", API.remove, async (c) => {
    const { userId } = await ownerOf(c);
    await withDatabase(() => deleteWebhook(parts, userId, c.req.param("id")));
    return c.body(null, 204, PERSONAL);
  });
  app.post("/auth/webhooks/:id/secret", API.secret, async (c) => {
    const { userId } = await ownerOf(c);
    await limit("new webhooks", userId, NEW_WEBHOOKS);
    const data = await withDatabase(() => renewSecret(parts, userId, c.req.param("id")));
    return c.json({ data }, 200, PERSONAL);
  });
  app.get("/auth/webhooks/:id/deliveries", API.deliveries, async (c) => {
    const { userId } = await ownerOf(c);
    const data = await withDatabase(() => listDeliveries(db, userId, c.req.param("id")));
    return c.json({ data }, 200, PERSONAL);
  });
  app.post("/auth/webhooks/:id/test", API.test, async (c) => {
    const { userId } = await ownerOf(c);
    const { id } = await withDatabase(() => findWebhook(db, userId, c.req.param("id")));
    await limit("webhook sends", userId, WEBHOOK_SENDS);
    await withDatabase(() => storeDeliveries(db, [id], TEST_EVENT, { webhook: { id } }));
    wake();
    return c.body(null, 204, PERSONAL);
  });
  app.post("/auth/webhooks/:id/deliveries/:delivery/send", API.again, async (c) => {
    const { userId } = await ownerOf(c);
    const { id } = await withDatabase(() => findWebhook(db, userId, c.req.param("id")));
    await limit("webhook sends", userId, WEBHOOK_SENDS);
    await withDatabase(() => sendAgain(db, id, c.req.param("delivery")));
    wake();
    return c.body(null, 204, PERSONAL);
  });
  return app;
}

function requireAllowedEvents(viewer: Viewer, events: readonly WebhookEvent[]): void {
  const refused = events.find((event) => OPERATOR_EVENTS.includes(event));
  if (refused && viewer.role !== "operator") throw eventNeedsOperator(refused);
}
