import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Log } from "../logging.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { chooseEncoding, type Encoding, isKnown, type StoredAnswer, tagOf } from "./stored-answer.ts";

type Lane = { answers: AnswerCache; log: Log; headers: Record<string, string> };
type Form = { etag: string; bytes: Uint8Array; headers: Record<string, string | number> };

/**
 * Answers that are already made are sent before anything else is looked at: most requests ask for one of them, and
 * they are the same for everybody. Whatever could need a decision (a token, another origin, a method) takes the
 * ordinary way, and so does what is not there yet.
 */
export function withExpressLane(
  otherwise: RequestListener,
  { answers, log, headers }: Lane,
): RequestListener {
  const forms = new WeakMap<StoredAnswer, Map<Encoding | "plain", Form>>();

  function formOf(stored: StoredAnswer, accepted: string | undefined): Form | undefined {
    const encoding = chooseEncoding(stored, accepted);
    const bytes = encoding ? stored.ready.get(encoding) : stored.bytes;
    if (!bytes) return undefined;
    const made = forms.get(stored) ?? new Map<Encoding | "plain", Form>();
    forms.set(stored, made);
    const found = made.get(encoding ?? "plain");
    if (found) return found;
    const etag = tagOf(stored, encoding);
    const all = {
      ...headers,
      ...stored.headers,
      etag,
      vary: "accept-encoding",
      ...(encoding ? { "content-encoding": encoding } : {}),
      "content-length": bytes.length,
    };
    const form = { etag, bytes, headers: all };
    made.set(encoding ?? "plain", form);
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
    const form = stored && formOf(stored, asked["accept-encoding"] as string | undefined);
    if (!form) return false;
    const requestId = randomUUID();
    const known = isKnown(asked["if-none-match"], form.etag);
    outgoing.setHeader("x-request-id", requestId);
    if (known) {
      const { "content-length": _, ...rest } = form.headers;
      outgoing.writeHead(304, rest).end();
    } else {
      outgoing.writeHead(200, form.headers).end(form.bytes);
    }
    const path = url.split("?", 1)[0];
    log.info(
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
