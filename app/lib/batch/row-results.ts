import type { RowsRequest } from "../../../contract/rendering/render.ts";
import type { PackedRow } from "../../../contract/rendering/row-pack.ts";
import { type Fault, faultsIn, RefusedCall } from "../http/http-client.ts";
import { type RenderedTemplate, requestRows } from "../http/render-client.ts";

/** What became of a row: a PDF, or what is wrong with it. */
export type RowResult = { bytes: Uint8Array } | { faults: Fault[] };

type Waiting = (ms: number, signal: AbortSignal) => Promise<void>;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const MOST_FAILURES = 8; // about a minute without an answer: the server is gone, and the rows made so far are worth more than waiting
const BUSY = 429;
const PASSING = [BUSY, 502, 503, 504];

/** Some rows on their way to the server and back, each on its own; together they outlive a server that is busy or away for a while. */
export async function renderRows(
  template: RenderedTemplate,
  request: RowsRequest,
  signal: AbortSignal,
  wait: Waiting = waitFor,
): Promise<RowResult[]> {
  for (let failures = 0; ; failures++) {
    try {
      return (await requestRows(template, request, signal)).map(readRow);
    } catch (error) {
      const refused = error instanceof RefusedCall ? error : undefined;
      const isPassing = !refused || PASSING.includes(refused.status);
      if (!isPassing && request.rows.length === 1) return [{ faults: faultsOf(refused) }];
      if (isPassing) {
        if (signal.aborted || failures >= MOST_FAILURES) throw error;
        // Busy is no failure: it says when to come again, for as long as it takes.
        if (refused?.status === BUSY) failures = 0;
        const pause = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
        await wait(refused?.retryAfter ? refused.retryAfter * 1_000 : pause, signal);
      }
      // Together they were too much, or one of them was: the others are not lost to it.
      if (refused && refused.status !== BUSY && request.rows.length > 1) return oneByOne();
    }
  }

  async function oneByOne(): Promise<RowResult[]> {
    const results: RowResult[] = [];
    for (const row of request.rows)
      results.push(...(await renderRows(template, { ...request, rows: [row] }, signal, wait)));
    return results;
  }
}

function readRow(row: PackedRow): RowResult {
  if ("bytes" in row) return row;
  return { faults: faultsOf({ faults: faultsIn(row.errors), message: row.errors[0]?.message ?? "" }) };
}

/** A refusal that names no field is about the row as a whole. */
export function faultsOf({ faults, message }: { faults: Fault[]; message: string }): Fault[] {
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
