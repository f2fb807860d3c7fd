import { createHash } from "node:crypto";
import type { Database } from "../database/connect.ts";

/** At most `most` tries in a window; what happens to a counted try that turned out well. */
export type Limit = {
  /** Everything that tells one counter from another, such as the route, the account and the address. */
  about: string[];
  most: number;
  windowMs: number;
  /** Beyond `most` not closed but slowed: so many more are let through in each of these windows. */
  beyond?: { most: number; windowMs: number };
  /** How many tries this one counts as; a list counts as its length. One unless said. */
  amount?: number;
  afterSuccess: "keep" | "give back" | "clear";
};

export type StoredLimits = {
  /** Counts a try under every limit. The first that is exceeded says for how many seconds to wait. */
  take(limits: Limit[], now?: number): Promise<{ retryAfter: number } | undefined>;
  /** The try turned out well. */
  settle(limits: Limit[]): Promise<void>;
};

/**
 * Counters in the database, so that several nodes share them. Counted before the try, so that a burst can't slip by.
 * No window ends later than its own length from now: the clock may have been set back since it began. What was counted
 * in it stays, because the clocks of two nodes differ a little.
 */
export function createStoredLimits({ db }: Pick<Database, "db">): StoredLimits {
  async function count(limit: Limit, now: number) {
    return db
      .insertInto("auth_rate_limit")
      .values({ key: keyOf(limit), count: amountOf(limit), resets: now + limit.windowMs })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => {
          const over = eb("auth_rate_limit.resets", "<=", now);
          return {
            count: eb
              .case()
              .when(over)
              .then(amountOf(limit))
              .else(eb("auth_rate_limit.count", "+", amountOf(limit)))
              .end(),
            resets: eb
              .case()
              .when(eb.or([over, eb("auth_rate_limit.resets", ">", now + limit.windowMs)]))
              .then(now + limit.windowMs)
              .else(eb.ref("auth_rate_limit.resets"))
              .end(),
          };
        }),
      )
      .returning(["count", "resets"])
      .executeTakeFirstOrThrow();
  }

  async function giveBack(limit: Limit): Promise<void> {
    const amount = amountOf(limit);
    await db
      .updateTable("auth_rate_limit")
      .set((eb) => ({ count: eb("count", "-", amount) }))
      .where("key", "=", keyOf(limit))
      .where("count", ">=", amount)
      .execute();
  }

  return {
    take: async (limits, now = Date.now()) => {
      for (const limit of limits) {
        let { count: tries, resets } = await count(limit, now);
        if (tries <= limit.most) continue;
        if (limit.beyond) {
          ({ count: tries, resets } = await count(slowed(limit, limit.beyond), now));
          if (tries <= limit.beyond.most) continue;
        }
        // A list is refused as a whole; counted, it would close the way to what its sender may still do.
        if (amountOf(limit) > 1) await giveBack(limit);
        return { retryAfter: Math.max(1, Math.ceil((resets - now) / 1000)) };
      }
      return undefined;
    },
    settle: async (limits) => {
      for (const limit of limits) {
        if (limit.afterSuccess === "clear")
          await db.deleteFrom("auth_rate_limit").where("key", "=", keyOf(limit)).execute();
        if (limit.afterSuccess === "give back") await giveBack(limit);
      }
    },
  };
}

function slowed(limit: Limit, beyond: { most: number; windowMs: number }): Limit {
  return { ...limit, ...beyond, about: [...limit.about, "beyond"] };
}

function amountOf({ amount = 1 }: Limit): number {
  return amount;
}

/** Hashed: counters outlive requests and need not hold anybody's address. */
function keyOf({ about }: Limit): string {
  return createHash("sha256").update(about.join("\u0000")).digest("base64url");
}
