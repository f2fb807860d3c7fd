import { afterEach, expect, it, vi } from "vitest";
import { createByteBudget } from "./byte-budget.ts";

afterEach(() => vi.useRealTimers());

const aBudget = () =>
  createByteBudget({
    name: "answers",
    maxBytes: 100,
    maxPerClient: 60,
    freeBytes: 0,
    waiting: { max: 4, maxPerClient: 3 },
    waitMs: 1_000,
    retrySeconds: 5,
  });

/** Notes in which order holds are given. */
function aBudgetWithOrder() {
  const budget = aBudget();
  const order: string[] = [];
  const take = (client: string, bytes: number, name = client) =>
    budget.take(client, bytes).then((hold) => {
      order.push(name);
      return hold;
    });
  return { budget, order, take };
}

const turn = () => new Promise(setImmediate);

it("limits a client to its share", async () => {
  const { budget, order, take } = aBudgetWithOrder();
  const first = await take("a", 60, "a1");
  const second = take("a", 30, "a2");
  await take("b", 40);
  await turn();
  expect(order).toEqual(["a1", "b"]);
  first.release();
  (await second).release();
  expect(budget.used()).toBe(40);
});

it("limits all clients together and lets them take turns", async () => {
  const { budget, order, take } = aBudgetWithOrder();
  const first = await take("a", 60, "a1");
  const second = await take("b", 40, "b1");
  const waiting = [take("c", 30, "c1"), take("c", 30, "c2"), take("d", 40, "d1")];
  await turn();
  expect(order).toEqual(["a1", "b1"]);
  first.release();
  await turn();
  expect(order).toEqual(["a1", "b1", "c1"]);
  second.release();
  for (const each of waiting) (await each).release();
  expect(order).toEqual(["a1", "b1", "c1", "d1", "c2"]);
  expect(budget.used()).toBe(0);
});

it("serves waiting clients in order", async () => {
  const { order, take } = aBudgetWithOrder();
  const first = await take("a", 50, "a");
  const large = take("b", 60, "large");
  const small = take("c", 5, "small");
  await turn();
  expect(order).toEqual(["a"]);
  first.release();
  await Promise.all([large, small]);
  expect(order).toEqual(["a", "large", "small"]);
});

it("gives an idle client more than its share if needed", async () => {
  const budget = aBudget();
  const hold = await budget.take("a", 1_000);
  expect(budget.used()).toBe(100);
  hold.resize(10);
  hold.release();
  hold.release();
  expect(budget.used()).toBe(0);
});

it("rejects with 503 and Retry-After when too many wait", async () => {
  const budget = aBudget();
  await budget.take("a", 60);
  for (let count = 0; count < 3; count++) budget.take("a", 60).catch(() => {});
  await expect(budget.take("a", 60)).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
  });
});

it("rejects after a timeout and forgets disconnected clients", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const budget = aBudget();
  const first = await budget.take("a", 60);
  const late = expect(budget.take("a", 60)).rejects.toMatchObject({ status: 503 });
  const gone = new AbortController();
  const leaving = expect(budget.take("a", 60, gone)).rejects.toMatchObject({ status: 503 });
  gone.abort();
  await leaving;
  vi.advanceTimersByTime(1_000);
  await late;
  first.release();
  expect(budget.used()).toBe(0);
  expect(await budget.take("a", 60)).toBeDefined();
});

it("counts existing bytes even over the limit", async () => {
  const { budget, order, take } = aBudgetWithOrder();
  const answer = budget.count("a", 200);
  const waiting = take("b", 10);
  await turn();
  expect(order).toEqual([]);
  answer.resize(50);
  await waiting;
  expect(budget.used()).toBe(60);
});
