import { createBoundedCache } from "../cache/bounded-cache.ts";
import { RATE_LIMIT_CLIENTS, RENDER_PACE } from "../limits/limits.ts";
import type { Client } from "../scheduling/fair-queue.ts";

/** How long the renders of each client take, which decides how many processes it gets, and when. */
type ClientPace = {
  /** Records a render. Returns whether the client is slow because of it. */
  note(client: Client, tookMs: number, now: number): boolean;
  /** A recent render took long. */
  isSlow(client: Client, now: number): boolean;
  /** Its last render was quick. */
  isKnown(client: Client): boolean;
  /** Enough of its last renders were quick to expect the same of the next. */
  isQuick(client: Client): boolean;
};

type Pace = { quick: number; slowUntil: number };

/** The server itself counts as one client. */
const keyOf = (client: Client) => client ?? "";

export function createClientPace(): ClientPace {
  const paces = createBoundedCache<Pace>({ maxEntries: RATE_LIMIT_CLIENTS });

  return {
    note: (client, tookMs, now) => {
      const { quick, slowUntil } = paces.get(keyOf(client)) ?? { quick: 0, slowUntil: 0 };
      const isSlow = tookMs >= RENDER_PACE.slowMs;
      const until = isSlow ? Math.max(slowUntil, now + tookMs * RENDER_PACE.behindTimes) : slowUntil;
      paces.set(keyOf(client), { quick: isSlow ? 0 : quick + 1, slowUntil: until });
      return isSlow;
    },
    isSlow: (client, now) => now < (paces.get(keyOf(client))?.slowUntil ?? 0),
    isKnown: (client) => (paces.get(keyOf(client))?.quick ?? 0) > 0,
    isQuick: (client) => (paces.get(keyOf(client))?.quick ?? 0) >= RENDER_PACE.provenBy,
  };
}
