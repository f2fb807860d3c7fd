import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import type { PIPELINED_REQUESTS } from "../limits/limits.ts";

type Line = { waiting: (() => void)[]; isPaused: boolean };

/**
 * A client may send many requests over one connection without waiting. Responses are sent in order, so each is made only when the one
 * before was sent completely: for a client that never reads, one response is made and not twenty.
 *
 * The connection is not read while several of its requests wait. A body that is still arriving can only belong to the last of them:
 * by the time its request is answered nothing waits, and the connection is read again.
 */
export function answerInOrder(
  server: Server,
  listener: RequestListener,
  { pauseAt, maxWaiting }: typeof PIPELINED_REQUESTS,
): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  let waitingInAll = 0;

  server.on("connection", (socket: Socket) => {
    // Node resumes a connection after each response, even if we paused it.
    socket.on("resume", () => {
      if (lines.get(socket)?.isPaused) socket.pause();
    });
    socket.once("close", () => {
      waitingInAll -= lines.get(socket)?.waiting.length ?? 0;
      lines.delete(socket);
    });
  });

  function wait(socket: Socket, { waiting }: Line, start: () => void): void {
    // What was read together is parsed together, which can be thousands of requests.
    if (waitingInAll >= maxWaiting && waiting.length >= pauseAt) return void socket.resetAndDestroy();
    waiting.push(start);
    waitingInAll += 1;
  }

  return (incoming, outgoing) => {
    const { socket } = incoming;
    const start = () => {
      outgoing.once("close", next);
      listener(incoming, outgoing);
    };
    const own = lines.get(socket);
    if (!own) {
      lines.set(socket, { waiting: [], isPaused: false });
      return start();
    }
    wait(socket, own, start);
    if (own.waiting.length < pauseAt || own.isPaused) return;
    own.isPaused = true;
    socket.pause();

    function next() {
      const line = lines.get(socket);
      if (!line || socket.destroyed) return; // no response for a closed connection
      const following = line.waiting.shift();
      if (following) waitingInAll -= 1;
      else lines.delete(socket);
      if (line.isPaused && line.waiting.length === 0) {
        line.isPaused = false;
        socket.resume();
      }
      following?.();
    }
  };
}
