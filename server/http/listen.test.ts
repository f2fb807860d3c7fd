import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createHttpServer, type Listening, listen } from "./listen.ts";

const SOCKETS = 30;
const LARGE = Buffer.alloc(16 * 1024 * 1024); // more than the system takes over for a client that does not read

let listening: Listening;
afterEach(() => listening.stop(0));

async function ask(path: string) {
  const socket = connect(listening.port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => undefined).write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return socket;
}

it("sockets that never read are closed, and one that waits for a long answer is not", async () => {
  const { promise: allGone, resolve: finish } = Promise.withResolvers<void>();
  let unread = 0;
  let gone = 0;
  listening = await listen(
    createHttpServer(),
    ({ url }, answer) => {
      if (url === "/long") return void allGone.then(() => answer.end("at last"));
      unread++;
      answer.on("close", () => {
        if (++gone === SOCKETS) finish();
      });
      answer.end(LARGE);
    },
    { port: 0, host: "127.0.0.1", sendTimeoutMs: 200 },
  );
  const patient = await ask("/long");
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => ask("/large")));
  await allGone;
  expect(unread).toBe(SOCKETS);
  const [answer] = await once(patient.setEncoding("utf8"), "data");
  expect(answer).toContain("at last");
  for (const socket of [patient, ...sockets]) socket.destroy();
});

it("a client that reads slowly gets all of its answer", async () => {
  listening = await listen(createHttpServer(), (_request, answer) => void answer.end(LARGE), {
    port: 0,
    host: "127.0.0.1",
    sendTimeoutMs: 200,
  });
  const socket = await ask("/large");
  let received = 0;
  socket.on("data", (part: Buffer) => {
    received += part.length;
    if (received >= LARGE.length) return socket.end();
    socket.pause();
    setTimeout(() => socket.resume(), 1);
  });
  await once(socket, "close");
  expect(received).toBeGreaterThan(LARGE.length);
});
