/**
 * Loaded before the server it watches. Tells its parent when the main thread has worked for too long without a look at its timers, and
 * what memory it holds when asked. Work is counted in processor time of that thread: what a busy machine makes it wait is not its fault.
 */
const LOOK_EVERY_MS = 5;
const LONGEST_MS = 100;

let ignored = true; // the start, until the first question

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

let last = usedMs();
setInterval(() => {
  const now = usedMs();
  const worked = now - last;
  last = now;
  if (worked > LONGEST_MS && !ignored) process.send?.({ stalledMs: Math.round(worked) });
}, LOOK_EVERY_MS).unref();

process.on("message", (message) => {
  if (message !== "memory") return;
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ memory: { live: heapUsed + external, rss } });
  last = usedMs();
  ignored = false;
});
process.channel?.unref();
