import { invalidPayload } from "../errors/errors.ts";
import { type BodyRules, type RequestContext, readJson } from "../request/request.ts";
import type { Viewer } from "../request/viewer.ts";
import { type OnceKey, readOnceKey } from "./idempotency.ts";
import { LONGEST_SEARCH } from "./query/budget.ts";
import { type RawQuery, readParameters, readSearchBody } from "./query/parameters.ts";

/** How a request to the content API is read, whichever route takes it. */

/** For answers that are one viewer's. */
export const PERSONAL = { "cache-control": "private, no-store" };

export function readQuery(c: RequestContext): RawQuery {
  const url = c.req.url;
  const at = url.indexOf("?");
  return at < 0 ? {} : readParameters(url.slice(at).replace(/#.*$/, ""));
}

/** What a SEARCH asks for, in its body. */
export async function readSearch(c: RequestContext): Promise<RawQuery> {
  const { body } = await readBody(c, { longest: LONGEST_SEARCH });
  return readSearchBody(body, readQuery(c));
}

/** The body as text and as JSON. A body of another kind counts as an empty item, as in Directus. */
export async function readBody(
  c: RequestContext,
  rules: Pick<BodyRules, "longest"> = {},
): Promise<{ body: unknown; bytes: string }> {
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(c.req.header("content-type") ?? "");
  if (!isJson) return { body: {}, bytes: await c.req.text() };
  const { text, json } = await readJson(c.req, {
    ...rules,
    maxValues: c.get("maxValues"),
    mayBeEmpty: true,
    notJson: invalidPayload,
  });
  if (typeof json !== "object" || json === null)
    throw invalidPayload("the body has to be a JSON object or a list");
  return { body: json, bytes: text };
}

/** The request's `Idempotency-Key`, if it has one: it holds for this viewer, method, address and body. */
export function readOnce(
  c: RequestContext,
  viewer: Viewer,
  body: string | Uint8Array,
  address = addressOf(c.req.url),
): OnceKey | null {
  const owner =
    viewer.role === "visitor"
      ? `visitor ${c.get("clientAddress")}`
      : viewer.role === "token"
        ? `token ${viewer.tokenId}`
        : viewer.role === "key"
          ? `key ${viewer.keyId}`
          : viewer.userId;
  return readOnceKey(c.req.header("idempotency-key"), owner, c.req.method, address, body);
}

function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname.replace(/\/$/, "") + search;
}
