/**
 * How often each limit was what somebody ran into. Kept for the process and not handed through: limits are made in a dozen places, and
 * only a refusal costs anything.
 */
const hits = new Map<string, number>();

/** `name` is one of ours and never a client's words: each makes a line that stays. */
export function noteLimitHit(name: string): void {
  hits.set(name, (hits.get(name) ?? 0) + 1);
}

export function limitHits(): [count: number, name: string][] {
  return [...hits].map(([name, count]) => [count, name]);
}
