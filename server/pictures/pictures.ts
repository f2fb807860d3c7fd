import type { ChildProcess } from "node:child_process";
import type { Log } from "../kernel/logging.ts";
import { PICTURE_CHILD, PICTURE_QUEUES } from "../limits/limits.ts";
import {
  pictureCancelled,
  pictureFailed,
  pictureInterrupted,
  picturesUnavailable,
  pictureTimedOut,
  tooManyPictures,
} from "./errors.ts";
import { createPictureQueue, type Lane, laneOf, type PictureTask } from "./picture-queue.ts";
import type { FromPictureChild, MadePicture, PictureJob, ToPictureChild } from "./protocol.ts";
import { spawnPictureChild } from "./sandbox.ts";

/**
 * Makes pictures in child processes, each one at a time: started when there is work, kept for a while, killed with a picture
 * that passes its deadline or that nobody waits for any more.
 */
export type Pictures = {
  make(job: PictureJob, options: MakeOptions): Promise<MadePicture>;
  state(): { children: number; busy: Lane[]; waiting: number; started: number };
  close(): Promise<void>;
};

export type MakeOptions = {
  /** Whose turn it takes: an address, or the part of the server that asks. */
  client: string;
  /** Nobody waits for it. */
  inBackground?: boolean;
  signal?: AbortSignal;
  deadlineMs?: number;
};

type PictureChild = {
  process: ChildProcess;
  phase: "starting" | "idle" | "busy" | "gone";
  task?: PictureTask;
  timer?: NodeJS.Timeout;
  /** The end of what it wrote there: why it did not start. */
  stderr: string;
};

