import type { ApiError } from "../kernel/errors.ts";
import { createFairQueue, type FairQueue } from "../limits/fair-queue.ts";

/** Who waits: an address or a person, and whether the account knows them: by a session, or by a browser that has signed in before. */
type Waiter = { client: string; isKnown: boolean };

/**
 * Hashing a password is work on purpose, and anybody may ask for it. So only some hashes are made at a time, clients take turns,
 * and whoever the account knows goes first: guesses from hundreds of networks keep an owner waiting for one of them.
 */
type PasswordTurns = {
  /** With no room to wait, `onRefused` comes first and the work is not begun. */
  run<T>(waiter: Waiter, work: () => Promise<T>, onRefused: () => Promise<void>): Promise<T>;
};

type Bounds = { atOnce: number; most: number; mostPerClient: number };

export function createPasswordTurns({ atOnce, ...bounds }: Bounds, refusal: () => ApiError): PasswordTurns {
  type Turn = PromiseWithResolvers<void>;
  const createLine = (): FairQueue<Turn> =>
    createFairQueue({ ...bounds, onDisplaced: (turn) => turn.reject(refusal()) });
  const lines = { known: createLine(), others: createLine() };
  let running = 0;

  async function take({ client, isKnown }: Waiter): Promise<void> {
    const turn: Turn = Promise.withResolvers();
    if (!lines[isKnown ? "known" : "others"].add(client, turn)) throw refusal();
    letNextBegin();
    await turn.promise;
  }

  function letNextBegin(): void {
    if (running >= atOnce) return;
    const next = lines.known.take() ?? lines.others.take();
    if (!next) return;
    running += 1;
    next.resolve();
  }

  return {
    run: async (waiter, work, onRefused) => {
      await take(waiter).catch(async (error) => {
        await onRefused();
        throw error;
      });
      try {
        return await work();
      } finally {
        running -= 1;
        letNextBegin();
      }
    },
  };
}
