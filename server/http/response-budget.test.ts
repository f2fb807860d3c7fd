import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, it } from "vitest";
import { createByteBudget } from "../limits/byte-budget.ts";
import { answerThrown } from "../request/error-response.ts";
import type { RequestEnv } from "../request/request.ts";
import { budgetResponses } from "./response-budget.ts";

const LARGE = 16 * 1024 * 1024; // more than the system takes over for a client that does not read
const LIMITS = {
  name: "answers",
  maxBytes: 4 * LARGE,
  maxPerClient: 2 * LARGE,
  freeBytes: 64 * 1024,
  waiting: { max: 10, maxPerClient: 10 },
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
  const made: string[] = [];
  const app = new Hono<RequestEnv>();
  app.onError(answerThrown);
  app.use(async (c, next) => {
    c.set("clientAddress", c.req.query("client") ?? "");
    await next();
  });
  app.use(budgetResponses(budget));
  app.get("/reserved", async (c) => {
    await c.get("reserve")(1.5 * LARGE);
    made.push(c.req.query("client") ?? "");
    return c.body("x".repeat(LARGE));
  });
  app.get("/unreserved", (c) => c.body("x".repeat(LARGE)));
  app.get("/rendered", (c) => c.body("x".repeat(LARGE), 200, { "content-length": String(LARGE) }));
  app.get("/small", (c) => c.body("small"));
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  close = () => void server.close();
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const askWithoutReading = (path: string) => {
    const socket = connect(port, "127.0.0.1").pause();
    socket.on("error", () => {}).write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    sockets.push(socket);
    return socket;
  };
  return { budget, made, ask, askWithoutReading };
}

it("holds a reservation until the response is sent", async () => {
  const { budget, made, ask, askWithoutReading } = await start();
  const unread = askWithoutReading("/reserved?client=a");
  await expect.poll(() => made).toEqual(["a"]);
  await expect.poll(() => budget.used()).toBeGreaterThan(LARGE);
  expect((await (await ask("/reserved?client=b")).text()).length).toBe(LARGE);
  await expect.poll(() => budget.used()).toBeLessThan(2.5 * LARGE);
  unread.destroy();
  await expect.poll(() => budget.used()).toBe(0);
});

it("delays the next response of a client that doesn't read", async () => {
  const { made, ask, askWithoutReading } = await start();
  const first = askWithoutReading("/reserved?client=a");
  await expect.poll(() => made).toEqual(["a"]);
  askWithoutReading("/reserved?client=a");
  // Others are answered meanwhile, and so are the client's own small requests.
  expect((await (await ask("/reserved?client=b")).text()).length).toBe(LARGE);
  expect(await (await ask("/small?client=a")).text()).toBe("small");
  expect(made).toEqual(["a", "b"]);
  first.destroy();
  await expect.poll(() => made).toEqual(["a", "b", "a"]);
});

it("releases reservations of disconnected clients", async () => {
  const { budget, made, askWithoutReading } = await start();
  const first = askWithoutReading("/reserved?client=a");
  await expect.poll(() => made).toEqual(["a"]);
  const second = askWithoutReading("/reserved?client=a");
  await once(second, "connect");
  second.destroy();
  first.destroy();
  await expect.poll(() => budget.used()).toBe(0);
});

it("counts unsent responses without a reservation", async () => {
  const { budget, ask, askWithoutReading } = await start();
  askWithoutReading("/unreserved?client=a");
  await expect.poll(() => budget.used()).toBeGreaterThan(LARGE);
  await (await ask("/small?client=b")).text();
});

it("answers 503 instead of a rendered file when the client's share is unread", async () => {
  const { budget, ask, askWithoutReading } = await start();
  askWithoutReading("/unreserved?client=a");
  await expect.poll(() => budget.used()).toBeGreaterThan(LARGE);
  const answer = await ask("/rendered?client=a");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect((await answer.json()).errors[0].extensions.code).toBe("SERVICE_UNAVAILABLE");
  expect((await (await ask("/rendered?client=b")).text()).length).toBe(LARGE);
});
