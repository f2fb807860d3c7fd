import { t } from "@lingui/core/macro";
import type { ErrorEntry } from "../../../contract/error-codes.ts";
import type { Text } from "../../../contract/texts/text.ts";
import { mayRequest } from "../browser/private-page.ts";
import { pageLanguage } from "../i18n/i18n.tsx";
import { noteCatalogueVersion } from "./catalogue-version.ts";
import { unreachableMessage } from "./connection.ts";
import { reportDeniedCall } from "./denied-calls.ts";

/** One error of an answer; one made here need not have a code. */
export type ApiError = Pick<ErrorEntry, "message"> & Partial<ErrorEntry>;

/** A value that was refused, and where it is ("items.0.price"). */
export type Fault = { path: string; type: string; message: string };

/** The values that errors are about. */
export function faultsIn(errors: readonly ApiError[]): Fault[] {
  return errors.flatMap(({ message, extensions: { field, type, code } = {} }) =>
    typeof field === "string" ? [{ path: field, type: String(type ?? code ?? ""), message }] : [],
  );
}

/** A refused request with the server's errors. */
export class RefusedCall extends Error {
  readonly status: number;
  readonly errors: readonly ApiError[];
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, errors: readonly ApiError[] = [], retryAfter?: number) {
    super(errors[0]?.message ?? t`The server returned an error (${status}).`);
    this.name = "RefusedCall";
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  get details(): Record<string, unknown> {
    return this.errors[0]?.extensions ?? {};
  }

  get code(): string {
    return String(this.details.code ?? "");
  }

  get faults(): Fault[] {
    return faultsIn(this.errors);
  }
}

async function readRefusal(answer: Response): Promise<RefusedCall> {
  const body: { errors?: ApiError[] } | null = await answer.json().catch(() => null);
  const wait = Number(answer.headers.get("retry-after")) || undefined;
  return new RefusedCall(answer.status, await translateErrors(body?.errors), wait);
}

/** Errors with their messages for people, in the page's language; the texts are loaded with the first one. */
export async function translateErrors(errors: readonly ApiError[] = []): Promise<readonly ApiError[]> {
  if (!errors.some(({ extensions }) => extensions?.text)) return errors;
  const texts = await import("../i18n/server-texts.ts").catch(() => undefined);
  if (!texts) return errors; // without a connection; the message for programs is better than none
  return errors.map(({ message, extensions = {} }) => ({
    message: texts.translate({ message, text: extensions.text as Text | undefined }),
    extensions,
  }));
}

export type Call = {
  method?: string;
  json?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The response is the same for everyone, so a refusal says nothing about the session. */
  isPublic?: boolean;
  /** Is sent even if the page is left right away. */
  outlivesPage?: boolean;
};

export const CALL_TIMEOUT_MS = 15_000;
const BODY_TIMEOUT_MS = 45_000; // the list of all templates with their sources on a slow line
const SLOWEST_UPLOAD = 20; // bytes in a millisecond: a large document on a slow line isn't a server that is silent

/** A private page asks the server for nothing. Its policy would refuse the request as well. */
export function refuseOnPrivatePage(address: string): void {
  if (mayRequest(address)) return;
  throw new RefusedCall(403, [{ message: notOnPrivatePage(), extensions: { code: "FORBIDDEN" } }]);
}

export function notOnPrivatePage(): string {
  return t`Not available: this page sends nothing to the server.`;
}

const BODILESS = [204, 205, 304]; // a browser gives these a body too, but a Response with one can't be constructed

/** Like `fetch`, but fails when no answer comes within 15 seconds, or its body not within 45 more. */
export async function fetchWithTimeout(
  address: string,
  { signal, ...request }: RequestInit & { body?: string } = {},
): Promise<Response> {
  refuseOnPrivatePage(address);
  const ended = new AbortController();
  const forwardAbort = () => ended.abort(signal?.reason);
  if (signal?.aborted) forwardAbort();
  else signal?.addEventListener("abort", forwardAbort, { once: true });
  const giveUp = () => ended.abort(new DOMException(`${address} was not answered in time`, "TimeoutError"));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, ms);
  };
  wait(CALL_TIMEOUT_MS + (request.body?.length ?? 0) / SLOWEST_UPLOAD);
  try {
    const answer = await fetch(address, { ...request, signal: ended.signal });
    if (!answer.body || BODILESS.includes(answer.status)) return answer;
    wait(BODY_TIMEOUT_MS);
    const body = await answer.arrayBuffer();
    const { status, statusText, headers } = answer;
    return new Response(body, { status, statusText, headers });
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a request to the server. Notices a session that has ended. */
export async function call(
  path: string,
  { method, json, headers = {}, signal, isPublic = false, outlivesPage = false }: Call = {},
): Promise<Response> {
  refuseOnPrivatePage(`/${path}`);
  const body = json === undefined ? undefined : JSON.stringify(json);
  const request = {
    method: method ?? (json === undefined ? "GET" : "POST"),
    headers: {
      // The language of emails that the request causes.
      "accept-language": pageLanguage(),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    keepalive: outlivesPage,
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  };
  // Renders wait in a queue for as long as the server lets them; everything else is answered at once or not at all.
  const hasTimeout = /^(items|auth)\//.test(path);
  const answer = await (hasTimeout ? fetchWithTimeout(`/${path}`, request) : fetch(`/${path}`, request));
  noteCatalogueVersion(answer);
  if (answer.ok) return answer;
  const refusal = await readRefusal(answer);
  if (!isPublic && (answer.status === 401 || answer.status === 403)) reportDeniedCall();
  throw refusal;
}

/** The reason of a failure: the server's message if it refused, otherwise that it can't be reached. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof RefusedCall)) {
    const unreachable = unreachableMessage();
    return t`${unreachable} Try again.`;
  }
  if ((error.status < 500 && error.errors.length > 0) || error.details.text) return error.message;
  return t`Something went wrong on the server. Try again in a moment.`;
}

/** The message to show for a failed request: the server's own for a client error, otherwise that the server can't be reached. */
export function errorMessage(error: unknown): string {
  if (error instanceof RefusedCall && (error.status < 500 || error.details.text)) return error.message;
  const unreachable = unreachableMessage();
  return t`${unreachable} Nothing was lost. Try again in a moment.`;
}
