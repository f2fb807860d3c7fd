import type { RequestListener } from "node:http";
import { REQUEST_TURN } from "../limits/limits.ts";
import { addressGroup } from "../limits/rate-limit.ts";
import { createFairQueue } from "../scheduling/fair-queue.ts";
import { findClientAddress, trustList } from "./client-address.ts";

/**
 * Requests are begun for some milliseconds in each turn of the event loop; those that are left wait, and clients take turns. Without
 * that, whoever sends a hundred at once has them all begun in one turn, and each step of everybody else's answer comes after such a turn.
 */
type RequestTurns = { begin(clientOf: () => string, work: () => void): void };

export function createRequestTurns({ forMs, most }: typeof REQUEST_TURN): RequestTurns {
  const waiting = createFairQueue<() => void>({
    most: Number.POSITIVE_INFINITY, // each has a connection already
    mostPerClient: Number.POSITIVE_INFINITY,
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
    for (let begun = 0; begun < most && performance.now() - began < forMs; begun++) waiting.take()?.();
  }

  return {
    begin: (clientOf, work) => {
      if (waiting.size() === 0 && performance.now() - noteTurn() < forMs) return work();
      noteTurn();
      waiting.add(clientOf(), work);
    },
  };
}

export function inTurns(listener: RequestListener, proxies: readonly string[]): RequestListener {
  const turns = createRequestTurns(REQUEST_TURN);
  const trusted = trustList(proxies);
  return (incoming, outgoing) => {
    const { socket, headers } = incoming;
    const clientOf = () => {
      const forwardedFor = headers["x-forwarded-for"];
      return addressGroup(findClientAddress(socket.remoteAddress ?? "", forwardedFor?.toString(), trusted));
    };
    turns.begin(clientOf, () => {
      // Nobody waits for it any more.
      if (!socket.destroyed) listener(incoming, outgoing);
    });
  };
}
