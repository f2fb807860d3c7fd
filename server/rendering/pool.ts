import type { ChildProcess } from "node:child_process";
import type { RenderPriority } from "../../contract/render.ts";
import type { Log } from "../kernel/logging.ts";
import {
  queueFull,
  type RenderError,
  renderCancelled,
  renderCrashed,
  renderTimedOut,
  renderUnavailable,
  templateBroken,
  tooManyPages,
} from "./errors.ts";
import type { FontFile, FromChild, Job, JobFailure, JobResult, StartMessage, ToChild } from "./protocol.ts";

/**
 * Warm processes that each make one page at a time. A job that overstays is killed with its process; a process that has grown
 * is replaced, once its successor is warm; nobody but the offending job notices either.
 */

export type PoolOptions = {
  processes: number;
  queue: number;
  deadlineMs: number;
  /** A process is replaced after so many renders, or above so many bytes: its memory only ever grows. */
  rendersPerProcess: number;
  bytesPerProcess: number;
  spawn: () => ChildProcess;
  start: () => StartMessage;
  log: Log;
};
export type SubmitOptions = { priority?: RenderPriority; signal?: AbortSignal; deadlineMs?: number };
export type PoolState = {
  idle: number;
  busy: number;
  starting: number;
  waiting: number;
  started: number;
  bytes: number;
};

export type Pool = {
  submit(job: Job, options?: SubmitOptions): Promise<JobResult>;
  ready(): Promise<FontFile[]>;
  state(): PoolState;
  close(): Promise<void>;
};

type Task = {
  id: number;
  job: Job;
  priority: RenderPriority;
  deadlineMs: number;
  resolve: (result: JobResult) => void;
  reject: (error: RenderError) => void;
};
type Worker = {
  process: ChildProcess;
  phase: "starting" | "idle" | "busy" | "gone";
  renders: number;
  bytes: number;
  retiring: boolean;
  task?: Task;
  timer?: NodeJS.Timeout;
  complaint: string;
};

const START_DEADLINE_MS = 30_000;
const TYPING_MS = 500; // so long after a page that a person waits for, one process is kept free for the next
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000; // a process that can't start is tried again, but never in a spin
const STARTS_BEFORE_GIVING_UP = 3; // waiting jobs are then answered; starting goes on being tried