/** How a process is ended from outside; a picture that breaks its decoder ends it otherwise. */
const KILLED = new Set<string>(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000; // a process that can't start is tried again, but never in a spin
const STARTS_BEFORE_GIVING_UP = 3;

export function createPictures({
  log,
  spawn = spawnPictureChild,
  limits = PICTURE_CHILD,
}: {
  log: Log;
  spawn?: typeof spawnPictureChild;
  limits?: typeof PICTURE_CHILD;
}): Pictures {
  const children = new Set<PictureChild>();
  const queue = createPictureQueue(PICTURE_QUEUES);
  let nextId = 1;
  let started = 0;
  let failedStarts = 0;
  let pause: NodeJS.Timeout | undefined;
  let closed = false;

  function make(job: PictureJob, options: MakeOptions): Promise<MadePicture> {
    const { client, inBackground = false, signal, deadlineMs = limits.deadlineMs } = options;
    if (closed) return Promise.reject(picturesUnavailable());
    if (signal?.aborted) return Promise.reject(pictureCancelled());
    const { promise, resolve, reject } = Promise.withResolvers<MadePicture>();
    const task: PictureTask = {
      id: nextId++,
      job,
      lane: laneOf(job, inBackground),
      client,
      deadlineMs,
      resolve,
      reject,
    };
    if (!queue.add(task)) return Promise.reject(tooManyPictures());
    const onAbort = () => cancel(task);
    signal?.addEventListener("abort", onAbort, { once: true });
    dispatch();
    return promise.finally(() => signal?.removeEventListener("abort", onAbort));
  }

  function cancel(task: PictureTask) {
    queue.remove(task);
    task.reject(pictureCancelled());
    // A quick one is done in a moment; a new process would cost more.
    const worker = [...children].find((child) => child.task === task);
    if (worker && task.lane !== "quick") end(worker);
  }

  const busyLanes = () => [...children].flatMap(({ task }) => (task ? [task.lane] : []));

  function dispatch() {
    for (const child of children) {
      if (child.phase !== "idle") continue;
      const task = queue.take(busyLanes());
      if (!task) return;
      give(child, task);
    }
    const starting = [...children].some((child) => child.phase === "starting");
    const mayStart = !closed && !pause && !starting && children.size < limits.processes;
    if (mayStart && queue.hasWork(busyLanes())) launch();
  }

  function give(child: PictureChild, task: PictureTask) {
    log.debug({ kind: task.job.kind, lane: task.lane, waiting: queue.size() }, "picture begun");
    clearTimeout(child.timer);
    child.phase = "busy";
    child.task = task;
    child.timer = setTimeout(() => {
      task.reject(pictureTimedOut(task.deadlineMs));
      log.warn(
        { kind: task.job.kind, deadlineMs: task.deadlineMs },
        "a picture was given up at its deadline",
      );
      end(child);
    }, task.deadlineMs);
    const message: ToPictureChild = { id: task.id, job: task.job };
    child.process.send(message, () => {}); // a send that fails is followed by an exit, which is handled there
  }

  function launch() {
    const child: PictureChild = { process: spawn(limits.mostBytes), phase: "starting", stderr: "" };
    const { process } = child;
    children.add(child);
    started += 1;
    child.timer = setTimeout(() => process.kill("SIGKILL"), limits.startDeadlineMs);
    process.stderr?.on("data", (chunk) => {
      child.stderr = (child.stderr + chunk).slice(-2_000);
    });
    process.on("message", (message: FromPictureChild) => receive(child, message));
    process.on("error", (error) => {
      child.stderr ||= error.message;
      if (process.pid === undefined) onExit(child);
    });
    process.on("exit", () => onExit(child));
  }

  function receive(child: PictureChild, message: FromPictureChild) {
    if ("ready" in message) {
      failedStarts = 0;
      return rest(child);
    }
    const { task } = child;
    if (!task || task.id !== message.id) return;
    if ("made" in message) {
      log.debug({ kind: task.job.kind, bytes: message.made.bytes.length }, "picture made");
      task.resolve(message.made);
    } else {
      log.debug({ kind: task.job.kind, ...message.failure }, "picture not made");
      task.reject(pictureFailed(message.failure));
    }
    if (message.rss > limits.mostIdleBytes) end(child);
    else rest(child);
  }

  /** Without work for a while, it ends. */
  function rest(child: PictureChild) {
    clearTimeout(child.timer);
    child.task = undefined;
    child.phase = "idle";
    child.timer = setTimeout(() => end(child), limits.idleMs);
    child.timer.unref();
    dispatch();
  }

  function end(child: PictureChild) {
    child.process.kill("SIGKILL");
    forget(child);
    dispatch();
  }

  function forget(child: PictureChild) {
    clearTimeout(child.timer);
    child.phase = "gone";
    child.task = undefined;
    children.delete(child);
  }

  function onExit(child: PictureChild) {
    if (child.phase === "gone") return;
    const wasStarting = child.phase === "starting";
    const isKilled = KILLED.has(child.process.signalCode ?? "");
    child.task?.reject(isKilled ? pictureInterrupted() : pictureFailed({ reason: "failed" }));
    forget(child);
    if (closed) return;
    if (wasStarting) pauseBeforeStarting(child.stderr);
    else dispatch();
  }

  function pauseBeforeStarting(complaint: string) {
    failedStarts += 1;
    log.error({ failedStarts, complaint }, "a picture process did not start");
    if (failedStarts >= STARTS_BEFORE_GIVING_UP)
      for (const task of queue.takeAll()) task.reject(picturesUnavailable());
    clearTimeout(pause);
    pause = setTimeout(
      () => {
        pause = undefined;
        dispatch();
      },
      Math.min(FIRST_PAUSE_MS * 2 ** (failedStarts - 1), LONGEST_PAUSE_MS),
    );
    pause.unref();
  }

  async function close() {
    closed = true;
    clearTimeout(pause);
    for (const task of queue.takeAll()) task.reject(picturesUnavailable());
    await Promise.all(
      [...children].map(async (child) => {
        child.task?.reject(picturesUnavailable());
        forget(child);
        await ended(child.process);
      }),
    );
  }

  function state() {
    return { children: children.size, busy: busyLanes(), waiting: queue.size(), started };
  }

  return { make, state, close };
}

/** Kills a process and waits until it is gone. */
function ended(process: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (process.exitCode !== null || process.signalCode !== null || !process.pid) return resolve();
    process.once("exit", () => resolve());
    process.kill("SIGKILL");
  });
}
