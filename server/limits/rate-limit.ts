import { createBoundedCache } from "../kernel/bounded-cache.ts";

/** At most so many in a sliding stretch of time, for each key. Bounded: the keys used longest ago are forgotten. */
export type RateLimit = {
  /** Takes one. Gives 0 when it was free, else the seconds until it will be. */
  take(key: string, now?: number): number;
};

const MAX_KEYS = 20_000;

export function createRateLimit({ most, perMs }: { most: number; perMs: number }): RateLimit {
  const taken = createBoundedCache<number[]>({ mostEntries: MAX_KEYS });
  return {
    take: (key, now = Date.now()) => {
      const recent = (taken.get(key) ?? []).filter((moment) => moment > now - perMs);
      taken.set(key, recent);
      const oldest = recent.length >= most ? recent[recent.length - most] : undefined;
      if (oldest !== undefined) return Math.ceil((oldest + perMs - now) / 1000);
      recent.push(now);
      return 0;
    },
  };
}
