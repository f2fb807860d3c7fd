/**
 * Loaded into a measured or tested server (`node --import`). Reports on request how long the event loop was
 * blocked since the last report, and the memory. After the first report it also reports on its own when the
 * main thread works too long without reaching its timers.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

export type LoopReport = {
  /** The longest delay and the 99th percentile, in milliseconds. */
  maxMs: number;
  p99Ms: number;
  /**
   * After a garbage collection where the process allows it (`--expose-gc`), so that only live memory counts.
   */
  memory: NodeJS.MemoryUsage;
};
/** Counts processor time of the main thread, so that a busy machine doesn't distort it. */
export type FromWatch = { report: LoopReport } | { stalledMs: number };

const RESOLUTION_MS = 5;
const LONGEST_WORK_MS = 100;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
let isWatched = false;
let worked = workedMs();

setInterval(look, RESOLUTION_MS).unref();

process.on("message", (message) => {
  if (message !== "loop report") return;
  look();
  globalThis.gc?.();
  globalThis.gc?.();
  const millisecondsOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  tell({
    report: {
      maxMs: millisecondsOf(delay.max),
      p99Ms: millisecondsOf(delay.percentile(99)),
      memory: process.memoryUsage(),
    },
  });
  delay.reset();
  worked = workedMs();
  isWatched = true;
});
// Doesn't keep a server alive on its own.
process.channel?.unref();

function look(): void {
  const before = worked;
  worked = workedMs();
  if (isWatched && worked - before > LONGEST_WORK_MS) tell({ stalledMs: Math.round(worked - before) });
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function tell(message: FromWatch): void {
  process.send?.(message);
}
