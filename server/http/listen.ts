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
  keepAliveTimeout: 65_000, // longer than the usual minute of a proxy, so that the proxy is the one that closes
  connectionsCheckingInterval: 2_000,
};

const LONGEST_QUEUE_MS = 2_000; // for connections the system has accepted and we have not seen yet
const LAST_REQUESTS_MS = 1_500; // for what a kept-alive connection was about to send, also from a busy machine
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
   * Connections wait in a queue of the system's and are handed over one a turn; closing would reset those still in it.
   * So the queue is emptied first, and connections stay alive meanwhile, lest their clients queue up again.
   */
  async function emptyQueue(): Promise<void> {
    const latest = performance.now() + LONGEST_QUEUE_MS;
    for (let quietTurns = 0; quietTurns < 3 && performance.now() < latest; ) {
      const before = connections;
      await wait(1);
      quietTurns = connections === before ? quietTurns + 1 : 0;
    }
  }

  /** Answers what was accepted, then closes; says whether all of it was answered in time. */
  async function stop(deadlineMs: number): Promise<boolean> {
    await emptyQueue();
    closing = true;
    const closed = new Promise<true>((resolve) => {
      // http's own close() would cut kept-alive connections in the instant a request may be on its way.
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
    return startProblem(`Port ${port} is already in use.`, "Stop what uses it, or set PORT to another port.");
  if (error.code === "EACCES")
    return startProblem(`Port ${port} may not be opened by this user.`, "Set PORT to one above 1023.");
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return startProblem(`HOST "${host}" is not an address of this machine.`, "Mend HOST or unset it.");
  return error;
}
