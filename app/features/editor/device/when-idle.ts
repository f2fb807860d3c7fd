const LATEST_MS = 1_000;
const WITHOUT_IDLE_TIME_MS = 200; // Safari

/** Runs once when the page has nothing else to do. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const idle = requestIdleCallback(work, { timeout: LATEST_MS });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(work, WITHOUT_IDLE_TIME_MS);
  return () => clearTimeout(timer);
}
