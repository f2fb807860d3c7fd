import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { ToProcess } from "../scheduling/process-pool.ts";
import type { Query, QueryFailure } from "./readers.ts";

/**
 * A process that reads for the server: one query at a time, read-only, without any function of ours. It may be killed
 * at any moment.
 */
const [, , file = "", serverPid = ""] = process.argv;
const LOCK_WAIT_MS = 1_000; // a reader waits only while the file is being recovered or checkpointed
const database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_WAIT_MS });
database.exec("pragma temp_store = memory; pragma query_only = on");

process.on("message", ({ id, job }: ToProcess<Query>) => {
  process.send?.({ id, ...read(job) });
});
process.on("disconnect", () => process.exit());
// A signal to the whole group or service is meant for the server, which answers what it has accepted and then ends this process.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});

// While a query runs, this thread can't notice that the server is gone, so another thread checks. It gets the
// server's process id, because the server may have ended before the thread starts.
new Worker(
  `const { workerData } = require("node:worker_threads");
   setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL"); }, 1000);`,
  { eval: true, workerData: Number(serverPid) },
).unref();
process.send?.({ ready: true });

function read({ sql, parameters }: Query): { result: unknown[] } | { failure: QueryFailure } {
  try {
    return { result: database.prepare(sql).all(...(parameters as SQLInputValue[])) };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { failure: { message, errcode: errcode ?? 0 } };
  }
}
