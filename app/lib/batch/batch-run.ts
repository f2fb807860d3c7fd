import { MAX_PACKED_ROWS } from "../../../contract/rendering/row-pack.ts";
import type { Fault } from "../http/http-client.ts";
import type { RowResult } from "./row-results.ts";

/** Renders many rows, a few per request. A bad row is reported and doesn't stop the others. */
type BatchRun<Row> = {
  rows: readonly Row[];
  /** Returns a result for each row, in order. */
  make(rows: readonly Row[], signal: AbortSignal): Promise<RowResult[]>;
  /** Called before the next rows of its lane start, so that only a few results are in memory. */
  onMade(row: number, bytes: Uint8Array): void;
  onProblem(row: number, faults: Fault[]): void;
  signal: AbortSignal;
  /** Rows that fit into one request. */
  max?: number;
  now?: () => number;
};

const LANES = 2; // one request is rendered while the other is transferred
const REQUEST_MS = 400; // target duration: long enough to be efficient, short enough for progress and stopping

/** Resolves when all rows are done or `signal` is aborted; rows start at 1. Throws if the server stays unreachable. */
export async function runBatch<Row>({
  rows,
  make,
  onMade,
  onProblem,
  signal,
  max = MAX_PACKED_ROWS,
  now = () => performance.now(),
}: BatchRun<Row>): Promise<void> {
  let next = 0;
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const lane = async () => {
    let size = 1;
    while (next < rows.length && !either.aborted) {
      const first = next;
      const some = rows.slice(first, first + size);
      next += some.length;
      const startedAt = now();
      try {
        for (const [index, result] of (await make(some, either)).entries()) {
          if ("bytes" in result) onMade(first + index + 1, result.bytes);
          else onProblem(first + index + 1, result.faults);
        }
      } catch (error) {
        if (either.aborted) return;
        failed.abort(error);
        throw error;
      }
      const fitting = Math.floor((size * REQUEST_MS) / Math.max(1, now() - startedAt));
      size = Math.max(1, Math.min(fitting, size * 2, max));
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  const broken = lanes.find((each) => each.status === "rejected");
  if (broken) throw broken.reason;
}

const ROOMY = 1024 * 1024; // of JSON per request; a row without pictures needs about a thousandth

/** How many such rows fit in a request: pictures are sent with every row. */
export function rowsThatFit(row: unknown): number {
  return Math.max(1, Math.min(MAX_PACKED_ROWS, Math.floor(ROOMY / JSON.stringify(row).length)));
}
