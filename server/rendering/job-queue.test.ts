import { describe, expect, test } from "vitest";
import { queueFull, renderUnavailable } from "./errors.ts";
import { createJobQueue, type JobQueue } from "./job-queue.ts";
import type { Job, JobResult } from "./protocol.ts";

const RESULT: JobResult = { kind: "pages", pages: [], printed: 0, warnings: [] };
const aJob = (source: string): Job => ({
  kind: "pages",
  source,
  inputs: { data: "{}", sample: "{}", begun: "{}", theme: "{}", title: '""', mode: "final" },
  pictures: [],
  maxPages: 1,
});
const aQueue = (most: number, mostPerClient = most) =>
  createJobQueue({ most, mostPerClient, refusal: () => queueFull(3) });
const interactive = { priority: "interactive", deadlineMs: 1_000 } as const;
const background = { priority: "background", deadlineMs: 1_000 } as const;

test("what a person waits for comes first, and background work only where it may", () => {
  const queue = aQueue(5);
  void queue.add(aJob("background"), background);
  void queue.add(aJob("first"), interactive);
  void queue.add(aJob("second"), interactive);
  const take = (mayBeBackground: boolean) => queue.take({ background: mayBeBackground })?.job.source;
  expect([take(true), take(true), take(false), take(true), take(true)]).toEqual([
    "first",
    "second",
    undefined,
    "background",
    undefined,
  ]);
});

test("each priority has room of its own", async () => {
  const queue = aQueue(1);
  void queue.add(aJob("a"), background);
  await expect(queue.add(aJob("b"), background)).rejects.toMatchObject({ status: 503 });
  void queue.add(aJob("c"), interactive);
  expect(queue.length()).toBe(2);
});

describe("clients", () => {
  /** Whose jobs come next, one after the other. */
  function takeAll(queue: JobQueue): string {
    const order: string[] = [];
    for (let task = queue.take({ background: true }); task; task = queue.take({ background: true }))
      order.push(task.client ?? "server");
    return order.join(" ");
  }
  function add(queue: JobQueue, client: string | undefined, count: number, kind: Waiting = interactive) {
    return Array.from({ length: count }, () =>
      queue.add(aJob("x"), { ...kind, client }).then(
        () => "made",
        (error) => error.status,
      ),
    );
  }
  type Waiting = typeof interactive | typeof background;

  test("take turns, whoever asked for more", () => {
    const queue = aQueue(50);
    add(queue, "many", 4);
    add(queue, "few", 2);
    add(queue, "one", 1);
    add(queue, "table", 2, background);
    add(queue, undefined, 1, background);
    expect(takeAll(queue)).toBe("many few one many few many many table server table");
  });

  test("whoever comes while one with many is served is next", () => {
    const queue = aQueue(50);
    add(queue, "many", 4);
    queue.take({ background: true });
    add(queue, "first", 1);
    add(queue, "second", 2);
    expect(takeAll(queue)).toBe("first second many second many many");
  });

  test("150 from one client take half of the places, and those of others are theirs", async () => {
    const queue = aQueue(100, 50);
    const many = add(queue, "many", 150);
    expect(queue.length()).toBe(50);
    expect(await Promise.all(many.slice(50))).toEqual(Array(100).fill(503));
    for (let other = 0; other < 50; other++) add(queue, `other ${other}`, 1);
    expect(queue.length()).toBe(100);
  });

  test("when all places are taken, the one with the most gives up its last to whoever has fewer", async () => {
    const queue = aQueue(4, 3);
    const many = add(queue, "many", 3);
    add(queue, "other", 1);
    add(queue, "newcomer", 1);
    expect(await many[2]).toBe(503);
    const [late] = add(queue, "many", 1);
    expect(await late).toBe(503);
    add(queue, "last", 1);
    expect(await many[1]).toBe(503);
    expect(await add(queue, "too late", 1)[0]).toBe(503);
    expect(takeAll(queue)).toBe("many other newcomer last");
  });
});

test("a job whose client leaves is taken out, and one that is under way is given up", async () => {
  const queue = aQueue(5);
  const gone = new AbortController();
  const underWay = queue.add(aJob("a"), { ...interactive, signal: gone.signal });
  const task = queue.take({ background: true });
  const waiting = queue.add(aJob("b"), { ...interactive, signal: gone.signal });
  gone.abort();
  expect(queue.length()).toBe(0);
  task?.resolve(RESULT);
  await expect(underWay).rejects.toMatchObject({ code: "RENDER_CANCELLED" });
  await expect(waiting).rejects.toMatchObject({ code: "RENDER_CANCELLED" });
});

test("a result stands, whatever its client does afterwards", async () => {
  const queue = aQueue(5);
  const gone = new AbortController();
  const result = queue.add(aJob("a"), { ...interactive, signal: gone.signal });
  queue.take({ background: true })?.resolve(RESULT);
  gone.abort();
  expect(await result).toBe(RESULT);
});

test("all that wait can be refused at once", async () => {
  const queue = aQueue(5);
  const waiting = [queue.add(aJob("a"), interactive), queue.add(aJob("b"), background)];
  queue.rejectAll(renderUnavailable("the server is stopping."));
  const codes = await Promise.all(waiting.map((job) => job.catch((error) => error.code)));
  expect(codes).toEqual(["SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"]);
  expect(queue.length()).toBe(0);
});
