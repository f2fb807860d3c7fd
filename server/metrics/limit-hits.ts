/**
 * How often each limit refused a request. A count of the process, not an argument: limits are created in a dozen places, and only a
 * refusal costs anything.
 */
const hits = new Map<string, number>();

/** `name` is one of ours and never a client's text: each adds a series that stays. */
export function noteLimitHit(name: string): void {
  hits.set(name, (hits.get(name) ?? 0) + 1);
}

export function limitHits(): [count: number, name: string][] {
  return [...hits].map(([name, count]) => [count, name]);
}
