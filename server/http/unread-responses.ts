import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How often per timeout we check whether clients have read more of their responses. */
const CHECKS = 20;

type Progress = { responses: number; taken: number; checksWithoutProgress: number };

/**
 * Closes connections whose client has read nothing of its response for `timeoutMs`. Node's own socket timeout can't do it: it starts
 * again whenever something arrives, and once more when anything was read since it started. Connections whose response is still being
 * made stay open.
 */
export function closeUnreadResponses(server: Server, timeoutMs: number): void {
  const sending = new Map<Socket, Progress>();

  server.on("request", ({ socket }, outgoing) => {
    const progress = sending.get(socket) ?? { responses: 0, taken: -1, checksWithoutProgress: 0 };
    progress.responses += 1;
    sending.set(socket, progress);
    outgoing.once("close", () => {
      progress.responses -= 1;
      if (progress.responses === 0) sending.delete(socket);
    });
  });
  server.on("connection", (socket: Socket) => socket.once("close", () => sending.delete(socket)));

  const checking = setInterval(() => {
    for (const [socket, progress] of sending) {
      const taken = socket.bytesWritten - queuedBytes(socket);
      const isOurTurn = socket.writableLength === 0;
      // Counted and not timed: while this process is busy, no client can read anything.
      const isStill = !isOurTurn && taken === progress.taken;
      progress.taken = taken;
      progress.checksWithoutProgress = isStill ? progress.checksWithoutProgress + 1 : 0;
      // Reset, not closed: the system would go on sending what it has buffered.
      if (progress.checksWithoutProgress >= CHECKS) socket.resetAndDestroy();
    }
  }, timeoutMs / CHECKS).unref();
  server.once("close", () => clearInterval(checking));
  // A kept-alive connection that sent no request in time.
  server.on("timeout", (socket: Socket) => socket.resetAndDestroy());
}

/** The bytes of a write that the system has not taken yet. Node counts only whole writes, and a large response is one. */
function queuedBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? socket.writableLength;
}
