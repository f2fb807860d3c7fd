import type { Log } from "../log/logging.ts";
import { type Client, createLaneQueue, type QueueBounds } from "./fair-queue.ts";
import type { Exit, PoolChild } from "./pool-child.ts";

/**
 * Child processes or threads that each do one job at a time, given out of a fair queue. A job that exceeds its deadline is killed with
 * its process; a process that has grown is replaced by a warm one; one that can't start is retried with growing pauses. No library:
 * piscina, workerpool and their like pool threads of our own rights, without fair queues, priorities or successors.
 */
type ProcessPool<T extends PoolTypes> = {
  submit(job: T["job"], options: SubmitOptions<T>): Promise<T["result"]>;
  /** Gives jobs to idle processes and starts missing ones, for when something has changed that the pool can't know. */
  schedule(): void;
  /** Moves all jobs of a client that wait in one lane to another. */
  move(client: Client, from: T["lane"], to: T["lane"]): void;
  /** All processes, those about to be replaced included. */
  processes(): PoolProcess<T>[];
  waiting(lane: T["lane"]): number;
  state(): PoolState;
  close(): Promise<void>;
};

type PoolTypes = { job: unknown; result: unknown; failure: unknown; lane: string; ready: object };

type SubmitOptions<T extends PoolTypes> = {
  lane: T["lane"];
  client?: Client;
  signal?: AbortSignal | undefined;
  deadlineMs?: number | undefined;
};

export type PoolState = {
  idle: number;
  busy: number;
  starting: number;
  waiting: number;
  started: number;
  bytes: number;
};

export type PoolTask<T extends PoolTypes> = {
  id: number;
  job: T["job"];
  lane: T["lane"];
  client: Client;
  signal: AbortSignal | undefined;
  deadlineMs: number;
  submittedAt: number;
  startedAt?: number;
  timer?: NodeJS.Timeout;
  resolve(result: T["result"]): void;
  reject(error: Error): void;
};

export type PoolProcess<T extends PoolTypes> = {
  child: PoolChild;
  phase: "starting" | "idle" | "busy";
  jobs: number;
  bytes: number;
  /** All but one process have lower priority than the first, which is for jobs that a person waits for. */
  isLowPriority: boolean;
  /** Its successor is warm: it ends with the job it is doing. */
  isRetiring: boolean;
  task?: PoolTask<T> | undefined;
  /** Until it has to be ready, and until it has been idle for too long. */
  timer?: NodeJS.Timeout;
};

/** The messages to and from a process. It reports once that it is ready; other messages are ignored. */
export type ToProcess<Job> = { id: number; job: Job };
type FromProcess<T extends PoolTypes> =
  | ({ ready: true; rss?: number } & T["ready"])
  | { id: number; result: T["result"]; rss?: number; cpuMs?: number }
  | { id: number; failure: T["failure"]; rss?: number; cpuMs?: number };

export type JobEnd<T extends PoolTypes> = {
  isProcessLost: boolean;
  failure?: T["failure"];
  cpuMs?: number | undefined;
};

export type PoolOptions<T extends PoolTypes> = {
  /** The name of a process in the log. */
  name: string;
  log?: Log | undefined;
  processes: number;
  /** How many processes to have ready. By default one is started when a job waits. */
  warm?: () => number;
  lanes: Record<T["lane"], QueueBounds>;
  start(options: { isLowPriority: boolean }): PoolChild;
  deadlineMs: number;
  /** The deadline is counted from submission instead of from the start of the work. */
  isWaitingCounted?: boolean;
  /** An idle process ends after this time. */
  idleMs?: number;
  /** A process is replaced after so many jobs or above so many bytes, and killed after its job above `killAboveBytes`. */
  recycle?: { afterJobs?: number; aboveBytes?: number; killAboveBytes?: number };
  /** How long after a cancellation the process of the job is killed. By default it finishes. */
  killAfterCancelMs?: (task: PoolTask<T>) => number | undefined;
  /** The lanes that are served now, first to last, given those of the running jobs. By default all. */
  order?: (busy: T["lane"][]) => readonly T["lane"][];
  mayTake?: (task: PoolTask<T>) => boolean;
  prefersLowPriority?: (task: PoolTask<T>) => boolean;
  onReady?: (message: T["ready"]) => void;
  onStarted?: (task: PoolTask<T>) => void;
  onEnded?: (task: PoolTask<T>, end: JobEnd<T>) => void;
  /** Called when no process starts or the pool closes, after all waiting jobs were rejected. */
  onUnavailable?: (error: Error) => void;
  errors: {
    full(): Error;
    unavailable(detail: string): Error;
    cancelled(signal: AbortSignal | undefined): Error;
    timedOut(task: PoolTask<T>): Error;
    exited(exit: Exit): Error;
    failed(failure: T["failure"], task: PoolTask<T>): Error;
  };
};

