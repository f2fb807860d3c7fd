import { createMiddleware } from "hono/factory";
import type { ForwardMessage } from "../collections/services.ts";
import type { RequestEnv } from "../kernel/request.ts";
import type { Outbox } from "../mail/outbox.ts";

type Parts = { outbox: Outbox | undefined; contactEmail: string | undefined; productName: string };

/**
 * A copy of each message goes into the outbox in the transaction that keeps the message: never one without the other,
 * and never twice for a request that is sent again. Without a mail server messages are only kept.
 */
export function createForwarding({ outbox, contactEmail, productName }: Parts): ForwardMessage | undefined {
  if (!outbox || !contactEmail) return undefined;
  return (db, { name, email, subject, message }) =>
    outbox.addWithin(db, {
      to: contactEmail,
      replyTo: email,
      subject: `${productName}: ${subject}`,
      text: `${name} <${email}> wrote:\n\n${message}\n`,
    });
}

/** Around POST /items/contact_messages: turns machines away, and wakes the outbox, so that the copy is sent at once. */
export function receiveMessages(outbox: Outbox | undefined) {
  return createMiddleware<RequestEnv>(async (c, next) => {
    if (c.req.method !== "POST") return next();
    const sent: unknown = await c.req.json().catch(() => undefined);
    // Only a machine fills in a field that nobody can see. It is told what it wants to hear.
    const filled = Array.isArray(sent) ? sent.some(isFilledTrap) : isFilledTrap(sent);
    if (filled) return c.json({ data: null }, 200, { "cache-control": "private, no-store" });
    await next();
    outbox?.wake();
  });
}

function isFilledTrap(sent: unknown): boolean {
  return typeof sent === "object" && sent !== null && "website" in sent && Boolean(sent.website);
}
