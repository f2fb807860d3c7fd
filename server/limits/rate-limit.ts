import { isIPv6 } from "node:net";
import { createBoundedCache } from "../cache/bounded-cache.ts";
import { noteLimitHit } from "../metrics/limit-hits.ts";
import { RATE_LIMIT_CLIENTS } from "./limits.ts";

/** At most so many in a sliding stretch of time, for each key, counted in this process. Bounded: the keys used longest ago are forgotten. */
export type RateLimit = {
  /** Takes `count`, or none. Returns 0 if they were free, else the seconds until they are. `now` is a monotonic time. */
  take(key: string, now?: number, count?: number): number;
};

export function createRateLimit({
  name,
  max,
  perMs,
}: {
  name?: string;
  max: number;
  perMs: number;
}): RateLimit {
  const taken = createBoundedCache<number[]>({ maxEntries: RATE_LIMIT_CLIENTS });
  return {
    take: (key, now = performance.now(), count = 1) => {
      const recent = (taken.get(key) ?? []).filter((moment) => moment > now - perMs);
      taken.set(key, recent);
      const tooMany = recent.length + Math.min(count, max) - max;
      const inTheWay = recent[tooMany - 1];
      if (inTheWay !== undefined) {
        if (name) noteLimitHit(name);
        return Math.ceil((inTheWay + perMs - now) / 1000);
      }
      for (let each = 0; each < count; each++) recent.push(now);
      return 0;
    },
  };
}

/** What counts as one address: a whole /64 with IPv6, because one household or one attacker has all of it. */
export function addressGroup(address: string): string {
  const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.replace(/%.*/, "").split("::");
  const groups = head.split(":").filter(Boolean);
  const behind = tail?.split(":").filter(Boolean) ?? [];
  if (tail !== undefined) while (groups.length + behind.length < 8) groups.push("0");
  return [...groups, ...behind]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":");
}
