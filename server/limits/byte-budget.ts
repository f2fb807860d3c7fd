import { serviceUnavailable } from "../errors/errors.ts";
import { noteLimitHit } from "../metrics/limit-hits.ts";
import { createFairQueue, type QueueBounds } from "../scheduling/fair-queue.ts";

/** A budget of bytes that all clients share, with a limit for each. Requests beyond it wait; clients take turns. */
export type ByteBudget = {
  /** Not counted: too little to wait for. */
  freeBytes: number;
  /**
   * Waits until the budget allows it. Rejects with 503 when too many wait, when it took too long, or when the client has gone. A client that
   * holds nothing may take more than its share.
   */
  take(client: string, bytes: number, requester?: { signal: AbortSignal }): Promise<Hold>;
  /** Throws 503 when the budget is used up: for data that is in memory already and can be discarded. */
  takeNow(client: string, bytes: number): Hold;
  /** Counts data that is in memory already, even beyond the budget. */
  count(client: string, bytes: number): Hold;
  used(): number;
};

export type Hold = {
  /** Changes the size, even beyond the budget. */
  resize(bytes: number): void;
  /** Gives everything back; again does nothing. */
  release(): void;
};

type ByteBudgetLimits = {
  /** Its name among the reached limits. */
  name: string;
  maxBytes: number;
  maxPerClient: number;
  freeBytes: number;
  waiting: QueueBounds;
  waitMs: number;
  retrySeconds: number;
};

type Waiting = { client: string; bytes: number; begin(): void; refuse(): void };

export function createByteBudget(limits: ByteBudgetLimits): ByteBudget {
  const { name, maxBytes, maxPerClient, freeBytes } = limits;
  const held = new Map<string, number>();
  const queue = createFairQueue<Waiting>({ ...limits.waiting, onDisplaced: ({ refuse }) => refuse() });
  let used = 0;

  function add(client: string, bytes: number): void {
    used += bytes;
    const own = (held.get(client) ?? 0) + bytes;
    if (own > 0) held.set(client, own);
    else held.delete(client);
  }

  function count(client: string, bytes: number): Hold {
    let own = bytes;
    add(client, own);
    function resize(bytes: number): void {
      add(client, bytes - own);
      const isLess = bytes < own;
      own = bytes;
      if (isLess) letNextBegin();
    }
    return { resize, release: () => resize(0) };
  }

  type Asked = Pick<Waiting, "client" | "bytes">;
  const fitsShare = ({ client, bytes }: Asked) => {
    const own = held.get(client) ?? 0;
    return own === 0 || own + bytes <= maxPerClient;
  };
  const fits = (request: Asked) => used + request.bytes <= maxBytes && fitsShare(request);

  /** Skips clients that wait for their own responses to be sent, but not clients that wait for the whole budget: they would wait forever. */
  function letNextBegin(): void {
    for (;;) {
      let isFull = false;
      const next = queue.take((_client, waiting) => {
        if (isFull || !fitsShare(waiting)) return false;
        isFull = used + waiting.bytes > maxBytes;
        return !isFull;
      });
      if (!next) return;
      next.begin();
    }
  }

  function refusal() {
    noteLimitHit(name);
    return serviceUnavailable(
      `The server is busy with other large ${name}. Nothing was changed; try again in a moment.`,
      limits.retrySeconds,
    );
  }

  function wait(client: string, bytes: number, signal: AbortSignal | undefined): Promise<Hold> {
    const { promise, resolve, reject } = Promise.withResolvers<Hold>();
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
    };
    const waiting: Waiting = {
      client,
      bytes,
      begin: () => {
        stop();
        resolve(count(client, bytes));
      },
      refuse: () => {
        stop();
        reject(refusal());
      },
    };
    const leave = () => {
      queue.remove(client, waiting);
      waiting.refuse();
    };
    const timer = setTimeout(leave, limits.waitMs).unref();
    signal?.addEventListener("abort", leave, { once: true });
    if (signal?.aborted || !queue.add(client, waiting)) waiting.refuse();
    else letNextBegin();
    return promise;
  }

  return {
    freeBytes,
    count,
    take: async (client, request, requester) => {
      const bytes = Math.min(request, maxBytes);
      if (queue.size() === 0 && fits({ client, bytes })) return count(client, bytes);
      return wait(client, bytes, requester?.signal);
    },
    takeNow: (client, request) => {
      const bytes = Math.min(request, maxBytes);
      if (!fits({ client, bytes })) throw refusal();
      return count(client, bytes);
    },
    used: () => used,
  };
}
