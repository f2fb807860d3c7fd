import { fork } from "node:child_process";
import { entryPath } from "../config/program-files.ts";
import { serviceUnavailable } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import { lowerPriority } from "../process/child-priority.ts";
import { childOfProcess } from "../scheduling/pool-child.ts";
import { createProcessPool } from "../scheduling/process-pool.ts";

export type Query = { sql: string; parameters: readonly unknown[] };
export type QueryFailure = { message: string; errcode: number };

/**
 * Processes that read the SQLite file. A query can't be interrupted and blocks its thread, but a process can
 * be killed. Started when first needed.
 */
export type Readers = {
  read(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  close(): Promise<void>;
};

type Bounds = {
  /** The number of concurrent reads. */
  processes: number;
  /** The number of reads that may wait. */
  waiting: number;
  /** From request to answer, waiting included. */
  deadlineMs: number;
};
type Types = { job: Query; result: unknown[]; failure: QueryFailure; lane: "reads"; ready: object };

const ENTRY = entryPath("server/database/reader-process");

export function createReaders(file: string, { processes, waiting, deadlineMs }: Bounds, log?: Log): Readers {
  const max = waiting + processes; // reads waiting for a process to start count, too
  const pool = createProcessPool<Types>({
    name: "reader process",
    log,
    processes,
    lanes: { reads: { max, maxPerClient: max } },
    start: () => startReader(file),
    deadlineMs,
    isWaitingCounted: true,
    errors: {
      full: () => serviceUnavailable("Too many long reads are waiting."),
      unavailable: (detail) => serviceUnavailable(`Long reads can't be answered at this moment: ${detail}`),
      cancelled: () => serviceUnavailable("The read was cancelled."),
      timedOut: () =>
        serviceUnavailable(
          `The read was not done after ${deadlineMs} ms and was ended. Ask for less: fewer conditions, a smaller offset, one field to sort by.`,
        ),
      exited: () => serviceUnavailable("The process that read this ended. It can be asked again."),
      failed: (failure) => Object.assign(new Error(failure.message), failure),
    },
  });
  return {
    read: (sql, parameters) => pool.submit({ sql, parameters }, { lane: "reads" }),
    close: pool.close,
  };
}

function startReader(file: string) {
  const child = fork(ENTRY, [file, String(process.pid)], {
    env: {},
    execArgv: ["--max-old-space-size=256", "--no-warnings"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // In the server's session it would share the server's processor time where Linux schedules by session:
    // three times that of the process that renders for a person.
    detached: true,
  });
  void lowerPriority(child, { hasOwnSession: true });
  // The server may end without waiting for a reader, which then ends by itself.
  child.unref();
  child.channel?.unref();
  return childOfProcess(child);
}
