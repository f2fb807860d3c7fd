import { expect, test } from "vitest";
import { renderUnavailable } from "./errors.ts";
import { createJobQueue } from "./job-queue.ts";
import type { Job, JobResult } from "./protocol.ts";

const RESULT: JobResult = { kind: "pages", pages: [], warnings: [] };
const aJob = (source: string): Job => ({
  kind: "pages",
  source,
  inputs: { data: "{}", sample: "{}", theme: "{}", mode: "final" },
  pictures: [],
  maxPages: 1,
});
const interactive = { priority: "interactive", deadlineMs: 1_000 } as const;
const background = { priority: "background", deadlineMs: 1_000 } as const;

test("what a person waits for comes first, and background work only where it may", () => {
  const queue = createJobQueue(5);
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

test("each priority has room of its own", () => {
  const queue = createJobQueue(1);
  void queue.add(aJob("a"), background);
  expect(queue.isFull("background")).toBe(true);
  expect(queue.isFull("interactive")).toBe(false);
  expect(queue.length()).toBe(1);
});

test("a job whose client leaves is taken out, and one that is under way is given up", async () => {
  const queue = createJobQueue(5);
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
  const queue = createJobQueue(5);
  const gone = new AbortController();
  const result = queue.add(aJob("a"), { ...interactive, signal: gone.signal });
  queue.take({ background: true })?.resolve(RESULT);
  gone.abort();
  expect(await result).toBe(RESULT);
});

test("all that wait can be refused at once", async () => {
  const queue = createJobQueue(5);
  const waiting = [queue.add(aJob("a"), interactive), queue.add(aJob("b"), background)];
  queue.rejectAll(renderUnavailable("the server is stopping."));
  const codes = await Promise.all(waiting.map((job) => job.catch((error) => error.code)));
  expect(codes).toEqual(["SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"]);
  expect(queue.length()).toBe(0);
});