const START_DEADLINE_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000; // a process that can't start is retried, but never in a spin
const STARTS_BEFORE_GIVING_UP = 3; // waiting jobs are then rejected; starting is still retried
const STOPPING = "the server is stopping.";
const NONE_STARTS = "no process starts; see the server's log.";

export function createProcessPool<T extends PoolTypes>(options: PoolOptions<T>): ProcessPool<T> {
  type Task = PoolTask<T>;
  type Process = PoolProcess<T>;
  const { errors, recycle = {} } = options;
  const allLanes = Object.keys(options.lanes) as T["lane"][];
  const queue = createLaneQueue<T["lane"], Task>(options.lanes, (task) => task.reject(errors.full()));
  const processes = new Set<Process>();
  const ending = new Set<Promise<void>>();
  let nextId = 1;
  let started = 0;
  let failedStarts = 0;
  // Jobs that may take long are made on machines that are slow to start a process, too.
  const startDeadlineMs = Math.max(START_DEADLINE_MS, options.deadlineMs);
  let pause: NodeJS.Timeout | undefined;
  let closed = false;

  const active = () => [...processes].filter(({ isRetiring }) => !isRetiring);
  const count = (phase: Process["phase"]) => [...processes].filter((each) => each.phase === phase).length;
  const processOf = (task: Task) => [...processes].find((each) => each.task === task);

  function submit(job: T["job"], { lane, client, signal, deadlineMs }: SubmitOptions<T>) {
    if (closed) return Promise.reject(errors.unavailable(STOPPING));
    if (isGivenUp()) return Promise.reject(errors.unavailable(NONE_STARTS));
    if (signal?.aborted) return Promise.reject(errors.cancelled(signal));
    const { promise, resolve, reject } = Promise.withResolvers<T["result"]>();
    const task: Task = {
      id: nextId++,
      job,
      lane,
      client,
      signal,
      deadlineMs: deadlineMs ?? options.deadlineMs,
      submittedAt: performance.now(),
      resolve,
      reject,
    };
    if (!queue.add(task)) return Promise.reject(errors.full());
    if (options.isWaitingCounted) task.timer = setTimeout(() => expire(task), task.deadlineMs);
    const onAbort = () => cancel(task);
    signal?.addEventListener("abort", onAbort, { once: true });
    schedule();
    return promise.finally(() => {
      signal?.removeEventListener("abort", onAbort);
      if (!processOf(task)) clearTimeout(task.timer);
    });
  }

  function schedule() {
    if (closed) return;
    for (;;) {
      const idle = active().filter(({ phase }) => phase === "idle");
      const task = idle.length > 0 ? queue.take(servedLanes(), options.mayTake) : undefined;
      if (!task) break;
      const isLow = options.prefersLowPriority?.(task);
      const process = idle.find(({ isLowPriority }) => isLowPriority === isLow) ?? idle[0];
      if (process) give(process, task);
    }
    while (!pause && active().length < wanted()) launch();
  }

  function servedLanes(): readonly T["lane"][] {
    const busy = [...processes].flatMap(({ task }) => (task ? [task.lane] : []));
    return options.order?.(busy) ?? allLanes;
  }

  function wanted(): number {
    if (options.warm) return options.warm();
    const current = active();
    const isOneFree = current.some(({ phase }) => phase !== "busy");
    const isNeeded = !isOneFree && queue.size(servedLanes()) > 0;
    return Math.min(options.processes, current.length + (isNeeded ? 1 : 0));
  }

  function launch(isLowPriority = active().some((each) => !each.isLowPriority)) {
    const child = options.start({ isLowPriority });
    const process: Process = {
      child,
      phase: "starting",
      jobs: 0,
      bytes: 0,
      isLowPriority,
      isRetiring: false,
      timer: setTimeout(() => void child.kill(), startDeadlineMs),
    };
    processes.add(process);
    started += 1;
    child.listen({
      onMessage: (message) => receive(process, message as FromProcess<T>),
      onExit: (exit) => onExit(process, exit),
    });
  }

  function give(process: Process, task: Task) {
    clearTimeout(process.timer);
    process.phase = "busy";
    process.task = task;
    task.startedAt = performance.now();
    task.timer ??= setTimeout(() => expire(task), task.deadlineMs);
    options.onStarted?.(task);
    process.child.send({ id: task.id, job: task.job } satisfies ToProcess<T["job"]>);
  }

  function receive(process: Process, message: FromProcess<T>) {
    process.bytes = message.rss || process.bytes;
    if ("ready" in message) {
      failedStarts = 0;
      rest(process);
      options.onReady?.(message);
      retirePredecessor(process);
      return schedule();
    }
    const { task } = process;
    if (!task || task.id !== message.id) return;
    clearTimeout(task.timer);
    process.jobs += 1;
    rest(process);
    const { cpuMs } = message;
    if ("result" in message) {
      options.onEnded?.(task, { isProcessLost: false, cpuMs });
      task.resolve(message.result);
    } else {
      options.onEnded?.(task, { isProcessLost: false, failure: message.failure, cpuMs });
      task.reject(errors.failed(message.failure, task));
    }
    if (process.isRetiring || process.bytes >= (recycle.killAboveBytes ?? Number.POSITIVE_INFINITY))
      end(process);
    else if (isWorn(process)) startSuccessor(process);
    schedule();
  }

  function rest(process: Process) {
    clearTimeout(process.timer);
    process.phase = "idle";
    process.task = undefined;
    if (options.idleMs !== undefined) process.timer = setTimeout(() => end(process), options.idleMs).unref();
  }

  function isWorn({ jobs, bytes }: Process): boolean {
    return (
      jobs >= (recycle.afterJobs ?? Number.POSITIVE_INFINITY) || bytes >= (recycle.aboveBytes ?? Infinity)
    );
  }

  /** The worn process works until its successor is warm. One successor at a time, or the machine would be busy with starting. */
  function startSuccessor(worn: Process) {
    if (count("starting") === 0) launch(worn.isLowPriority);
  }

  /** Ends the process that a successor was started for: of the same priority, the one that has done the most jobs. */
  function retirePredecessor(successor: Process) {
    if (active().length <= options.processes) return;
    const oldest = active()
      .filter((each) => each.phase !== "starting" && each.isLowPriority === successor.isLowPriority)
      .sort((a, b) => b.jobs - a.jobs)[0];
    if (!oldest) return;
    oldest.isRetiring = true;
    if (oldest.phase === "idle") end(oldest);
  }

  function cancel(task: Task) {
    queue.remove(task);
    task.reject(errors.cancelled(task.signal));
    const process = processOf(task);
    const killAfterMs = process && options.killAfterCancelMs?.(task);
    if (!process || killAfterMs === undefined) return;
    clearTimeout(task.timer);
    if (killAfterMs === 0) return end(process);
    task.timer = setTimeout(() => {
      if (process.task === task) end(process);
    }, killAfterMs).unref();
  }

  function expire(task: Task) {
    queue.remove(task);
    const process = processOf(task);
    if (process) options.onEnded?.(task, { isProcessLost: true });
    task.reject(errors.timedOut(task));
    if (process) end(process);
  }

  /** Kills a process whose job, if it has one, was answered. */
  function end(process: Process) {
    if (!processes.delete(process)) return;
    clearTimeout(process.timer);
    const ended = process.child.kill().finally(() => ending.delete(ended));
    ending.add(ended);
    schedule();
  }

  function onExit(process: Process, exit: Exit) {
    if (!processes.delete(process)) return;
    clearTimeout(process.timer);
    const { task } = process;
    if (task) {
      clearTimeout(task.timer);
      options.onEnded?.(task, { isProcessLost: true });
      task.reject(errors.exited(exit));
    }
    if (closed) return;
    if (process.phase === "starting") pauseStarts(exit.complaint);
    schedule();
  }

  function pauseStarts(complaint: string) {
    failedStarts += 1;
    options.log?.error({ failedStarts, complaint }, `a ${options.name} did not start`);
    clearTimeout(pause);
    pause = setTimeout(
      () => {
        pause = undefined;
        schedule();
      },
      Math.min(FIRST_PAUSE_MS * 2 ** (failedStarts - 1), LONGEST_PAUSE_MS),
    );
    if (isGivenUp()) rejectAll(errors.unavailable(NONE_STARTS));
  }

  function isGivenUp(): boolean {
    const isRetrying = pause !== undefined || count("starting") > 0;
    return failedStarts >= STARTS_BEFORE_GIVING_UP && isRetrying && count("idle") + count("busy") === 0;
  }

  function rejectAll(error: Error) {
    for (const task of queue.takeAll()) task.reject(error);
    options.onUnavailable?.(error);
  }

  function move(client: Client, from: T["lane"], to: T["lane"]) {
    for (const task of queue.takeAllOf(client, from)) {
      task.lane = to;
      if (!queue.add(task)) task.reject(errors.full());
    }
  }

  async function close() {
    closed = true;
    clearTimeout(pause);
    rejectAll(errors.unavailable(STOPPING));
    await Promise.all([...[...processes].map(({ child }) => child.kill()), ...ending]);
  }

  function state(): PoolState {
    return {
      idle: count("idle"),
      busy: count("busy"),
      starting: count("starting"),
      waiting: queue.size(),
      started,
      bytes: [...processes].reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  return {
    submit,
    schedule,
    move,
    processes: () => [...processes],
    waiting: (lane) => queue.size([lane]),
    state,
    close,
  };
}
