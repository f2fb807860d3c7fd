import type { IncomingMessage } from "node:http";
import { REQUEST_TURN } from "../limits/limits.ts";
import { addressGroup } from "../limits/rate-limit.ts";
import { createFairQueue } from "../scheduling/fair-queue.ts";
import { findClientAddress, trustList } from "./client-address.ts";

/**
 * Starts requests for some milliseconds in each turn of the event loop; the others wait, and clients take turns. Otherwise a hundred
 * requests that one client sends at once would all start in one turn, before the next step of every other client's response.
 */
type RequestTurns = { begin(clientOf: () => string, work: () => void): void };

export function createRequestTurns({ forMs, max }: typeof REQUEST_TURN): RequestTurns {
  const waiting = createFairQueue<() => void>({
    max: Number.POSITIVE_INFINITY, // each has a connection already
    maxPerClient: Number.POSITIVE_INFINITY,
    onDisplaced: () => {},
  });
  let turnBegan: number | undefined;

  function noteTurn(): number {
    if (turnBegan !== undefined) return turnBegan;
    setImmediate(endTurn);
    turnBegan = performance.now();
    return turnBegan;
  }

  /** What a request does without waiting shows in the time only after this function, so the number of requests is bounded too. */
  function endTurn(): void {
    turnBegan = undefined;
    if (waiting.size() === 0) return;
    const began = noteTurn();
    for (let started = 0; started < max && performance.now() - began < forMs; started++) waiting.take()?.();
  }

  return {
    begin: (clientOf, work) => {
      if (waiting.size() === 0 && performance.now() - noteTurn() < forMs) return work();
      noteTurn();
      waiting.add(clientOf(), work);
    },
  };
}

/** Requests whose connection is gone by their turn are dropped. */
export function createClientTurns(proxies: readonly string[]) {
  const turns = createRequestTurns(REQUEST_TURN);
  const trusted = trustList(proxies);
  return {
    begin: ({ socket, headers }: IncomingMessage, work: () => void) => {
      const clientOf = () => {
        const forwardedFor = headers["x-forwarded-for"];
        return addressGroup(findClientAddress(socket.remoteAddress ?? "", forwardedFor?.toString(), trusted));
      };
      turns.begin(clientOf, () => {
        if (!socket.destroyed) work();
      });
    },
  };
}
