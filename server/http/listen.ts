import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Settings } from "../config/settings.ts";
import { startProblem } from "../errors/errors.ts";
import { PIPELINED_REQUESTS } from "../limits/limits.ts";
import { answerInOrder } from "./pipelining.ts";
import { closeUnreadResponses } from "./unread-responses.ts";

// Slow senders lose their connection; no ordinary client needs longer.
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000, // longer than a proxy's usual minute, so that the proxy closes first
  connectionsCheckingInterval: 2_000,
};

const LONGEST_QUEUE_MS = 2_000; // for connections the system has accepted and we have not seen yet
const LAST_REQUESTS_MS = 1_500; // for requests that kept-alive connections are about to send
const SWEEP_MS = 50;

export type Listening = { server: Server; port: number; stop(deadlineMs: number): Promise<boolean> };

export function createHttpServer(): Server {
  return createServer(TIMEOUTS);
}

export async function listen(
  server: Server,
  listener: RequestListener,
  settings: Pick<Settings, "port" | "host" | "sendTimeoutMs">,
): Promise<Listening> {
  let closing = false;
  let connections = 0;
  server.on("connection", () => connections++);
  closeUnreadResponses(server, settings.sendTimeoutMs);
  const answer = answerInOrder(server, listener, PIPELINED_REQUESTS);
  server.on("request", (incoming, outgoing) => {
    if (closing) outgoing.setHeader("connection", "close");
    answer(incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenProblem(error, settings)));
    server.listen({ port: settings.port, host: settings.host }, resolve);
  });

  /**
   * Accepted connections wait in a queue of the system; closing would reset those still in it. So the queue is emptied first, while
   * connections stay alive so that their clients don't connect again.
   */
  async function emptyQueue(): Promise<void> {
    const latest = performance.now() + LONGEST_QUEUE_MS;
    for (let quietTurns = 0; quietTurns < 3 && performance.now() < latest; ) {
      const before = connections;
      await wait(1);
      quietTurns = connections === before ? quietTurns + 1 : 0;
    }
  }

  /** Answers accepted requests, then closes. Returns whether all were answered in time. */
  async function stop(deadlineMs: number): Promise<boolean> {
    await emptyQueue();
    closing = true;
    const closed = new Promise<true>((resolve) => {
      // http's close() would cut kept-alive connections while a request may be on its way.
      NetServer.prototype.close.call(server, () => resolve(true));
    });
    const stopped = new AbortController();
    const sweeping = sweepIdle(stopped.signal);
    const late = wait(deadlineMs, false as const, { signal: stopped.signal }).catch(() => false as const);
    const inTime = await Promise.race([closed, late]);
    stopped.abort();
    await sweeping;
    server.closeAllConnections();
    return inTime;
  }

  async function sweepIdle(signal: AbortSignal): Promise<void> {
    const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined);
    await pause(LAST_REQUESTS_MS);
    while (!signal.aborted) {
      server.closeIdleConnections();
      await pause(SWEEP_MS);
    }
  }

  const { port } = server.address() as AddressInfo; // as it listens on a port, not on a socket in a folder
  return { server, port, stop };
}

function listenProblem(error: NodeJS.ErrnoException, { port, host }: Pick<Settings, "port" | "host">): Error {
  if (error.code === "EADDRINUSE")
    return startProblem(
      `Port ${port} is already in use.`,
      "Stop the program that uses it, or set PORT to another port.",
    );
  if (error.code === "EACCES")
    return startProblem(`This user may not open port ${port}.`, "Set PORT to one above 1023.");
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return startProblem(`HOST "${host}" is not an address of this machine.`, "Correct HOST or unset it.");
  return error;
}
