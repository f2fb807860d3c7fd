import { type ChildProcess, execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { getPriority } from "node:os";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { RenderError } from "../../engine/errors.ts";
import { BACKGROUND_NICENESS, NICENESS } from "../../server/process/child-priority.ts";
import { isNetworkDenied } from "../../server/process/child-rights.ts";
import { createPool } from "../../server/rendering/pool.ts";
import type { ToChild } from "../../server/rendering/protocol.ts";
import { createRendering, type Rendering, type RenderingSettings } from "../../server/rendering/rendering.ts";
import { spawnChild } from "../../server/rendering/sandbox.ts";
import { quietLog } from "../support/databases.ts";
import { createStandInChildren } from "../support/stand-in-children.ts";

const GOOD = "= Good\n#json(bytes(sys.inputs.data)).n";
const SLOW = "#for a in range(9000) { for b in range(9000) { for c in range(9000) {} } }";

const opened: Rendering[] = [];
async function open(
  settings: Partial<RenderingSettings> = {},
  spawn?: typeof spawnChild,
): Promise<Rendering> {
  const rendering = createRendering({
    settings: { processes: 1, queue: 5, deadlineMs: 20_000, kitDir: "library/kit", ...settings },
    log: quietLog,
    ...(spawn ? { spawn } : {}),
  });
  opened.push(rendering);
  await rendering.ready();
  return rendering;
}

/**
 * Processes that hold slow jobs forever and answer all others at once, because order and waiting are tested.
 */
function openStandIns(settings: Partial<RenderingSettings> = {}): Promise<Rendering> {
  const children = createStandInChildren();
  children.hold(({ source }) => source === SLOW);
  return open(settings, children.spawn);
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((rendering) => rendering.close()));
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "rendered",
    (error) => (error instanceof RenderError ? error.code : String(error)),
  );
const good = (rendering: Rendering, n = 1) => rendering.renderPages({ source: GOOD, data: { n } });

