import { Worker } from "node:worker_threads";
import { entryPath } from "../config/program-files.ts";

type Watchdog = { stop(): Promise<void> };

/** How often the thread checks the counter within that time. */
const LOOKS = 10;

/**
 * Ends this process when its event loop has been stuck for `stuckMs`, so that its supervisor can restart it: a stuck process accepts
 * connections and answers none. A thread watches a counter that the event loop increments. The thread counts its own checks instead of
 * reading a clock, so that a machine that was asleep doesn't count as stuck.
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
