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
  const { promise: longAsked, resolve: noteLong } = Promise.withResolvers<void>();
  const server = createHttpServer();
  let unread = 0;
  let gone = 0;
  listening = await listen(
    server,
    ({ url }, answer) => {
      if (url === "/long") {
        noteLong();
        return void allGone.then(() => answer.end("at last"));
      }
      unread++;
      answer.end(LARGE);
    },
    { port: 0, host: "127.0.0.1", sendTimeoutMs: 500 },
  );
  const patient = await ask("/long");
  await longAsked;
  // Connections and not answers are counted: on a slow machine one may be closed before its question is read.
  server.on("connection", (socket) =>
    socket.once("close", () => {
      if (++gone === SOCKETS) finish();
    }),
  );
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => ask("/large")));
  await allGone;
  expect(unread).toBeGreaterThan(SOCKETS / 2);
  const [answer] = await once(patient.setEncoding("utf8"), "data");
  expect(answer).toContain("at last");
  for (const socket of [patient, ...sockets]) socket.destroy();
});

it("a client that reads slowly gets all of its answer", async () => {
  listening = await listen(createHttpServer(), (_request, answer) => void answer.end(LARGE), {
    port: 0,
    host: "127.0.0.1",
    sendTimeoutMs: 400,
  });
  const socket = await ask("/large");
  let received = 0;
  socket.on("data", (part: Buffer) => {
    received += part.length;
    if (received >= LARGE.length) return socket.end();
    socket.pause();
    setTimeout(() => socket.resume(), 3);
  });
  await once(socket, "close");
  expect(received).toBeGreaterThan(LARGE.length);
});

it("of requests that one client sends without waiting, the next is answered when the answer before was taken", async () => {
  let begun = 0;
  const answer = Promise.withResolvers<void>();
  listening = await listen(
    createHttpServer(),
    async ({ url }, outgoing) => {
      begun++;
      if (url === "/large") return void outgoing.end(LARGE);
      await answer.promise;
      outgoing.end(url);
    },
    { port: 0, host: "127.0.0.1", sendTimeoutMs: 5_000 },
  );
  const greedy = await ask("/large");
  greedy.pause().write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n".repeat(19));
  const patient = await ask("/1");
  patient.write("GET /2 HTTP/1.1\r\nhost: x\r\n\r\nGET /3 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  await expect.poll(() => begun).toBe(2);
  answer.resolve();
  let received = "";
  for await (const part of patient.setEncoding("utf8")) received += part;
  expect(received.match(/\/[123](?=HTTP|$)/g) ?? received).toHaveLength(3);
  expect(begun).toBe(4);
  greedy.destroy();
});
