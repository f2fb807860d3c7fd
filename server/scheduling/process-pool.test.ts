import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Exit, PoolChild } from "./pool-child.ts";
import { createProcessPool, type PoolOptions, type ToProcess } from "./process-pool.ts";

type Types = {
  job: string;
  result: string;
  failure: string;
  lane: "interactive" | "background";
  ready: object;
};

/** A child that is ready, responds and exits on command. */
function aChild() {
  let listeners: Parameters<PoolChild["listen"]>[0] | undefined;
  const sent: ToProcess<string>[] = [];
  const child = {
    sent,
    isKilled: false,
    send: (message: object) => void sent.push(message as ToProcess<string>),
    kill: async () => {
      child.isKilled = true;
    },
    listen: (given: typeof listeners) => {
      listeners = given;
    },
    beReady: () => listeners?.onMessage({ ready: true }),
    answer: (rss = 1) =>
      listeners?.onMessage({ id: sent.at(-1)?.id, result: `${sent.at(-1)?.job} done`, rss }),
    exit: (exit: Exit = { signal: null, complaint: "" }) => listeners?.onExit(exit),
  };
  return child;
}

const error = (code: string) => Object.assign(new Error(code), { code });

function aPool(bounds: { max: number; maxPerClient?: number }, options: Partial<PoolOptions<Types>> = {}) {
  const lane = { maxPerClient: bounds.max, ...bounds };
  const children: ReturnType<typeof aChild>[] = [];
  const pool = createProcessPool<Types>({
    name: "test process",
    processes: 1,
    lanes: { interactive: lane, background: lane },
    deadlineMs: 1_000,
    start: () => {
      const child = aChild();
      children.push(child);
      return child;
    },
    errors: {
      full: () => error("full"),
      unavailable: () => error("unavailable"),
      cancelled: () => error("cancelled"),
      timedOut: () => error("timed out"),
      exited: ({ signal }) => error(`exited ${signal}`),
      failed: (failure) => error(failure),
    },
    ...options,
  });
  const submit = (job: string, lane: Types["lane"] = "interactive", client?: string) =>
    pool.submit(job, { lane, client }).catch(({ code }) => code as string);
  return { pool, children, submit };
}

/** Lets the first child do all waiting jobs, and returns their order. */
function doAll({ children: [child] }: { children: ReturnType<typeof aChild>[] }): string {
  if (!child) return "";
  child.beReady();
  for (let done = 0; done < child.sent.length; done++) child.answer();
  return child.sent.map(({ job }) => job).join(" ");
}

test("serves the given lanes in order", async () => {
  let isBackgroundServed = false;
  const order = () =>
    isBackgroundServed ? (["interactive", "background"] as const) : (["interactive"] as const);
  const { pool, children, submit } = aPool({ max: 5 }, { order });
  void submit("background", "background");
  expect(children).toHaveLength(0);
  void submit("first");
  void submit("second");
  expect(doAll({ children })).toBe("first second");
  expect(pool.state()).toMatchObject({ idle: 1, waiting: 1 });
  isBackgroundServed = true;
  pool.schedule();
  expect(children[0]?.sent.at(-1)?.job).toBe("background");
});

test("limits each lane separately", async () => {
  const { pool, submit } = aPool({ max: 1 });
  void submit("a", "background");
  expect(await submit("b", "background")).toBe("full");
  void submit("c", "interactive");
  expect(pool.state().waiting).toBe(2);
});

