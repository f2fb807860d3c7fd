import { createHash } from "node:crypto";
import type { Database } from "../database/connect.ts";
import { noteLimitHit } from "../metrics/limit-hits.ts";

/** At most `most` tries in a window; what happens to a counted try that turned out well. */
export type Limit = {
  /** The parts of a counter's key, such as the route, the account and the address. */
  about: string[];
  max: number;
  windowMs: number;
  /** Beyond `most` not closed but slowed: so many more are let through in each of these windows. */
  beyond?: { max: number; windowMs: number };
  /** How many attempts this counts as; a list counts as its length. By default one. */
  amount?: number;
  /** Beyond it nothing is refused: it only remembers that something was done. */
  isMark?: boolean;
  afterSuccess: "keep" | "give back" | "clear";
};

export type StoredLimits = {
  /** Counts an attempt under every limit. If one is exceeded, returns the seconds to wait, and counts nothing. */
  take(limits: Limit[], now?: number): Promise<{ retryAfter: number } | undefined>;
  /** The try turned out well. */
  settle(limits: Limit[]): Promise<void>;
  /** The try was counted and could not be made. */
  giveBack(limits: Limit[]): Promise<void>;
};

type Counter = { key: string; count: number; resets: number };

/**
 * Counters in the database, so that several nodes share them. Counted before the try, so that a burst can't slip by.
 * Read first, because most attempts of an attacker are refused and a refusal then writes nothing: each write waits for the disk, and all
 * requests wait with it. Counts are written in one statement for the same reason.
 *
 * No window ends later than its own length from now: the clock may have been set back since it began. What was counted
 * in it stays, because the clocks of two nodes differ a little.
 */
export function createStoredLimits({ db }: Pick<Database, "db">): StoredLimits {
  async function look(limits: readonly Limit[], now: number): Promise<Map<string, Counter>> {
    const keys = limits.flatMap((limit) => [limit, ...slowedOf(limit)]).map(keyOf);
    const rows = await db
      .selectFrom("auth_rate_limit")
      .selectAll()
      .where("key", "in", keys)
      .where("resets", ">", now)
      .execute();
    return new Map(rows.map((row) => [row.key, row]));
  }

  async function count(limits: readonly Limit[], now: number): Promise<Map<string, Counter>> {
    const rows = await db
      .insertInto("auth_rate_limit")
      .values(
        // Always in the same order: PostgreSQL locks each row until the statement ends.
        limits
          .map((limit) => ({ key: keyOf(limit), count: amountOf(limit), resets: now + limit.windowMs }))
          .sort((a, b) => (a.key < b.key ? -1 : 1)),
      )
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => {
          const over = eb("auth_rate_limit.resets", "<=", now);
          const latest = eb.ref("excluded.resets");
          return {
            count: eb
              .case()
              .when(over)
              .then(eb.ref("excluded.count"))
              .else(eb("auth_rate_limit.count", "+", eb.ref("excluded.count")))
              .end(),
            resets: eb
              .case()
              .when(eb.or([over, eb("auth_rate_limit.resets", ">", latest)]))
              .then(latest)
              .else(eb.ref("auth_rate_limit.resets"))
              .end(),
          };
        }),
      )
      .returningAll()
      .execute();
    return new Map(rows.map((row) => [row.key, row]));
  }

  /** One at a time: of several rows a statement would take the locks in an order of its own. */
  async function giveBack(limits: readonly Limit[]): Promise<void> {
    for (const limit of limits)
      await db
        .updateTable("auth_rate_limit")
        .set((eb) => ({ count: eb("count", "-", amountOf(limit)) }))
        .where("key", "=", keyOf(limit))
        .where("count", ">=", amountOf(limit))
        .execute();
  }

  return {
    take: async (limits, now = Date.now()) => {
      if (limits.length === 0) return undefined;
      const before = await look(limits, now);
      const wouldExceed = (limit: Limit) =>
        (before.get(keyOf(limit))?.count ?? 0) + amountOf(limit) > limit.max;
      const counted = limits.flatMap((limit) => [limit, ...(wouldExceed(limit) ? slowedOf(limit) : [])]);
      const refused = findExceeded(limits, wouldExceed);
      const ends = refused && before.get(keyOf(refused))?.resets;
      if (refused && ends !== undefined && ends <= now + refused.windowMs) {
        noteHit(refused);
        return waitUntil(ends, now);
      }

      const after = await count(counted, now);
      const isExceeded = (limit: Limit) => (after.get(keyOf(limit))?.count ?? 0) > limit.max;
      // Others were counted since: what is let through beyond the limit is counted now.
      const late = limits.filter((limit) => isExceeded(limit) && !wouldExceed(limit)).flatMap(slowedOf);
      if (late.length > 0) for (const [key, counter] of await count(late, now)) after.set(key, counter);
      const exceeded = findExceeded(limits, isExceeded);
      if (!exceeded) return undefined;
      await giveBack([...counted, ...late]);
      noteHit(exceeded);
      return waitUntil(after.get(keyOf(exceeded))?.resets ?? now, now);
    },
    settle: async (limits) => {
      for (const limit of limits) {
        if (limit.afterSuccess === "clear")
          await db.deleteFrom("auth_rate_limit").where("key", "=", keyOf(limit)).execute();
        if (limit.afterSuccess === "give back") await giveBack([limit]);
      }
    },
    giveBack,
  };
}

/** The first part names the limit; the others name its subject. */
function noteHit({ about: [name = ""], isMark }: Limit): void {
  if (!isMark) noteLimitHit(name);
}

function waitUntil(resets: number, now: number): { retryAfter: number } {
  return { retryAfter: Math.max(1, Math.ceil((resets - now) / 1000)) };
}

/** The first that leaves no try: beyond its number, and beyond what is let through more slowly where something is. */
function findExceeded(limits: readonly Limit[], isExceeded: (limit: Limit) => boolean): Limit | undefined {
  for (const limit of limits) {
    if (!isExceeded(limit)) continue;
    const [more = limit] = slowedOf(limit);
    if (isExceeded(more)) return more;
  }
  return undefined;
}

/** The counter of what is let through beyond the limit, where something is. */
function slowedOf(limit: Limit): Limit[] {
  const { beyond, ...rest } = limit;
  return beyond ? [{ ...rest, ...beyond, about: [...limit.about, "beyond"] }] : [];
}

function amountOf({ amount = 1 }: Limit): number {
  return amount;
}

/** Hashed: counters outlive requests and need not contain addresses. */
function keyOf({ about }: Limit): string {
  return createHash("sha256").update(about.join("\u0000")).digest("base64url");
}
