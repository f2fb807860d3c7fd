/**
 * Loaded into a server that is measured or tested (`node --import`). Tells the process that started it, whenever it asks for a
 * report, how long the event loop was held up since the last time and what the memory is made of. From the first report on it
 * also tells by itself when the main thread has worked for too long without a look at its timers.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

export type LoopReport = {
  /** The longest hold-up and the hundredth longest, in milliseconds. */
  maxMs: number;
  p99Ms: number;
  /** After a collection of garbage where the process allows it (`--expose-gc`), so that only what is held counts. */
  memory: NodeJS.MemoryUsage;
};
/** Work is counted in processor time of the main thread: what a busy machine makes it wait is not its fault. */
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
// It alone keeps no server alive.
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