describe("clients", () => {
  function add(
    { submit }: ReturnType<typeof aPool>,
    client: string | undefined,
    count: number,
    lane?: Types["lane"],
  ) {
    return Array.from({ length: count }, () => submit(client ?? "server", lane, client));
  }

  test("take turns, however many jobs each has", () => {
    const own = aPool({ max: 50 });
    add(own, "many", 4);
    add(own, "few", 2);
    add(own, "one", 1);
    add(own, "table", 2, "background");
    add(own, undefined, 1, "background");
    expect(doAll(own)).toBe("many few one many few many many table server table");
  });

  test("that come while one with many jobs is served are next", () => {
    const own = aPool({ max: 50 });
    add(own, "many", 4);
    own.children[0]?.beReady();
    add(own, "first", 1);
    add(own, "second", 2);
    expect(doAll(own)).toBe("many first second many second many many");
  });

  test("with 150 jobs have half of the places; the others are for other clients", async () => {
    const own = aPool({ max: 100, maxPerClient: 50 });
    const many = add(own, "many", 150);
    expect(own.pool.state().waiting).toBe(50);
    expect(await Promise.all(many.slice(50))).toEqual(Array(100).fill("full"));
    for (let other = 0; other < 50; other++) add(own, `other-${other}`, 1);
    expect(own.pool.state().waiting).toBe(100);
  });

  test("lose their newest job to one with fewer when the queue is full", async () => {
    const own = aPool({ max: 4, maxPerClient: 3 });
    const many = add(own, "many", 3);
    add(own, "other", 1);
    add(own, "newcomer", 1);
    expect(await many[2]).toBe("full");
    expect(await add(own, "many", 1)[0]).toBe("full");
    add(own, "last", 1);
    expect(await many[1]).toBe("full");
    expect(await add(own, "too-late", 1)[0]).toBe("full");
    expect(doAll(own)).toBe("many other newcomer last");
  });

  test("are passed over while they may have no turn, and wait behind the others after a move", () => {
    const own = aPool({ max: 9 }, { mayTake: ({ client }) => client !== "later" });
    add(own, "later", 1);
    add(own, "slow", 2);
    add(own, "other", 1);
    own.pool.move("slow", "interactive", "background");
    expect(doAll(own)).toBe("other slow slow");
    expect(own.pool.state().waiting).toBe(1);
  });
});

test("a cancelled job leaves the queue, and a running one is rejected", async () => {
  const { pool, children } = aPool({ max: 5 });
  const gone = new AbortController();
  const options = { lane: "interactive", signal: gone.signal } as const;
  const running = pool.submit("a", options);
  children[0]?.beReady();
  const waiting = pool.submit("b", options);
  gone.abort();
  expect(pool.state().waiting).toBe(0);
  children[0]?.answer();
  await expect(running).rejects.toMatchObject({ code: "cancelled" });
  await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  expect(children[0]?.isKilled).toBe(false);
});

test("a result remains after its client has left", async () => {
  const { pool, children } = aPool({ max: 5 });
  const gone = new AbortController();
  const result = pool.submit("a", { lane: "interactive", signal: gone.signal });
  children[0]?.beReady();
  children[0]?.answer();
  gone.abort();
  expect(await result).toBe("a done");
});

test("closing rejects all waiting jobs", async () => {
  const { pool, submit } = aPool({ max: 5 });
  const waiting = [submit("a"), submit("b", "background")];
  await pool.close();
  expect(await Promise.all(waiting)).toEqual(["unavailable", "unavailable"]);
  expect(pool.state().waiting).toBe(0);
});