describe("the pool of render processes", () => {
  test("rejects jobs beyond the queue with a time to retry", async () => {
    const rendering = await openStandIns({ queue: 3, deadlineMs: 3_000 });
    const slow = codeOf(rendering.renderPages({ source: SLOW }));
    await expect.poll(() => rendering.state().busy).toBe(1);
    const waiting = [1, 2, 3].map((n) => codeOf(good(rendering, n)));
    await expect.poll(() => rendering.state().waiting).toBe(3);
    const refused = await good(rendering).catch((error) => error);
    expect(refused).toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
    expect(refused.extensions.retryAfter).toBeGreaterThanOrEqual(1);
    expect(await slow).toBe("RENDER_TIMED_OUT");
    expect(await Promise.all(waiting)).toEqual(["rendered", "rendered", "rendered"]);
  });

  test("prefers people over background work", async () => {
    const rendering = await openStandIns({ queue: 50 });
    const order: string[] = [];
    const add = (name: string, priority: "interactive" | "background") =>
      rendering.renderPages({ source: GOOD, data: { n: name } }, { priority }).then(() => order.push(name));
    await Promise.all([
      add("first", "background"),
      add("thumbnail 1", "background"),
      add("thumbnail 2", "background"),
      add("person", "interactive"),
    ]);
    expect(order.indexOf("person")).toBeLessThan(order.indexOf("thumbnail 1"));
  });

  test("lowers the priority of background processes", async () => {
    const children = createStandInChildren();
    children.hold(({ source }) => source === SLOW);
    const kinds: (boolean | undefined)[] = [];
    const rendering = await open({ processes: 2, queue: 50, rendersPerProcess: 5 }, (_, options) => {
      kinds.push(options?.isForBackground);
      return children.spawn();
    });
    await expect.poll(() => rendering.state().idle).toBe(2);
    expect(kinds).toEqual([false, true]);
    // The same process makes one page after the other, so that it is the one that is replaced.
    for (let n = 0; n < 5; n++) await good(rendering, n);
    await expect.poll(() => kinds).toEqual([false, true, false]);
    const background = { priority: "background" } as const;
    for (let n = 0; n < 5; n++) await rendering.renderPages({ source: GOOD, data: { n } }, background);
    await expect.poll(() => kinds).toEqual([false, true, false, true]);
  });

  test("lowers the priority only once the other process is ready", { tags: ["long"] }, async () => {
    const spawned: ChildProcess[] = [];
    const whenReady: number[] = [];
    const rendering = await open({ processes: 2 }, (folders, options) => {
      const child = spawnChild(folders, options);
      // Before the arguments of the process itself, while it starts.
      child.prependOnceListener("message", () => whenReady.push(getPriority(child.pid)));
      spawned.push(child);
      return child;
    });
    await expect.poll(() => rendering.state().idle, { timeout: 30_000 }).toBe(2);
    const own = getPriority();
    expect(whenReady).toEqual([Math.max(own, NICENESS), Math.max(own, NICENESS)]);
    const now = spawned.map(({ pid }) => getPriority(pid));
    expect(now).toEqual([Math.max(own, NICENESS), Math.max(own, BACKGROUND_NICENESS)]);
  });

  test("leaves a process free while someone types", async () => {
    const rendering = await openStandIns({ processes: 2, deadlineMs: 5_000 });
    await expect.poll(() => rendering.state().idle).toBe(2);
    for (const n of [1, 2, 3]) await good(rendering, n);
    const slow = [1, 2].map(() =>
      codeOf(rendering.renderPages({ source: SLOW }, { priority: "background" })),
    );
    expect(await Promise.race([...slow, codeOf(good(rendering, 4))])).toBe("rendered");
    await expect.poll(() => rendering.state().busy, { timeout: 4_000 }).toBe(2);
    expect(await Promise.all(slow)).toEqual(["RENDER_TIMED_OUT", "RENDER_TIMED_OUT"]);
  });

  test("frees the place of a disconnected client", async () => {
    const rendering = await openStandIns({ queue: 3, deadlineMs: 2_000 });
    const slow = codeOf(rendering.renderPages({ source: SLOW }));
    await expect.poll(() => rendering.state().busy).toBe(1);
    const gone = new AbortController();
    const abandoned = codeOf(
      rendering.renderPages({ source: GOOD, data: { n: 1 } }, { signal: gone.signal }),
    );
    await expect.poll(() => rendering.state().waiting).toBe(1);
    gone.abort();
    expect(await abandoned).toBe("RENDER_CANCELLED");
    expect(rendering.state().waiting).toBe(0);
    expect(await slow).toBe("RENDER_TIMED_OUT");
    expect(await codeOf(good(rendering))).toBe("rendered");
  });

  test("loses only the running job of a killed process", { tags: ["long"] }, async () => {
    // Both at normal priority: a low-priority process hardly starts on a busy machine.
    const rendering = await open({ processes: 2, queue: 50, deadlineMs: 60_000 }, (folders) =>
      spawnChild(folders),
    );
    await expect.poll(() => rendering.state().idle).toBe(2);
    const before = processorSeconds();
    const victim = codeOf(rendering.renderPages({ source: SLOW }));
    const isBusy = ([pid, seconds]: [number, number]) => seconds > (before.get(pid) ?? seconds) + 1;
    await expect.poll(() => [...processorSeconds()].filter(isBusy)).toHaveLength(1);
    const [[pid] = [0]] = [...processorSeconds()].filter(isBusy);
    expect(await Promise.all([1, 2, 3, 4].map((n) => codeOf(good(rendering, n))))).toEqual(
      Array(4).fill("rendered"),
    );
    process.kill(pid, "SIGKILL");
    expect(await victim).toBe("RENDER_CRASHED");
    expect(await codeOf(good(rendering))).toBe("rendered");
  });

  test("replaces a used process by a warm one", async () => {
    const rendering = await openStandIns({ rendersPerProcess: 5, queue: 50 });
    for (let n = 0; n < 40; n++) await good(rendering, n);
    await expect.poll(async () => good(rendering).then(() => rendering.state().started)).toBeGreaterThan(1);
    expect(rendering.state().idle + rendering.state().busy).toBeGreaterThanOrEqual(1);
  });

  test("starts further processes on schedule or on demand", async () => {
    const later = await openStandIns({ processes: 2, others: new Promise(() => {}) });
    await later.renderPages({ source: GOOD }, { priority: "background" });
    expect(later.state().started).toBe(1);
    await good(later);
    await expect.poll(() => later.state().started).toBe(2);
    const now = await openStandIns({ processes: 2, others: Promise.resolve() });
    await expect.poll(() => now.state().started).toBe(2);
  });

  test("retries a failing start with a pause and answers waiting jobs", async () => {
    let spawned = 0;
    const pool = createPool({
      processes: 2,
      queue: 5,
      deadlineMs: 1_000,
      rendersPerProcess: 10,
      bytesPerProcess: 1e9,
      fontFolders: [],
      spawn: () => {
        spawned += 1;
        return spawnChild([], { entry: "/nonexistent/child.ts" });
      },
      start: () => ({ kit: [], fonts: [] }),
      log: quietLog,
    });
    const job = {
      kind: "pages" as const,
      source: "x",
      inputs: {
        data: "{}",
        sample: "{}",
        rowSample: "{}",
        theme: "{}",
        title: '""',
        sums: "null",
        mode: "final" as const,
      },
      pictures: [],
      maxPages: 1,
    };
    expect(await codeOf(pool.submit(job))).toBe("SERVICE_UNAVAILABLE");
    expect(spawned).toBeLessThanOrEqual(4);
    await pool.close();
  });

  test("ends every process and answers waiting jobs when closed", async () => {
    const rendering = await openStandIns({ processes: 2, queue: 50 });
    const jobs = Array.from({ length: 10 }, (_, n) =>
      codeOf(rendering.renderPages({ source: n < 2 ? SLOW : GOOD, data: { n } })),
    );
    await expect.poll(() => rendering.state().busy).toBe(2);
    await rendering.close();
    expect(rendering.state()).toMatchObject({ idle: 0, busy: 0, starting: 0, waiting: 0 });
    expect(new Set(await Promise.all(jobs))).toEqual(new Set(["SERVICE_UNAVAILABLE", "RENDER_CRASHED"]));
    expect(await codeOf(good(rendering))).toBe("SERVICE_UNAVAILABLE");
  });

  test("sandboxes environment, files, rights and network", async () => {
    const child = spawnChild([]);
    // Until then it may still be the program that removes its network.
    await expect.poll(() => readFileSync(`/proc/${child.pid}/cmdline`, "utf8")).toMatch(/^[^\0]*node\0/);
    const status = execFileSync("cat", [`/proc/${child.pid}/status`, `/proc/${child.pid}/environ`], {
      encoding: "utf8",
    });
    const networkOf = (pid: number | undefined) => readlinkSync(`/proc/${pid}/ns/net`);
    const [own, ours] = [networkOf(child.pid), networkOf(process.pid)];
    const interfaces = readFileSync(`/proc/${child.pid}/net/dev`, "utf8").match(/\S+(?=:)/g);
    child.kill("SIGKILL");
    expect(own === ours).toBe(!isNetworkDenied());
    if (isNetworkDenied()) expect(interfaces).toEqual(["lo"]);
    expect(status).not.toContain("HOME=");
    expect(child.spawnargs).toContain("--permission");
    if (process.getuid?.() === 0) expect(status).toMatch(/Uid:\t65534/);
  });
});

