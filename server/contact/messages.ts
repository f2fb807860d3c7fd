import { createMiddleware } from "hono/factory";
import type { ForwardMessage } from "../collections/services.ts";
import { readBody } from "../content/request.ts";
import { contactLetter } from "../mail/letters.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { RequestEnv } from "../request/request.ts";
import type { SiteSettings } from "../site/site-settings.ts";

type Parts = { outbox: Outbox | undefined; site: Pick<SiteSettings, "contactEmail"> };

/**
 * A copy of each message is put into the outbox in the transaction that stores it: never one without the
 * other, and once for a repeated request. Without a mail server or address, messages are only stored.
 */
export function createForwarding({ outbox, site }: Parts): ForwardMessage | undefined {
  if (!outbox) return undefined;
  return async (db, message) => {
    const to = site.contactEmail();
    if (to) await outbox.write(db, { to, replyTo: message.email }, contactLetter(message));
  };
}

/**
 * Wraps POST /items/contact_messages: rejects bots and wakes the outbox and the webhooks, so that the copy is sent at once.
 */
export function receiveMessages(outbox: Outbox | undefined, webhooks: { wake(): void }) {
  return createMiddleware<RequestEnv>(async (c, next) => {
    if (c.req.method !== "POST") return next();
    // Unreadable bodies are rejected by the route itself.
    const sent = await readBody(c).then(
      ({ body }) => body,
      () => undefined,
    );
    // Only a bot fills in the hidden field. It gets a normal response.
    const filled = Array.isArray(sent) ? sent.some(isFilledTrap) : isFilledTrap(sent);
    if (filled) return c.json({ data: null }, 200, { "cache-control": "private, no-store" });
    await next();
    outbox?.wake();
    webhooks.wake();
  });
}

function isFilledTrap(sent: unknown): boolean {
  return typeof sent === "object" && sent !== null && "website" in sent && Boolean(sent.website);
}
