import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ResponseCache } from "../cache/response-cache.ts";
import { UNCOUNTED_SHARED_BYTES } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { RequestMetrics } from "../metrics/requests.ts";
import { chooseEncoding, isKnown, type StoredResponse, tagOf } from "../request/stored-response.ts";

export type CachedResponseParts = {
  answers: ResponseCache;
  log: Log;
  headers: Record<string, string>;
  requests?: RequestMetrics | undefined;
};
type CachedResponse = { bytes: number; send(outgoing: ServerResponse): void };
/** A response in one encoding, with its headers as they are written: name, value, name, value. */
type Form = {
  etag: string;
  bytes: Uint8Array;
  headers: string[];
  headersWithoutBody: string[];
  /** Its label in the metrics, once it was counted. */
  route?: string;
};

const MAX_ACCEPTED = 16; // values of Accept-Encoding for which a response is stored; browsers have three or four

/**
 * Finds responses that are the same for everyone and already cached, which most requests ask for. A request that needs a decision (it has
 * a token, another origin or another method than GET), one that is not cached and one so large that the response budget counts it
 * go to the mount table.
 */
export function createCachedResponses({ answers, log, headers, requests: counted }: CachedResponseParts) {
  const forms = new WeakMap<StoredResponse, Map<string, Form>>();
  // Nothing that is logged here can be a secret, and looking for one costs more than the line itself.
  const requests = log.child({}, { redact: [] });

  function formOf(stored: StoredResponse, accepted = ""): Form | undefined {
    const made = forms.get(stored)?.get(accepted);
    if (made) return made;
    const form = makeForm(stored, accepted, headers);
    const own = forms.get(stored) ?? new Map<string, Form>();
    if (form && own.size < MAX_ACCEPTED) forms.set(stored, own.set(accepted, form));
    return form;
  }

  function find(incoming: IncomingMessage): CachedResponse | undefined {
    const { method, url, headers: requestHeaders } = incoming;
    if (
      method !== "GET" ||
      url === undefined ||
      requestHeaders.authorization !== undefined ||
      requestHeaders.origin !== undefined
    )
      return undefined;
    const started = performance.now();
    const stored = answers.peek(url);
    const form = stored && formOf(stored, requestHeaders["accept-encoding"]);
    if (!form || form.bytes.length > UNCOUNTED_SHARED_BYTES) return undefined;
    const isNotModified = isKnown(requestHeaders["if-none-match"], form.etag);
    const bytes = isNotModified ? 0 : form.bytes.length;
    const send = (outgoing: ServerResponse) => {
      const requestId = randomUUID();
      const id = ["x-request-id", requestId];
      const status = isNotModified ? 304 : 200;
      if (isNotModified) outgoing.writeHead(status, [...form.headersWithoutBody, ...id]).end();
      else outgoing.writeHead(status, [...form.headers, ...id]).end(form.bytes);
      const path = url.split("?", 1)[0] ?? "";
      if (counted) {
        form.route ??= counted.ofPath(path);
        counted.servedFromCache(outgoing, form.route);
      }
      const ms = Math.round((performance.now() - started) * 10) / 10;
      requests.info({ requestId, method, path, status, ms, bytes }, "request");
    };
    return { bytes, send };
  }

  return { find };
}

function makeForm(
  stored: StoredResponse,
  accepted: string,
  headers: Record<string, string>,
): Form | undefined {
  const encoding = chooseEncoding(stored, accepted);
  const bytes = encoding ? stored.ready.get(encoding) : stored.bytes;
  if (!bytes) return undefined;
  const etag = tagOf(stored, encoding);
  const all = {
    ...headers,
    ...stored.headers,
    etag,
    vary: "accept-encoding",
    ...(encoding ? { "content-encoding": encoding } : {}),
  };
  const headersWithoutBody = Object.entries(all).flat();
  return {
    etag,
    bytes,
    headers: [...headersWithoutBody, "content-length", String(bytes.length)],
    headersWithoutBody,
  };
}
