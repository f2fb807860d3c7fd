import type { ApiError } from "../errors/errors.ts";
import type { QueueBounds } from "../scheduling/fair-queue.ts";
import { createTurns } from "../scheduling/turns.ts";

/** Who waits: an address or a person, and whether the account knows them, by a session or by a browser that has signed in before. */
type Waiter = { client: string; isKnown: boolean };

/**
 * Hashing a password is work on purpose, and anyone may ask for it. So only some hashes are made at a time, clients take turns, and
 * people whom the account knows go first: guesses from hundreds of networks make an owner wait for one of them.
 */
type PasswordTurns = {
  /** When there is no room to wait, `onRefused` runs first and the work is not started. */
  run<T>(waiter: Waiter, work: () => Promise<T>, onRefused: () => Promise<void>): Promise<T>;
};

type Bounds = QueueBounds & { atOnce: number };

export function createPasswordTurns({ atOnce, ...bounds }: Bounds, refusal: () => ApiError): PasswordTurns {
  const turns = createTurns({ atOnce: () => atOnce, lanes: { known: bounds, others: bounds }, refusal });

  return {
    run: async ({ client, isKnown }, work, onRefused) => {
      const waiting = turns.take({ client, lane: isKnown ? "known" : "others" });
      const endTurn = await waiting.catch(async (error) => {
        await onRefused();
        throw error;
      });
      try {
        return await work();
      } finally {
        endTurn();
      }
    },
  };
}
