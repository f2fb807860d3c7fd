import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Settings } from "../settings.ts";
import { startProblem } from "../start-problem.ts";

// A client that is slow to say what it wants gives up its place; nobody honest needs longer.
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000, // longer than the usual minute of a proxy, so that the proxy is the one that closes
  connectionsCheckingInterval: 2_000,
};

const LAST_REQUESTS_MS = 150; // open connections may send what they were about to send
const SWEEP_MS = 50;

export type Listening = { server: Server; port: number; stop(deadlineMs: number): Promise<boolean> };

export function createHttpServer(): Server {
  return createServer(TIMEOUTS);
}

export async function listen(
  server: Server,
  listener: RequestListener,
  settings: Settings,
): Promise<Listening> {
  let stopping = false;
  server.on("request", (incoming, outgoing) => {
    if (stopping) outgoing.setHeader("connection", "close");
    listener(incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenProblem(error, settings)));
    server.listen({ port: settings.port, host: settings.host }, resolve);
  });

  /** Answers what was accepted, then closes; says whether all of it was answered in time. */
  async function stop(deadlineMs: number): Promise<boolean> {
    stopping = true;
    const closed = new Promise<true>((resolve) => {
      // http's own close() would cut kept-alive connections in the instant a request may be on its way.
      NetServer.prototype.close.call(server, () => resolve(true));
    });
    let sweep: NodeJS.Timeout | undefined;
    const begin = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    }, LAST_REQUESTS_MS);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, deadlineMs, false);
    });
    const inTime = await Promise.race([closed, late]);
    clearTimeout(begin);
    clearInterval(sweep);
    clearTimeout(timer);
    server.closeAllConnections();
    return inTime;
  }

  return { server, port: (server.address() as AddressInfo).port, stop };
}

function listenProblem(error: NodeJS.ErrnoException, { port, host }: Settings): Error {
  if (error.code === "EADDRINUSE")
    return startProblem(`Port ${port} is already in use.`, "Stop what uses it, or set PORT to another port.");
  if (error.code === "EACCES")
    return startProblem(`Port ${port} may not be opened by this user.`, "Set PORT to one above 1023.");
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return startProblem(`HOST "${host}" is not an address of this machine.`, "Mend HOST or unset it.");
  return error;
}
