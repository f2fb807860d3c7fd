import type { Fault } from "../render-call.ts";
import type { RowResult } from "./row-render.ts";

/** Makes many, a few at a time. A row that is bad is remembered; the others don't notice. */
export type RowProblem = { row: number; label: string; words: string };
export type BatchRun<Row> = {
  rows: readonly Row[];
  make(row: Row, signal: AbortSignal): Promise<RowResult>;
  /** Takes over a finished row before the next one of its lane begins, so that no more than a few are ever held. */
  onMade(row: number, bytes: Uint8Array): void;
  onProblem(row: number, faults: Fault[]): void;
  signal: AbortSignal;
};

const LANES = 4; // enough to keep the render processes of a small machine busy, few enough to stop at once

/** Ends when all rows are done or `signal` says stop; rows are counted from 1. Throws when the server is out of reach for good. */
export async function runBatch<Row>({ rows, make, onMade, onProblem, signal }: BatchRun<Row>): Promise<void> {
  let next = 0;
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const lane = async () => {
    while (next < rows.length && !either.aborted) {
      const index = next++;
      try {
        const result = await make(rows[index] as Row, either);
        if ("bytes" in result) onMade(index + 1, result.bytes);
        else onProblem(index + 1, result.faults);
      } catch (error) {
        if (either.aborted) return;
        failed.abort(error);
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  const broken = lanes.find((each) => each.status === "rejected");
  if (broken) throw broken.reason;
}
