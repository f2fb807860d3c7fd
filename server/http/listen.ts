import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { startProblem } from "../kernel/errors.ts";
import type { Settings } from "../kernel/settings.ts";

// A client that is slow to say what it wants gives up its place; nobody honest needs longer.
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
  closeUnreadAnswers(server, settings.sendTimeoutMs);
  const answerInTurn = oneAtATime(listener);
  server.on("request", (incoming, outgoing) => {
    if (closing) outgoing.setHeader("connection", "close");
    answerInTurn(incoming, outgoing);
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
    const patience = new AbortController();
    const sweeping = sweepIdle(patience.signal);
    const late = wait(deadlineMs, false as const, { signal: patience.signal }).catch(() => false as const);
    const inTime = await Promise.race([closed, late]);
    patience.abort();
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

/**
 * A client may send many requests over one connection without waiting. Their answers leave one after the other, so the next is made
 * only when the one before was handed over whole: whoever never reads has one answer made, and not twenty.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const own = waiting.get(socket);
    const begin = () => {
      outgoing.once("close", next);
      listener(incoming, outgoing);
    };
    if (own) return void own.push(begin);
    waiting.set(socket, []);
    begin();

    function next() {
      const following = waiting.get(socket)?.shift();
      // Of a connection that is gone nothing is made any more.
      if (following && !socket.destroyed) following();
      else waiting.delete(socket);
    }
  };
}

/**
 * An answer of which its client takes nothing would be held for ever. Node tells of each connection on which nothing has moved
 * for so long; those whose answer is still being made are left alone.
 */
function closeUnreadAnswers(server: Server, patienceMs: number): void {
  const answersUnderWay = new WeakMap<Socket, number>();
  const count = (socket: Socket, more: number) =>
    answersUnderWay.set(socket, (answersUnderWay.get(socket) ?? 0) + more);
  server.on("request", ({ socket }, outgoing) => {
    count(socket, 1);
    outgoing.once("close", () => count(socket, -1));
  });
  server.setTimeout(patienceMs, (socket) => {
    const isOurTurn = answersUnderWay.get(socket) && socket.writableLength === 0;
    // Not just closed: the system would go on offering what it has taken over already.
    if (!isOurTurn) socket.resetAndDestroy();
  });
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
