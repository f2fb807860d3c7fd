import { doubtSession } from "./session.ts";

/** An answer that refused, with what the server said about it. */
export class RefusedCall extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, message: string, details: Record<string, unknown>) {
    super(message);
    this.name = "RefusedCall";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

type ErrorBody = { errors?: { message: string; extensions?: { code?: string } & Record<string, unknown> }[] };

async function readRefusal(answer: Response): Promise<RefusedCall> {
  const body = (await answer.json().catch(() => ({}))) as ErrorBody;
  const [first] = body.errors ?? [];
  const message = first?.message ?? `The server answered ${answer.status}.`;
  return new RefusedCall(answer.status, first?.extensions?.code ?? "", message, first?.extensions ?? {});
}

type Call = { method?: string; json?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

/** One call in a person's name. A session that has ended is noticed here, whatever was asked. */
export async function call(
  path: string,
  { method, json, headers = {}, signal }: Call = {},
): Promise<Response> {
  const answer = await fetch(`/${path}`, {
    method: method ?? (json === undefined ? "GET" : "POST"),
    headers: json === undefined ? headers : { "content-type": "application/json", ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(signal ? { signal } : {}),
  });
  if (answer.ok) return answer;
  const refusal = await readRefusal(answer);
  if (answer.status === 401 || answer.status === 403) doubtSession();
  throw refusal;
}

export async function callFor<Data>(path: string, what?: Call): Promise<Data> {
  const answer = await call(path, what);
  return ((await answer.json()) as { data: Data }).data;
}

/** What to tell a person about a refusal of a form: the server's own words when it has any. */
export function wordsOf(error: unknown): string {
  if (error instanceof RefusedCall && error.status < 500) return error.message;
  return "The server did not answer. What you typed is still here; please try again in a moment.";
}
