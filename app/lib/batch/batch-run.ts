import { MAX_PACKED_ROWS } from "../../../contract/rendering/row-pack.ts";
import type { Fault } from "../http/http-client.ts";
import type { RowResult } from "./row-results.ts";

/** Makes many, some at a time. A row that is bad is reported; the others don't notice. */
type BatchRun<Row> = {
  rows: readonly Row[];
  /** Gives a result for each of the rows, in their order. */
  make(rows: readonly Row[], signal: AbortSignal): Promise<RowResult[]>;
  /** Takes over a finished row before the next ones of its lane begin, so that no more than a few are ever held. */
  onMade(row: number, bytes: Uint8Array): void;
  onProblem(row: number, faults: Fault[]): void;
  signal: AbortSignal;
  /** Rows that fit into one request. */
  most?: number;
  now?: () => number;
};

const LANES = 2; // while the rows of one request travel, those of the other are being made
const REQUEST_MS = 400; // what a request should take: long enough to be worth it, short enough to see progress and to stop

/** Ends when all rows are done or `signal` says stop; rows are counted from 1. Throws when the server is out of reach for good. */
export async function runBatch<Row>({
  rows,
  make,
  onMade,
  onProblem,
  signal,
  most = MAX_PACKED_ROWS,
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
      const begun = now();
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
      const fitting = Math.floor((size * REQUEST_MS) / Math.max(1, now() - begun));
      size = Math.max(1, Math.min(fitting, size * 2, most));
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  const broken = lanes.find((each) => each.status === "rejected");
  if (broken) throw broken.reason;
}

const ROOMY = 1024 * 1024; // of JSON in one request; a row without pictures has one or two thousandths of it

/** How many rows like this one go into a request: pictures are sent along with every row. */
export function rowsThatFit(row: unknown): number {
  return Math.max(1, Math.min(MAX_PACKED_ROWS, Math.floor(ROOMY / JSON.stringify(row).length)));
}