describe("with a clock of its own", () => {
  function withFakeTimers<Pool>(make: () => Pool): Pool {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    return make();
  }

  test("a job that passes its deadline is killed with its process, and the next one gets another", async () => {
    const { pool, children, submit } = withFakeTimers(() => aPool({ max: 5 }));
    const late = submit("late");
    const next = submit("next");
    children[0]?.beReady();
    vi.advanceTimersByTime(1_000);
    expect(await late).toBe("timed out");
    expect(children[0]?.isKilled).toBe(true);
    children[1]?.beReady();
    children[1]?.answer();
    expect(await next).toBe("next done");
    expect(pool.state()).toMatchObject({ idle: 1, started: 2 });
  });

  test("where waiting counts, a job passes its deadline before it was started", async () => {
    const { pool, submit } = withFakeTimers(() => aPool({ max: 5 }, { isWaitingCounted: true }));
    const late = submit("late");
    vi.advanceTimersByTime(1_000);
    expect(await late).toBe("timed out");
    expect(pool.state().waiting).toBe(0);
  });

  test("a cancelled job that goes on too long is killed; one that ends in time is not", async () => {
    const { pool, children } = withFakeTimers(() => aPool({ max: 5 }, { killAfterCancelMs: () => 500 }));
    const cancelOne = () => {
      const gone = new AbortController();
      const job = pool.submit("a", { lane: "interactive", signal: gone.signal }).catch(({ code }) => code);
      if (children[0]?.sent.length === 0) children[0].beReady();
      gone.abort();
      return job;
    };
    expect(await cancelOne()).toBe("cancelled");
    children[0]?.answer();
    vi.advanceTimersByTime(900);
    expect(children[0]?.isKilled).toBe(false);
    expect(await cancelOne()).toBe("cancelled");
    vi.advanceTimersByTime(500);
    expect(children[0]?.isKilled).toBe(true);
  });

  test("an idle process ends", async () => {
    const { pool, children, submit } = withFakeTimers(() => aPool({ max: 5 }, { idleMs: 300 }));
    void submit("a");
    doAll({ children });
    vi.advanceTimersByTime(300);
    expect(children[0]?.isKilled).toBe(true);
    expect(pool.state()).toMatchObject({ idle: 0, busy: 0 });
  });

  test("starts that fail are retried with growing pauses; after three, jobs are rejected", async () => {
    const { children, submit } = withFakeTimers(() => aPool({ max: 5 }));
    const waiting = submit("a");
    for (const pauseMs of [250, 500]) {
      children.at(-1)?.exit();
      const before = children.length;
      vi.advanceTimersByTime(pauseMs - 1);
      expect(children).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(children).toHaveLength(before + 1);
    }
    children.at(-1)?.exit();
    expect(await waiting).toBe("unavailable");
    expect(await submit("b")).toBe("unavailable");
    vi.advanceTimersByTime(1_000);
    const late = submit("c"); // starts another one
    children.at(-1)?.beReady();
    children.at(-1)?.answer();
    expect(await late).toBe("c done");
  });

  test("a process that isn't ready in time is killed", () => {
    const { children, submit } = withFakeTimers(() => aPool({ max: 5 }));
    void submit("a");
    vi.advanceTimersByTime(30_000);
    expect(children[0]?.isKilled).toBe(true);
  });
});

test("a process that exits takes its job with it and nothing else", async () => {
  const { children, submit } = aPool({ max: 5 }, { processes: 2 });
  const [a, b] = [submit("a"), submit("b")];
  children[0]?.beReady();
  children[1]?.beReady();
  children[0]?.exit({ signal: "SIGABRT", complaint: "" });
  children[1]?.answer();
  expect(await Promise.all([a, b])).toEqual(["exited SIGABRT", "b done"]);
});

describe("recycling", () => {
  test("a worn process works until its successor of the same priority is ready", async () => {
    const priorities: boolean[] = [];
    const children: ReturnType<typeof aChild>[] = [];
    const { pool, submit } = aPool(
      { max: 5 },
      {
        processes: 2,
        warm: () => 2,
        recycle: { afterJobs: 1 },
        prefersLowPriority: ({ lane }) => lane === "background",
        start: ({ isLowPriority }) => {
          priorities.push(isLowPriority);
          const child = aChild();
          children.push(child);
          return child;
        },
      },
    );
    pool.schedule();
    for (const child of [...children]) child.beReady();
    void submit("a", "background");
    children[1]?.answer();
    expect(priorities).toEqual([false, true, true]);
    expect(children[1]?.isKilled).toBe(false);
    void submit("b", "background");
    children[2]?.beReady();
    expect(children[1]?.isKilled).toBe(false);
    children[1]?.answer();
    expect(children.map(({ isKilled }) => isKilled)).toEqual([false, true, false]);
  });

  test("a process that is too large is killed after its job", async () => {
    const { children, submit } = aPool({ max: 5 }, { recycle: { killAboveBytes: 100 } });
    const job = submit("a");
    children[0]?.beReady();
    children[0]?.answer(100);
    expect(await job).toBe("a done");
    expect(children[0]?.isKilled).toBe(true);
  });
});