describe("clients of the pool", () => {
  type Asked = { client: string; source?: string; priority?: "interactive" | "background" };
  const ask = (rendering: Rendering, { client, source = GOOD, priority = "interactive" }: Asked) =>
    codeOf(rendering.renderPages({ source, data: { n: client } }, { client, priority }));
  const until = (rendering: Rendering, state: Partial<ReturnType<Rendering["state"]>>) =>
    expect.poll(() => rendering.state()).toMatchObject(state);
  /** Long for a stand-in that answers at once, short for a test. */
  const SOON_MS = 100;
  const timeOut = async (rendering: Rendering, client: string, processes = 2) => {
    expect(await ask(rendering, { client, source: SLOW })).toBe("RENDER_TIMED_OUT");
    await until(rendering, { idle: processes, busy: 0, starting: 0 });
  };

  test("never get all processes with slow renders", async () => {
    const rendering = await openStandIns({ processes: 2, queue: 50 });
    await until(rendering, { idle: 2 });
    for (let n = 0; n < 3; n++) void ask(rendering, { client: "a", source: SLOW });
    void ask(rendering, { client: "a", source: SLOW, priority: "background" });
    await until(rendering, { busy: 1, waiting: 3 });
    expect(await ask(rendering, { client: "b" })).toBe("rendered");
    expect(await ask(rendering, { client: "c" })).toBe("rendered");
    expect(rendering.state()).toMatchObject({ busy: 1, idle: 1, waiting: 3 });
  });

  test("may use all processes with quick renders", async () => {
    const rendering = await openStandIns({ processes: 2, queue: 50 });
    await until(rendering, { idle: 2 });
    for (let n = 0; n < 20; n++) expect(await ask(rendering, { client: "a" })).toBe("rendered");
    for (let n = 0; n < 3; n++) void ask(rendering, { client: "a", source: SLOW });
    await until(rendering, { busy: 2, waiting: 1 });
  });

  test.each([
    ["a draft", { isDraft: true }, ""],
    ["much data", {}, "x".repeat(20_000)],
  ])("never get all processes for %s", async (_, options, text) => {
    const rendering = await openStandIns({ processes: 2, queue: 50 });
    await until(rendering, { idle: 2 });
    for (let n = 0; n < 20; n++) expect(await ask(rendering, { client: "a" })).toBe("rendered");
    // Nor to several clients together.
    for (const client of ["a", "a", "someone else"])
      void codeOf(rendering.renderPages({ source: SLOW, data: { text } }, { client, ...options }));
    await until(rendering, { busy: 1, waiting: 2 });
    expect(await ask(rendering, { client: "b" })).toBe("rendered");
  });

  test("leave a process free from background work while someone types", async () => {
    const children = createStandInChildren();
    children.hold(({ source }) => source === SLOW);
    const rendering = await open({ processes: 2, queue: 50 }, children.spawn);
    await until(rendering, { idle: 2 });
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    void ask(rendering, { client: "a", source: SLOW });
    vi.advanceTimersByTime(2_000);
    void ask(rendering, { client: "b", source: SLOW, priority: "background" });
    expect(rendering.state()).toMatchObject({ busy: 1, idle: 1, waiting: 1 });
    expect(await ask(rendering, { client: "c" })).toBe("rendered");
  });

  test("wait behind all others after a timeout", async () => {
    const children = createStandInChildren();
    children.hold(({ source }) => source === SLOW);
    const rendering = await open({ queue: 50, deadlineMs: SOON_MS }, children.spawn);
    const first = ask(rendering, { client: "a", source: SLOW });
    const order: string[] = [];
    const add = (client: string) => ask(rendering, { client }).then(() => order.push(client));
    const all = [add("a"), add("b"), add("c"), add("b")];
    expect(await first).toBe("RENDER_TIMED_OUT");
    all.push(add("a"), add("d"));
    await Promise.all(all);
    expect(order.slice(-2)).toEqual(["a", "a"]);
  });

  test.each([
    [50, ["a", "background"]],
    [5_000, ["background", "a"]],
  ])("after 5 s with %i ms of processor time, next is %j", async (cpuMs, expected) => {
    const children = createStandInChildren();
    children.hold(true);
    children.cpuMs = cpuMs;
    const rendering = await open({ queue: 50 }, children.spawn);
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const first = ask(rendering, { client: "a" });
    const order: string[] = [];
    const add = (client: string, priority: "interactive" | "background") =>
      ask(rendering, { client, priority }).then(() => order.push(client));
    const others = [add("background", "background"), add("a", "interactive")];
    vi.advanceTimersByTime(5_000);
    children.hold(false);
    expect(await first).toBe("rendered");
    await Promise.all(others);
    expect(order).toEqual(expected);
  });

  test("leave one process to clients with quick renders", async () => {
    const children = createStandInChildren();
    const given: [isForBackground: boolean | undefined, client: string][] = [];
    const rendering = await open({ processes: 2, queue: 50 }, (_, options) => {
      const child = children.spawn();
      const send = child.send.bind(child);
      child.send = (message: ToChild) => {
        if ("job" in message) given.push([options?.isForBackground, JSON.parse(message.job.inputs.data).n]);
        return send(message);
      };
      return child;
    });
    await until(rendering, { idle: 2 });
    for (const client of ["a", "a", "b", "a"]) expect(await ask(rendering, { client })).toBe("rendered");
    expect(given).toEqual([
      [true, "a"],
      [false, "a"],
      [true, "b"],
      [false, "a"],
    ]);
  });

  test("leave the last process to quick clients during a restart", async () => {
    const children = createStandInChildren();
    children.hold(({ source }) => source === SLOW);
    const rendering = await open({ processes: 2, queue: 50, deadlineMs: SOON_MS }, children.spawn);
    await until(rendering, { idle: 2 });
    expect(await ask(rendering, { client: "known" })).toBe("rendered");
    children.hangStarts = true;
    expect(await ask(rendering, { client: "a", source: SLOW })).toBe("RENDER_TIMED_OUT");
    await until(rendering, { idle: 1, starting: 1 });
    const unknown = ask(rendering, { client: "b", source: SLOW });
    expect(await ask(rendering, { client: "known" })).toBe("rendered");
    expect(rendering.state()).toMatchObject({ idle: 1, busy: 0, waiting: 1 });
    children.finishStarts();
    expect(await unknown).toBe("RENDER_TIMED_OUT");
  });

  test("with timeouts share all but one process", async () => {
    const rendering = await openStandIns({ processes: 2, queue: 50, deadlineMs: SOON_MS });
    await until(rendering, { idle: 2 });
    await timeOut(rendering, "a");
    await timeOut(rendering, "b");
    const slow = ["a", "b", "a", "b"].map((client) => ask(rendering, { client, source: SLOW }));
    await until(rendering, { busy: 1, waiting: 3 });
    expect(await ask(rendering, { client: "c" })).toBe("rendered");
    expect(rendering.state().busy).toBeLessThan(2);
    // They are rendered in the end, one after the other.
    expect(new Set(await Promise.all(slow))).toEqual(new Set(["RENDER_TIMED_OUT"]));
  });

  test("count as typing until shortly after their page is answered", async () => {
    const children = createStandInChildren();
    children.hold(({ source }) => source === SLOW);
    const rendering = await open({ processes: 2, queue: 50 }, children.spawn);
    await until(rendering, { idle: 2 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const page = ask(rendering, { client: "a", source: SLOW });
    await vi.advanceTimersByTimeAsync(5_000);
    const later = ["b", "c"].map((client) =>
      ask(rendering, { client, source: SLOW, priority: "background" }),
    );
    expect(rendering.state()).toMatchObject({ typing: true, busy: 2, waiting: 1 });
    children.answerOne();
    expect(await page).toBe("rendered");
    expect(rendering.state()).toMatchObject({ typing: true, busy: 1, idle: 1, waiting: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rendering.state()).toMatchObject({ typing: false, busy: 2, waiting: 0 });
    children.hold(false);
    expect(await Promise.all(later)).toEqual(["rendered", "rendered"]);
  });
});

/** Processor time of each render process of this one so far. */
function processorSeconds(): Map<number, number> {
  const listed = execFileSync("ps", ["--ppid", String(process.pid), "-o", "pid=,cputimes=,args="], {
    encoding: "utf8",
  });
  return new Map(
    listed
      .split("\n")
      .filter((line) => line.includes("rendering/worker/child."))
      .map((line) => line.trim().split(/\s+/, 2).map(Number) as [number, number]),
  );
}
