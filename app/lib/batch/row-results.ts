import type { PackedRow } from "../../../contract/rendering/row-pack.ts";
import type { RowsRequest } from "../../../contract/rendering/rows.ts";
import { type Fault, faultsIn, RefusedCall, translateErrors } from "../http/http-client.ts";
import { type RenderedTemplate, requestRows } from "../http/render-client.ts";

/** The result of a row: a PDF or its faults. */
export type RowResult = { bytes: Uint8Array } | { faults: Fault[] };

type Waiting = (ms: number, signal: AbortSignal) => Promise<void>;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const MAX_FAILURES = 8; // about a minute: then the server counts as gone, and the finished rows are delivered
const BUSY = 429;
const PASSING = [BUSY, 502, 503, 504];

/** Renders some rows in one request and retries while the server is busy or unreachable. */
export async function renderRows(
  template: RenderedTemplate,
  request: RowsRequest,
  signal: AbortSignal,
  wait: Waiting = waitFor,
): Promise<RowResult[]> {
  for (let failures = 0; ; failures++) {
    try {
      return await Promise.all((await requestRows(template, request, signal)).map(readRow));
    } catch (error) {
      const refused = error instanceof RefusedCall ? error : undefined;
      const isPassing = !refused || PASSING.includes(refused.status);
      if (!isPassing && request.rows.length === 1) return [{ faults: faultsOf(refused) }];
      if (isPassing) {
        if (signal.aborted || failures >= MAX_FAILURES) throw error;
        // A busy server isn't a failure: it tells when to retry.
        if (refused?.status === BUSY) failures = 0;
        const pause = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
        await wait(refused?.retryAfter ? refused.retryAfter * 1_000 : pause, signal);
      }
      // The rows were too much together, or one of them fails: renders them one by one.
      if (refused && refused.status !== BUSY && request.rows.length > 1) return oneByOne();
    }
  }

  async function oneByOne(): Promise<RowResult[]> {
    const results: RowResult[] = [];
    for (const [index, row] of request.rows.entries()) {
      const bill = request.bills?.[index];
      const one = { ...request, rows: [row], ...(bill ? { bills: [bill] } : {}) };
      results.push(...(await renderRows(template, one, signal, wait)));
    }
    return results;
  }
}

async function readRow(row: PackedRow): Promise<RowResult> {
  if ("bytes" in row) return row;
  const errors = await translateErrors(row.errors);
  return { faults: faultsOf({ faults: faultsIn(errors), message: errors[0]?.message ?? "" }) };
}

/** A refusal without a field is about the whole row. */
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
