import { z } from "zod";
import { messageOf } from "../errors/errors.ts";
import { HOST_ANSWER_BYTES, HOST_TIMEOUT_MS, MAX_HOST_PICTURE_BYTES } from "../limits/limits.ts";

/** Calls to the content backend at CONTENT_HOST, a Directus or another Typecase. */
export type HostClient = {
  url: string;
  /** The items of a list. */
  list(collection: string, query: Record<string, string>): Promise<Record<string, unknown>[]>;
  /**
   * Creates or changes something. Gives the item, unless the host doesn't let the token read what it wrote. `once`: what is sent again with it
   * is made once, by a Typecase; others ignore it.
   */
  send(
    method: "POST" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
    once?: string,
  ): Promise<Record<string, unknown> | undefined>;
  readPicture(id: string): Promise<Uint8Array>;
  /** Ends calls that wait for an answer. */
  close(): void;
};

/** Why the host gave no usable answer, in a sentence for operators. `refused`: it answered, and didn't allow or know what was asked. */
export class HostError extends Error {
  override name = "HostError";
  readonly refused: boolean;
  /** What the host said. */
  readonly said: string;
  constructor(message: string, refused = false, said = "") {
    super(message);
    this.refused = refused;
    this.said = said;
  }
}

const listed = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
const written = z.object({ data: z.record(z.string(), z.unknown()).nullish() });
const refusal = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });

export function createHostClient(
  url: string,
  token: string | undefined,
  timeoutMs = HOST_TIMEOUT_MS,
): HostClient {
  const closing = new AbortController();
  const base = url.replace(/\/+$/, "");

  async function ask(path: string, maxBytes: number, init: RequestInit = {}): Promise<[Response, Buffer]> {
    const headers = new Headers(init.headers);
    if (token) headers.set("authorization", `Bearer ${token}`);
    const attempt = async (): Promise<[Response, Buffer]> => {
      const answer = await fetch(base + path, {
        ...init,
        headers,
        redirect: "error", // the token is for this host alone
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]),
      });
      return [answer, await readBytes(answer, maxBytes)];
    };
    try {
      return await attempt().catch((error) => {
        // The host may close an idle connection at the moment it is used again.
        if ((init.method ?? "GET") === "GET" && isConnectionClosed(error)) return attempt();
        throw error;
      });
    } catch (error) {
      if (error instanceof HostError) throw error;
      const cause = error instanceof Error && error.cause ? messageOf(error.cause) : messageOf(error);
      throw new HostError(
        `${base} gave no answer within ${timeoutMs / 1_000} s or refused the connection: ${cause}`,
      );
    }
  }

  async function askJson(path: string, init?: RequestInit): Promise<unknown> {
    const [answer, bytes] = await ask(path, HOST_ANSWER_BYTES, init);
    if (answer.status === 204) return undefined;
    const type = answer.headers.get("content-type") ?? "no type";
    let body: unknown;
    try {
      body = JSON.parse(bytes.toString("utf8"));
    } catch {
      throw new HostError(`${base}${pathOf(path)} answered ${answer.status} with ${type} instead of JSON`);
    }
    if (answer.ok) return body;
    const message = refusal.safeParse(body).data?.errors[0]?.message ?? "";
    const reason = `${base}${pathOf(path)} answered ${answer.status}: ${message.slice(0, 300)}`;
    throw new HostError(reason, isRefusal(answer.status), message.slice(0, 300));
  }

  function read<T>(schema: z.ZodType<T>, path: string, body: unknown): T {
    const result = schema.safeParse(body);
    if (result.success) return result.data;
    throw new HostError(`${base}${pathOf(path)} answered JSON without the items in "data"`);
  }

  return {
    url: base,
    list: async (collection, query) => {
      const path = `/items/${collection}?${new URLSearchParams(query)}`;
      return read(listed, path, await askJson(path)).data;
    },
    send: async (method, path, body, once) => {
      const isForm = body instanceof FormData;
      const headers = new Headers(once ? { "idempotency-key": once } : {});
      if (!isForm && body !== undefined) headers.set("content-type", "application/json");
      const answer = await askJson(path, {
        method,
        headers,
        ...(isForm ? { body } : {}),
        ...(isForm || body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answer === undefined ? undefined : (read(written, path, answer).data ?? undefined);
    },
    close: () => closing.abort(),
    readPicture: async (id) => {
      const path = `/assets/${encodeURIComponent(id)}`;
      const [answer, bytes] = await ask(path, MAX_HOST_PICTURE_BYTES);
      const type = answer.headers.get("content-type") ?? "";
      if (!answer.ok || !type.startsWith("image/"))
        throw new HostError(
          `${base}${path} answered ${answer.status} with ${type || "no type"} instead of a picture`,
          isRefusal(answer.status) || answer.ok,
        );
      return new Uint8Array(bytes);
    },
  };
}

/** Of this request; not of this token, or of all requests for now. */
const isRefusal = (status: number) => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

function isConnectionClosed(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET";
}

const pathOf = (path: string) => path.replace(/\?.*$/s, "");

/** A host that sends without end must not fill the memory. */
async function readBytes(answer: Response, max: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > max) throw new HostError(`${pathOf(answer.url)} sent more than ${max} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
