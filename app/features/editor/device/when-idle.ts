const AFTER_MS = 1_000;

/** Runs once when the page has been quiet for a moment. */
export function whenIdle(work: () => void): () => void {
  let idle = 0;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === "function") idle = requestIdleCallback(work, { timeout: AFTER_MS });
    else work(); // Safari
  }, AFTER_MS);
  return () => {
    clearTimeout(timer);
    if (idle) cancelIdleCallback(idle);
  };
}
