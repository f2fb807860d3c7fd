import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How often in the timeout it is looked whether clients took more of their answers. */
const LOOKS = 20;

type Progress = { answers: number; taken: number; looksWithoutProgress: number };

/**
 * Closes connections whose client has taken nothing of its answer for `timeoutMs`. Node's own timeout of a socket can't do it: it
 * begins again with whatever arrives, and once more when anything was taken since it began. Connections whose answer is still being
 * made are left alone.
 */
export function closeUnreadAnswers(server: Server, timeoutMs: number): void {
  const underWay = new Map<Socket, Progress>();

  server.on("request", ({ socket }, outgoing) => {
    const progress = underWay.get(socket) ?? { answers: 0, taken: -1, looksWithoutProgress: 0 };
    progress.answers += 1;
    underWay.set(socket, progress);
    outgoing.once("close", () => {
      progress.answers -= 1;
      if (progress.answers === 0) underWay.delete(socket);
    });
  });
  server.on("connection", (socket: Socket) => socket.once("close", () => underWay.delete(socket)));

  const looking = setInterval(() => {
    for (const [socket, progress] of underWay) {
      const taken = socket.bytesWritten - queuedBytes(socket);
      const isOurTurn = socket.writableLength === 0;
      // Counted and not timed: while this process is busy, nobody can take anything.
      const isStill = !isOurTurn && taken === progress.taken;
      progress.taken = taken;
      progress.looksWithoutProgress = isStill ? progress.looksWithoutProgress + 1 : 0;
      // Not just closed: the system would go on offering what it has taken over already.
      if (progress.looksWithoutProgress >= LOOKS) socket.resetAndDestroy();
    }
  }, timeoutMs / LOOKS).unref();
  server.once("close", () => clearInterval(looking));
  // A kept connection on which nothing was asked for in time.
  server.on("timeout", (socket: Socket) => socket.resetAndDestroy());
}

/** What of a write the system has not taken yet. Node tells only of whole writes, and a large answer is one. */
function queuedBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? socket.writableLength;
}
