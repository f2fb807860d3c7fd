import { type Client, createLaneQueue, type QueueBounds } from "./fair-queue.ts";

/** Limits concurrent work. The rest waits, and clients take turns. */
type Turns<Lane extends string> = {
  /** Resolves with a function that ends the turn. Rejects when the queue is full, or with the signal's reason. */
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