export function createPool(options: PoolOptions): Pool {
  const workers = new Set<Worker>();
  const waiting: Record<RenderPriority, Task[]> = { interactive: [], background: [] };
  const fontsKnown = Promise.withResolvers<FontFile[]>();
  fontsKnown.promise.catch(() => {});
  let fonts: FontFile[] | undefined;
  let nextId = 1;
  let failedStarts = 0;
  let started = 0;
  let pause: NodeJS.Timeout | undefined;
  let typing: NodeJS.Timeout | undefined;
  let closed = false;

  function live(): Worker[] {
    return [...workers].filter((worker) => worker.phase !== "gone" && !worker.retiring);
  }

  /** The first process reads every font; the others are told what it found. */
  function fill() {
    if (closed || pause) return;
    const wanted = fonts ? options.processes : 1;
    while (live().length < wanted) launch();
  }

  function launch() {
    const child = options.spawn();
    const worker: Worker = {
      process: child,
      phase: "starting",
      renders: 0,
      bytes: 0,
      retiring: false,
      complaint: "",
    };
    workers.add(worker);
    started += 1;
    worker.timer = setTimeout(() => child.kill("SIGKILL"), START_DEADLINE_MS);
    child.stderr?.on("data", (chunk) => {
      worker.complaint = (worker.complaint + chunk).slice(-2_000);
    });
    child.on("message", (message: FromChild) => hear(worker, message));
    child.on("error", (error) => {
      worker.complaint ||= error.message;
      if (child.pid === undefined) gone(worker);
    });
    child.on("exit", () => gone(worker));
    const { kit, fonts: files } = options.start();
    tell(worker, { start: { kit, fonts: fonts ?? files } });
  }

  function tell(worker: Worker, message: ToChild) {
    worker.process.send(message, () => {}); // a send that fails is followed by an exit, which is handled there
  }

  function hear(worker: Worker, message: FromChild) {
    worker.bytes = message.rss || worker.bytes;
    if ("ready" in message) {
      clearTimeout(worker.timer);
      worker.phase = "idle";
      failedStarts = 0;
      if (!fonts) {
        fonts = message.fonts;
        fontsKnown.resolve(fonts);
      }
      retireOne();
      fill();
      return dispatch();
    }
    const task = worker.task;
    if (!task || task.id !== message.id) return;
    clearTimeout(worker.timer);
    worker.task = undefined;
    if ("result" in message) task.resolve(message.result);
    else task.reject(explain(message.failure, task));
    worker.phase = "idle";
    worker.renders += 1;
    if (worker.retiring) end(worker);
    else if (isWorn(worker)) replace(worker);
    dispatch();
  }

  function isWorn(worker: Worker) {
    return worker.renders >= options.rendersPerProcess || worker.bytes >= options.bytesPerProcess;
  }

  /** The worn one goes on working until its successor is warm; one successor at a time, or the machine would be busy with starting. */
  function replace(worker: Worker) {
    if (closed || [...workers].some((each) => each.phase === "starting")) return;
    if (worker.bytes >= options.bytesPerProcess * 1.5) return end(worker);
    launch();
  }

  function retireOne() {
    if (live().length <= options.processes) return;
    const worn = live()
      .filter((worker) => worker.phase !== "starting")
      .sort((a, b) => b.renders - a.renders)[0];
    if (!worn) return;
    worn.retiring = true;
    if (worn.phase === "idle") end(worn);
  }

  function end(worker: Worker) {
    worker.retiring = true;
    worker.process.kill("SIGKILL");
    fill();
  }

  function gone(worker: Worker) {
    if (worker.phase === "gone") return;
    const wasStarting = worker.phase === "starting";
    worker.phase = "gone";
    workers.delete(worker);
    clearTimeout(worker.timer);
    worker.task?.reject(renderCrashed("the process that made it ended unexpectedly."));
    worker.task = undefined;
    if (closed) return;
    if (wasStarting) return pauseBeforeStarting(worker);
    fill();
  }

  function pauseBeforeStarting(worker: Worker) {
    failedStarts += 1;
    options.log.error({ failedStarts, complaint: worker.complaint }, "a render process did not start");
    if (failedStarts >= STARTS_BEFORE_GIVING_UP && live().length === 0) refuseWaiting(worker.complaint);
    const wait = Math.min(FIRST_PAUSE_MS * 2 ** (failedStarts - 1), LONGEST_PAUSE_MS);
    clearTimeout(pause);
    pause = setTimeout(() => {
      pause = undefined;
      fill();
    }, wait);
  }

  function refuseWaiting(detail: string) {
    const error = renderUnavailable(detail.trim().split("\n")[0] || "no render process starts.");
    for (const queue of Object.values(waiting)) for (const task of queue.splice(0)) task.reject(error);
    if (!fonts) fontsKnown.reject(error);
  }

  function dispatch() {
    for (const worker of workers) {
      if (worker.phase !== "idle" || worker.retiring) continue;
      const task = waiting.interactive.shift() ?? (isKeptFree() ? undefined : waiting.background.shift());
      if (!task) return;
      worker.phase = "busy";
      worker.task = task;
      worker.timer = setTimeout(() => overstayed(worker, task), task.deadlineMs);
      tell(worker, { id: task.id, job: task.job });
    }
  }

  /** While somebody types, background work leaves one process alone: their page then waits for nothing. */
  function isKeptFree(): boolean {
    if (!typing) return false;
    const taken = [...workers].filter((worker) => worker.task?.priority === "background").length;
    return taken > 0 && taken >= live().length - 1;
  }

  function noteTyping() {
    clearTimeout(typing);
    typing = setTimeout(() => {
      typing = undefined;
      dispatch();
    }, TYPING_MS);
    typing.unref();
  }

  function overstayed(worker: Worker, task: Task) {
    worker.task = undefined;
    task.reject(renderTimedOut(task.deadlineMs));
    end(worker);
  }

  function submit(
    job: Job,
    { priority = "interactive", signal, deadlineMs = options.deadlineMs }: SubmitOptions = {},
  ) {
    if (closed) return Promise.reject(renderUnavailable("the server is stopping."));
    if (signal?.aborted) return Promise.reject(renderCancelled());
    if (waiting[priority].length >= options.queue) {
      return Promise.reject(queueFull(retryAfter()));
    }
    return new Promise<JobResult>((resolve, reject) => {
      const task: Task = { id: nextId++, job, priority, deadlineMs, resolve, reject };
      const abandon = () => {
        const index = waiting[priority].indexOf(task);
        if (index >= 0) waiting[priority].splice(index, 1);
        reject(renderCancelled()); // one already being made takes milliseconds; killing its process would cost more
      };
      signal?.addEventListener("abort", abandon, { once: true });
      task.resolve = (result) => {
        signal?.removeEventListener("abort", abandon);
        resolve(result);
      };
      task.reject = (error) => {
        signal?.removeEventListener("abort", abandon);
        reject(error);
      };
      waiting[priority].push(task);
      if (priority === "interactive") noteTyping();
      dispatch();
    });
  }

  function retryAfter() {
    return Math.min(30, Math.max(1, Math.ceil((options.queue * 0.05) / options.processes)));
  }

  async function close() {
    closed = true;
    clearTimeout(pause);
    clearTimeout(typing);
    const error = renderUnavailable("the server is stopping.");
    for (const queue of Object.values(waiting)) for (const task of queue.splice(0)) task.reject(error);
    if (!fonts) fontsKnown.reject(error);
    await Promise.all(
      [...workers].map(
        (worker) =>
          new Promise<void>((resolve) => {
            if (worker.process.exitCode !== null || worker.process.signalCode !== null || !worker.process.pid)
              return resolve();
            worker.process.once("exit", () => resolve());
            worker.process.kill("SIGKILL");
          }),
      ),
    );
  }

  function state(): PoolState {
    const count = (phase: Worker["phase"]) => [...workers].filter((worker) => worker.phase === phase).length;
    return {
      idle: count("idle"),
      busy: count("busy"),
      starting: count("starting"),
      waiting: waiting.interactive.length + waiting.background.length,
      started,
      bytes: [...workers].reduce((sum, worker) => sum + worker.bytes, 0),
    };
  }

  fill();
  return { submit, ready: () => fontsKnown.promise, state, close };
}

function explain(failure: JobFailure, task: Task): RenderError {
  if (failure.reason === "broken") return templateBroken(failure.diagnostics);
  if (failure.reason === "pages") return tooManyPages(failure.pages, task.job.maxPages);
  return renderCrashed(failure.message);
}
