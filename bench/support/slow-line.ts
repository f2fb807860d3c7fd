import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line to a server with a delay and so many bytes a second for all of its connections together. */
export type SlowLine = { url: string; bytes(): number; close(): void };

const MOST_AHEAD_MS = 100; // on the line, before the server has to wait

/** Chromium's own emulation doesn't reach workers. */
export async function openSlowLine(url: string, bytesPerSecond: number, delayMs: number): Promise<SlowLine> {
  const { port, hostname: host } = new URL(url);
  const sockets = new Set<Socket>();
  let bytes = 0;
  let freeAt = 0;
  const line = createServer((near) => {
    const far = connect({ port: Number(port), host });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    near.pipe(far);
    const waiting: Buffer[] = []; // timers may be late, and their order then differs
    far.on("data", (part) => {
      bytes += part.length;
      freeAt = Math.max(performance.now(), freeAt) + (part.length / bytesPerSecond) * 1000;
      const ahead = freeAt - performance.now();
      waiting.push(part);
      setTimeout(() => near.write(waiting.shift() ?? ""), ahead + delayMs);
      if (ahead < MOST_AHEAD_MS) return;
      far.pause();
      setTimeout(() => far.resume(), ahead - MOST_AHEAD_MS);
    });
    far.on("end", () => {
      const end = () => (waiting.length > 0 ? setTimeout(end, 1) : near.end());
      end();
    });
    near.on("close", () => far.destroy());
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close: () => {
      line.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
