/**
 * Loaded into a server that is measured (`node --import`): tells, whenever it is asked over the channel to the process that
 * started it, how long the event loop was held up since the last time, and what the memory is made of.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

export type LoopReport = {
  /** The longest hold-up and the hundredth longest, in milliseconds. */
  maxMs: number;
  p99Ms: number;
  memory: NodeJS.MemoryUsage;
};

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

process.on("message", (message) => {
  if (message !== "loop report") return;
  // A collection first where the process allows it (--expose-gc), so that only what is held counts.
  globalThis.gc?.();
  const millisecondsOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const report: LoopReport = {
    maxMs: millisecondsOf(delay.max),
    p99Ms: millisecondsOf(delay.percentile(99)),
    memory: process.memoryUsage(),
  };
  delay.reset();
  process.send?.(report);
});
// It alone keeps no server alive.
process.channel?.unref();
