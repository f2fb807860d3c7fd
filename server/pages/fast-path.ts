import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AnswerCache } from "../cache/answer-cache.ts";
import type { Log } from "../log/logging.ts";
import type { RequestMetrics } from "../metrics/requests.ts";
import { chooseEncoding, isKnown, type StoredAnswer, tagOf } from "../request/stored-answer.ts";

type Parts = {
  answers: AnswerCache;
  log: Log;
  headers: Record<string, string>;
  /** Larger ones take the ordinary way. */
  mostBytes?: number;
  requests?: RequestMetrics | undefined;
};
/** An answer in one encoding, with its headers as they are written: name, value, name, value. */
type Form = {
  etag: string;
  bytes: Uint8Array;
  headers: string[];
  headersWithoutBody: string[];
  /** As what it is counted, once it was. */
  route?: string;
};

const MOST_ACCEPTED = 16; // ways to say what one takes; browsers know three or four

/**
 * Answers that are already made are sent before anything else is looked at: most requests ask for one of them, and
 * they are the same for everybody. Whatever could need a decision (a token, another origin, a method) takes the
 * ordinary way, and so does what is not there yet.
 */
export function withFastPath(
  otherwise: RequestListener,
  { answers, log, headers, mostBytes = Number.POSITIVE_INFINITY, requests: counted }: Parts,
): RequestListener {
  const forms = new WeakMap<StoredAnswer, Map<string, Form>>();
  // Nothing that is logged here could be a secret, and looking for one costs more than the line itself.
  const requests = log.child({}, { redact: [] });

  function formOf(stored: StoredAnswer, accepted = ""): Form | undefined {
    const made = forms.get(stored)?.get(accepted);
    if (made) return made;
    const form = makeForm(stored, accepted, headers);
    const own = forms.get(stored) ?? new Map<string, Form>();
    if (form && own.size < MOST_ACCEPTED) forms.set(stored, own.set(accepted, form));
    return form;
  }

  function serve(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { method, url, headers: asked } = incoming;
    if (
      method !== "GET" ||
      url === undefined ||
      asked.authorization !== undefined ||
      asked.origin !== undefined
    )
      return false;
    const started = performance.now();
    const stored = answers.peek(url);
    const form = stored && formOf(stored, asked["accept-encoding"]);
    if (!form || form.bytes.length > mostBytes) return false;
    const requestId = randomUUID();
    const known = isKnown(asked["if-none-match"], form.etag);
    const id = ["x-request-id", requestId];
    if (known) outgoing.writeHead(304, [...form.headersWithoutBody, ...id]).end();
    else outgoing.writeHead(200, [...form.headers, ...id]).end(form.bytes);
    const path = url.split("?", 1)[0] ?? "";
    if (counted) {
      form.route ??= counted.ofPath(path);
      counted.servedFromCache(outgoing, form.route);
    }
    requests.info(
      {
        requestId,
        method,
        path,
        status: known ? 304 : 200,
        ms: Math.round((performance.now() - started) * 10) / 10,
        bytes: known ? 0 : form.bytes.length,
      },
      "request",
    );
    return true;
  }

  return (incoming, outgoing) => {
    if (!serve(incoming, outgoing)) otherwise(incoming, outgoing);
  };
}

function makeForm(stored: StoredAnswer, accepted: string, headers: Record<string, string>): Form | undefined {
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
