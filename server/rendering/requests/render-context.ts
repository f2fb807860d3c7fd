import type { Context } from "hono";
import { RENDER_PRIORITIES, type RenderPriority } from "../../../contract/rendering/render.ts";
import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import type { BoundedCache } from "../../cache/bounded-cache.ts";
import { forbiddenItem, invalidQuery, requestsExceeded } from "../../errors/errors.ts";
import { addressGroup, type RateLimit } from "../../limits/rate-limit.ts";
import type { Pictures } from "../../pictures/pictures.ts";
import type { RequestEnv } from "../../request/request.ts";
import { requireScope, VISITOR, type Viewer, type WhoIs } from "../../request/viewer.ts";
import type { Rendering } from "../rendering.ts";
import type { RecordExport } from "./exports.ts";
import type { TemplateSource } from "./template-source.ts";

/** What all render routes share: services, rate limits, the viewer, and how they respond. */

export type Answer = { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> };
export type RenderContext = {
  rendering: Rendering;
  pictures: Pictures;
  templates: TemplateSource;
  whoIs: WhoIs;
  recordExport: RecordExport;
  cache: BoundedCache<Answer>;
  /** A batch has its own limit, so that its sender can go on typing. */
  limits: Record<RenderPriority, RateLimit>;
};

/** How long a browser may cache the rendered sample of a template. */
export const SAMPLE_AGE = "public, max-age=300";

export function limitRate(
  { limits }: Pick<RenderContext, "limits">,
  c: Context<RequestEnv>,
  priority: RenderPriority,
  count?: number,
) {
  const wait = limits[priority].take(c.get("apiKey") ?? addressOf(c), undefined, count);
  if (wait > 0) throw requestsExceeded(wait);
}

/** The template of a request, in the version that `?version=` names. */
export async function requireTemplate(
  { templates }: RenderContext,
  c: Context<RequestEnv>,
  id: string,
): Promise<RenderTemplate> {
  const template = await templates.find(id, c.req.query("version"));
  if (!template) throw forbiddenItem();
  return template;
}

/** A client with an invalid session counts as a visitor: anyone may render. An API key needs the scope. */
export async function findViewer({ whoIs }: RenderContext, c: Context<RequestEnv>): Promise<Viewer> {
  const viewer = await whoIs(c.req.raw).catch(() => VISITOR);
  requireScope(viewer, "render");
  return viewer;
}

/** The client in the queue: a person's id, so that a class behind one address is not one client, or a visitor's address. */
export function clientOf(viewer: Viewer, c: Context<RequestEnv>): string {
  return (viewer.role !== "visitor" && viewer.userId) || addressOf(c);
}

function addressOf(c: Context<RequestEnv>): string {
  return addressGroup(c.get("clientAddress") ?? "");
}

/** A Response can't have bytes of shared memory; the check of `buffer` does not narrow the type of `bytes`. */
export function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

export function send({ body, headers }: Answer, further: Record<string, string> = {}): Response {
  const length = String(body.byteLength);
  return new Response(body, {
    headers: { "cache-control": "private, no-store", "content-length": length, ...headers, ...further },
  });
}

export function readPriority(c: Context<RequestEnv>): RenderPriority {
  const wanted = c.req.query("priority") ?? "interactive";
  const known = RENDER_PRIORITIES.find((priority) => priority === wanted);
  if (!known) throw invalidQuery(`"priority" has to be one of ${RENDER_PRIORITIES.join(", ")}`);
  return known;
}
