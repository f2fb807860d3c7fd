import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { createHttpServer, type Listening, listen } from "./listen.ts";
import { answerInOrder } from "./pipelining.ts";

const SOCKETS = 30;
const LARGE = Buffer.alloc(16 * 1024 * 1024); // more than the system takes over for a client that does not read

let listening: Listening;
afterEach(async () => {
  vi.useRealTimers();
  await listening.stop(0);
});

async function ask(path: string) {
  const socket = connect(listening.port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => undefined).write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return socket;
}

it("closes sockets that never read, but not waiting ones", async () => {
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

it("sends slow clients their whole response", async () => {
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

it("answers pipelined requests as responses are read", async () => {
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

it("stops reading a connection that sends 300,000 requests ahead", async () => {
  const server = createHttpServer();
  let parsed = 0;
  server.on("request", () => parsed++);
  listening = await listen(server, ({ url }, answer) => void (url === "/never" || answer.end(url)), {
    port: 0,
    host: "127.0.0.1",
    sendTimeoutMs: 60_000,
  });
  const greedy = await ask("/never");
  greedy.write("GET /health HTTP/1.1\r\nhost: x\r\n\r\n".repeat(300_000));
  // Each answer takes turns of the event loop, in each of which the server could read more.
  const other = await ask("/other");
  for (let turn = 0; turn < 100; turn++) {
    await once(other, "data");
    other.write("GET /other HTTP/1.1\r\nhost: x\r\n\r\n");
  }
  expect(parsed - 101).toBeLessThan(5_000);
  greedy.destroy();
  other.destroy();
});

it("answers everything a client sends ahead, in order, with bodies in between", async () => {
  const COUNT = 6_000;
  const BODY = "x".repeat(200_000);
  listening = await listen(
    createHttpServer(),
    async (incoming, outgoing) => {
      let length = 0;
      for await (const part of incoming) length += part.length;
      outgoing.end(`${incoming.url}:${length};`);
    },
    { port: 0, host: "127.0.0.1", sendTimeoutMs: 60_000 },
  );
  const requestOf = (number: number) =>
    number % 500 === 7
      ? `POST /${number} HTTP/1.1\r\nhost: x\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`
      : `GET /${number} HTTP/1.1\r\nhost: x\r\n${number === COUNT - 1 ? "connection: close\r\n" : ""}\r\n`;
  const socket = connect(listening.port, "127.0.0.1");
  for (let number = 0; number < COUNT; number++) socket.write(requestOf(number));
  let received = "";
  for await (const part of socket.setEncoding("utf8")) received += part;
  const answers = [...received.matchAll(/\/(\d+):(\d+);/g)].map(
    ([, number, length]) => `${number} ${length}`,
  );
  expect(answers).toEqual(
    Array.from({ length: COUNT }, (_, number) => `${number} ${number % 500 === 7 ? BODY.length : 0}`),
  );
});

it("closes connections with many requests waiting when too many wait in all", async () => {
  const server = createHttpServer();
  const begun: string[] = [];
  const limits = { pauseAt: 2, maxWaiting: 10 };
  server.on(
    "request",
    answerInOrder(server, ({ url = "" }) => void begun.push(url), limits),
  );
  listening = await listen(server, () => {}, { port: 0, host: "127.0.0.1", sendTimeoutMs: 60_000 });
  const modest = await ask("/modest");
  const greedy = await ask("/greedy");
  const closed = new Promise((resolve) => greedy.once("close", resolve));
  greedy.write("GET /more HTTP/1.1\r\nhost: x\r\n\r\n".repeat(40));
  await closed;
  expect(modest.destroyed).toBe(false);
  expect(begun.sort()).toEqual(["/greedy", "/modest"]);
  modest.destroy();
});

it("closes a connection as soon as its client has taken nothing for the timeout, though it took some before", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const server = createHttpServer();
  const accepted = once(server, "connection");
  listening = await listen(server, (_request, answer) => void answer.end(LARGE), {
    port: 0,
    host: "127.0.0.1",
    sendTimeoutMs: 20_000,
  });
  const client = await ask("/large");
  const [socket] = await accepted;
  const queued = () => socket._handle.writeQueueSize;
  await expect.poll(queued).toBeGreaterThan(0);
  vi.advanceTimersByTime(15_000);
  // The client takes some of it late, and then nothing any more.
  const before = queued();
  let received = 0;
  client.on("data", (part: Buffer) => {
    received += part.length;
    if (received > before / 4) client.pause();
  });
  await expect.poll(queued).toBeLessThan(before);
  const seen: number[] = [];
  const isSteady = () => seen.push(queued()) > 8 && new Set(seen.slice(-8)).size === 1;
  await expect.poll(isSteady, { interval: 50, timeout: 10_000 }).toBe(true);
  vi.advanceTimersByTime(19_000);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(3_000);
  expect(socket.destroyed).toBe(true);
  client.destroy();
});
