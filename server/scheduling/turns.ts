import { type Client, createLaneQueue, type QueueBounds } from "./fair-queue.ts";

/** Bounds how much of some work is done at the same time. What exceeds that waits, and clients take turns. */
type Turns<Lane extends string> = {
  /** Resolves with what ends the turn. Rejects when there is no room to wait, or with the signal's reason. */
  take(waiter: { client: Client; lane: Lane; signal?: AbortSignal }): Promise<() => void>;
};

type Waiter<Lane> = PromiseWithResolvers<() => void> & { client: Client; lane: Lane };

export function createTurns<Lane extends string>({
  atOnce,
  lanes,
  refusal,
}: {
  atOnce: () => number;
  /** In the order in which they are served. */
  lanes: Record<Lane, QueueBounds>;
  refusal: () => Error;
}): Turns<Lane> {
  const queue = createLaneQueue<Lane, Waiter<Lane>>(lanes, ({ reject }) => reject(refusal()));
  const order = Object.keys(lanes) as Lane[];
  let taken = 0;

  function startNext(): void {
    while (taken < atOnce()) {
      const next = queue.take(order);
      if (!next) return;
      taken += 1;
      next.resolve(release);
    }
  }

  function release(): void {
    taken -= 1;
    startNext();
  }

  return {
    take: async ({ client, lane, signal }) => {
      signal?.throwIfAborted();
      const waiter: Waiter<Lane> = { ...Promise.withResolvers<() => void>(), client, lane };
      if (!queue.add(waiter)) throw refusal();
      const leave = () => {
        queue.remove(waiter);
        waiter.reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      startNext();
      return waiter.promise.finally(() => signal?.removeEventListener("abort", leave));
    },
  };
}
