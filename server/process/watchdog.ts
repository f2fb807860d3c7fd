import { Worker } from "node:worker_threads";
import { entryPath } from "../config/program-files.ts";

type Watchdog = { stop(): Promise<void> };

/** How often the thread looks while it waits: being late by one look does not matter. */
const LOOKS = 10;

/**
 * Ends this process when its event loop has been stuck for so long: its supervisor can start another, while a stuck one
 * accepts connections and answers none. A thread looks at a number that the event loop raises. It counts its own looks and
 * reads no clock, so that a machine which was asleep is not taken for a process that is stuck.
 */
export function startWatchdog(stuckMs: number): Watchdog {
  const everyMs = stuckMs / LOOKS;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const timer = setInterval(() => Atomics.add(beats, 0, 1), everyMs / 2).unref();
  const thread = new Worker(entryPath("server/process/watchdog-thread"), {
    workerData: { beats, everyMs, looks: LOOKS },
  });
  thread.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}
