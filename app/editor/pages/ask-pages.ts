import type { InvalidValue, RenderedPages } from "../../../contract/render.ts";
import type { Draft } from "../draft.ts";

/** The server's answer was no: at once, or until later. */
export class NotRendered extends Error {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly problems: InvalidValue[];

  constructor(
    status: number,
    message: string,
    { retryAfterMs, problems = [] }: { retryAfterMs?: number; problems?: InvalidValue[] } = {},
  ) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.problems = problems;
  }
}

type ErrorBody = { errors?: { message?: string; extensions?: { field?: string; code?: string } }[] };

export async function askPages(
  template: string,
  { data, theme }: Draft,
  signal: AbortSignal,
): Promise<RenderedPages> {
  const answer = await fetch(`/render/${template}.svg`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data, theme, mode: "preview" }),
    signal,
  });
  if (answer.ok) return (await answer.json()) as RenderedPages;
  throw await readRefusal(answer);
}

async function readRefusal(answer: Response): Promise<NotRendered> {
  const { errors = [] } = ((await answer.json().catch(() => ({}))) ?? {}) as ErrorBody;
  const problems = errors.flatMap(({ message = "", extensions }) =>
    extensions?.field ? [{ field: extensions.field, type: extensions.code ?? "", message }] : [],
  );
  const seconds = Number(answer.headers.get("retry-after"));
  return new NotRendered(answer.status, errors[0]?.message ?? "", {
    problems,
    ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}),
  });
}
