import type { InvalidValue, RenderTheme } from "../../../contract/render.ts";

/** One row on its way to the server: a PDF, or what is wrong with it. */
export type RowResult = { bytes: Uint8Array } | { problems: Pick<InvalidValue, "field" | "message">[] };
export type RowRequest = { templateId: string; data: Record<string, unknown>; theme: RenderTheme };

type Waiting = (ms: number, signal: AbortSignal) => Promise<void>;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const MOST_FAILURES = 8; // about a minute without an answer: the server is gone, and the rows made so far are worth more than waiting

export async function renderRow(
  { templateId, data, theme }: RowRequest,
  signal: AbortSignal,
  wait: Waiting = waitFor,
): Promise<RowResult> {
  const body = JSON.stringify({ data, theme });
  for (let failures = 0; ; failures++) {
    const answer = await fetch(`/render/${templateId}.pdf?priority=background`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted || failures >= MOST_FAILURES) throw error;
      return undefined;
    });
    if (answer?.ok) return { bytes: new Uint8Array(await answer.arrayBuffer()) };
    if (answer && !isPassing(answer.status)) return { problems: await readProblems(answer) };
    // Busy is no failure: it says when to come again, for as long as it takes.
    if (answer?.status === 429) failures = 0;
    if (answer && failures >= MOST_FAILURES)
      return { problems: [{ field: "", message: `The server answered ${answer.status}.` }] };
    const asked = Number(answer?.headers.get("retry-after")) * 1_000;
    await wait(asked || Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), signal);
  }
}

function isPassing(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

type Answered = { errors?: { message?: string; extensions?: { field?: string } }[] };

export async function readProblems(answer: Response) {
  const { errors = [] } = (await answer.json().catch(() => ({}))) as Answered;
  const problems = errors.map(({ message = "", extensions }) => ({
    field: extensions?.field ?? "",
    message,
  }));
  return problems.length > 0 ? problems : [{ field: "", message: `The server answered ${answer.status}.` }];
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
