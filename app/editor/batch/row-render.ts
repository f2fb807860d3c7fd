import type { RenderRequest } from "../../../contract/render.ts";
import { type Fault, RefusedRender, requestRender } from "../render-call.ts";

/** One row on its way to the server: a PDF, or what is wrong with it. */
export type RowResult = { bytes: Uint8Array } | { faults: Fault[] };

type Waiting = (ms: number, signal: AbortSignal) => Promise<void>;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const MOST_FAILURES = 8; // about a minute without an answer: the server is gone, and the rows made so far are worth more than waiting
const BUSY = 429;
const PASSING = [BUSY, 502, 503, 504];

export async function renderRow(
  templateId: string,
  request: RenderRequest,
  signal: AbortSignal,
  wait: Waiting = waitFor,
): Promise<RowResult> {
  for (let failures = 0; ; failures++) {
    try {
      const answer = await requestRender(templateId, "pdf", request, signal, "background");
      return { bytes: new Uint8Array(await answer.arrayBuffer()) };
    } catch (error) {
      const refused = error instanceof RefusedRender ? error : undefined;
      if (refused && !PASSING.includes(refused.status)) return { faults: faultsOf(refused) };
      if (signal.aborted || failures >= MOST_FAILURES) throw error;
      // Busy is no failure: it says when to come again, for as long as it takes.
      if (refused?.status === BUSY) failures = 0;
      const pause = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
      await wait(refused?.retryAfter ? refused.retryAfter * 1_000 : pause, signal);
    }
  }
}

/** A refusal that names no field is about the row as a whole. */
export function faultsOf({ faults, message }: RefusedRender): Fault[] {
  return faults.length > 0 ? faults : [{ path: "", type: "", message }];
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
