import { z } from "zod";

/** What a webhook can be sent. */
export const WEBHOOK_EVENTS = [
  "document.exported",
  "job.finished",
  "template.published",
  "message.received",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Sent only while the webhook's owner is an operator. */
export const OPERATOR_EVENTS: readonly WebhookEvent[] = ["template.published", "message.received"];
/** What "Send test" sends. */
export const TEST_EVENT = "webhook.test";

/** Webhooks of one person. */
export const MAX_WEBHOOKS = 20;
/** Of a webhook the newest deliveries are stored, and all that wait. */
export const MAX_DELIVERIES = 50;
export const MAX_WEBHOOK_URL = 500;
/** So long a delivery is retried. */
export const RETRY_HOURS = 24;

const fields = {
  url: z.string().trim().min(1).max(MAX_WEBHOOK_URL),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
};
export const newWebhook = z.strictObject(fields);
export const changedWebhook = z.strictObject({
  url: fields.url.optional(),
  events: fields.events.optional(),
  /** Turns it on again. */
  active: z.literal(true).optional(),
});

/** Why it was turned off: a day of failed attempts, or the receiver answered 410 (Gone). */
export const OFF_REASONS = ["failed", "gone"] as const;
export type OffReason = (typeof OFF_REASONS)[number];

/** A webhook as its owner sees it. */
export const listedWebhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  date_created: z.string(),
  date_secret: z.string(),
  /** Null: it is active. */
  date_off: z.string().nullable(),
  off_reason: z.enum(OFF_REASONS).nullable(),
});
export type ListedWebhook = z.infer<typeof listedWebhook>;
/** The answers that have the secret: to a new webhook, and to a new secret. */
export const createdWebhook = listedWebhook.extend({ secret: z.string() });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

/** Why an attempt failed. `refused`: the address is in a private network; `status`: the answer wasn't 2xx. */
export const DELIVERY_PROBLEMS = [
  "status",
  "redirect",
  "timeout",
  "refused",
  "unknown_host",
  "tls",
  "connection",
  "secret",
  "turned_off",
] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

export const listedDelivery = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number(),
  /** The JSON that was sent. */
  body: z.string(),
  status: z.number().nullable(),
  /** As in "Not Found". */
  status_text: z.string().nullable(),
  problem: z.enum(DELIVERY_PROBLEMS).nullable(),
  /** The beginning of the answer. */
  response: z.string().nullable(),
  /** In milliseconds. */
  duration: z.number().nullable(),
  date_created: z.string(),
  date_sent: z.string().nullable(),
  /** While it waits. */
  next_try: z.string().nullable(),
});
export type ListedDelivery = z.infer<typeof listedDelivery>;
