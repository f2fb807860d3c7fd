/** Templates whose sample pages could not be made, and when each is tried again. */
type FailedDrawings = {
  note(id: string, version: string, now: number): void;
  /** Whether this version waits for its next try. Other versions of the template don't. */
  isWaiting(id: string, version: string, now: number): boolean;
  /** When the next try after `since` is due. Undefined if none is. */
  nextRetry(since: number): number | undefined;
};

const MINUTE = 60_000;
/** After the last of them a template waits for its next version, or for a restart. */
const RETRY_AFTER_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE];

type Failure = { version: string; failures: number; retryAt: number };

export function createFailedDrawings(): FailedDrawings {
  const failed = new Map<string, Failure>();
  const find = (id: string, version: string) => {
    const found = failed.get(id);
    return found?.version === version ? found : undefined;
  };
  return {
    note: (id, version, now) => {
      const failures = (find(id, version)?.failures ?? 0) + 1;
      const after = RETRY_AFTER_MS[failures - 1] ?? Number.POSITIVE_INFINITY;
      failed.set(id, { version, failures, retryAt: now + after });
    },
    isWaiting: (id, version, now) => now < (find(id, version)?.retryAt ?? now),
    nextRetry: (since) => {
      const later = [...failed.values()].map(({ retryAt }) => retryAt).filter((at) => at > since);
      const soonest = Math.min(...later);
      return Number.isFinite(soonest) ? soonest : undefined;
    },
  };
}
