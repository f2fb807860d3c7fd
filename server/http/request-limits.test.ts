import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, it } from "vitest";
import { createByteBudget } from "../limits/byte-budget.ts";
import type { RequestEnv } from "../request/request.ts";
import { limitBodies } from "./request-limits.ts";

const BODY = 1024 * 1024; // the longest that this path takes
const LIMITS = {
  name: "bodies",
  maxBytes: 3 * BODY,
  maxPerClient: 2 * BODY,
  freeBytes: 64 * 1024,
  waiting: { max: 2, maxPerClient: 2 },
  waitMs: 60_000,
  retrySeconds: 5,
};

const sockets: Socket[] = [];
let close = () => {};
const { Request, Response } = globalThis;
afterEach(() => {
  // The listener replaces them by lighter ones; other files of this worker don't expect that.
  Object.assign(globalThis, { Request, Response });
  for (const socket of sockets.splice(0)) socket.destroy();
  close();
});

async function start() {
  const budget = createByteBudget(LIMITS);
  const app = new Hono<RequestEnv>();
  app.use(async (c, next) => {
    c.set("clientAddress", c.req.query("client") ?? "");
    await next();
  });
  app.onError((_error, c) => c.text("broken off", 400));
  app.use(limitBodies([], budget));
  app.post("/", async (c) => c.text(String((await c.req.text()).length)));
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  const accepted: Socket[] = [];
  server.on("connection", (socket) => accepted.push(socket));
  await once(server, "listening");
  close = () => void server.close();
  const { port } = server.address() as AddressInfo;
  async function send(client: string, headers: string, body: Buffer | string = "") {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    let answer = "";
    socket
      .on("error", () => {})
      .on("data", (part) => {
        answer += part;
      });
    await once(socket, "connect");
    socket.write(`POST /?client=${client} HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n`);
    socket.write(body);
    return { socket, answer: () => answer };
  }
  return { budget, accepted, send };
}

const declared = `content-length: ${BODY}`;
const max = Buffer.alloc(BODY - 1, "x");
const chunk = (bytes: Buffer) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;

it("limits the bodies being read per client", async () => {
  const { budget, accepted, send } = await start();
  const held = [await send("a", declared, max), await send("a", declared, max)];
  await expect.poll(() => budget.used()).toBe(2 * BODY);
  const waiting = await send("a", declared, max);
  const honest = await send("b", declared, max);
  await expect.poll(() => budget.used()).toBe(3 * BODY);
  honest.socket.write("x");
  await expect.poll(honest.answer).toContain(`\r\n\r\n${BODY}`);
  // What waits is not read: no more of it than Node reads ahead.
  await expect.poll(() => accepted[2]?.isPaused()).toBe(true);
  expect(accepted[2]?.bytesRead).toBeLessThan(BODY / 2);
  held[0]?.socket.write("x");
  await expect.poll(() => held[0]?.answer()).toContain(`\r\n\r\n${BODY}`);
  waiting.socket.write("x");
  await expect.poll(waiting.answer).toContain(`\r\n\r\n${BODY}`);
  held[1]?.socket.destroy();
  await expect.poll(() => budget.used()).toBe(0);
});

it("answers 503 when too many wait but accepts small bodies", async () => {
  const { budget, send } = await start();
  for (let count = 0; count < 4; count++) await send("a", declared, max);
  await expect.poll(() => budget.used()).toBe(2 * BODY);
  const refused = await send("a", declared, max);
  await expect.poll(refused.answer).toMatch(/^HTTP\/1.1 503 .*retry-after: 5/is);
  expect(refused.answer()).toMatch(/connection: close/i);
  const small = await send("a", "content-length: 5", "small");
  await expect.poll(small.answer).toContain("\r\n\r\n5");
});

it("counts a body of unknown length as it grows", async () => {
  const { budget, send } = await start();
  const growing = await send("a", "transfer-encoding: chunked", chunk(Buffer.alloc(1_000, "x")));
  growing.socket.write(chunk(Buffer.alloc(BODY / 2, "x")));
  await expect.poll(() => budget.used()).toBe(BODY / 2);
  growing.socket.write(`${chunk(Buffer.alloc(BODY / 4, "x"))}0\r\n\r\n`);
  await expect.poll(growing.answer).toContain(`\r\n\r\n${1_000 + (BODY * 3) / 4}`);
  await expect.poll(() => budget.used()).toBe(0);
  const long = await send("a", "transfer-encoding: chunked", chunk(Buffer.alloc(BODY + 1, "x")));
  await expect.poll(long.answer).toMatch(/^HTTP\/1.1 413/);
  await expect.poll(() => budget.used()).toBe(0);
});
