import type { RenderPriority } from "../../contract/rendering/render.ts";
import {
  failureOf,
  queueFull,
  renderCancelled,
  renderCrashed,
  renderTimedOut,
  renderUnavailable,
} from "../../engine/errors.ts";
import type { FontFile, Job, JobFailure, JobResult } from "../../engine/job.ts";
import { RENDER_PACE } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Client } from "../scheduling/fair-queue.ts";
import { childOfProcess } from "../scheduling/pool-child.ts";
import {
  createProcessPool,
  type JobEnd,
  type PoolProcess,
  type PoolTask,
  type PoolState as ProcessPoolState,
} from "../scheduling/process-pool.ts";
import { createClientPace } from "./client-pace.ts";
import type { StartMessage, ToChild } from "./protocol.ts";
import { spawnChild } from "./sandbox.ts";

/**
 * The process pool that renders pages, and which clients get its processes: pages that a person waits for go first, no client has all
 * processes, and clients with slow renders wait behind the others.
 */

type PoolOptions = {
  processes: number;
  queue: number;
  deadlineMs: number;
  /** A process is replaced after so many renders, or above so many bytes: its memory only ever grows. */
  rendersPerProcess: number;
  bytesPerProcess: number;
  /** Until then a process is started only for a job: the processor is needed for the server's own start. */
  first?: Promise<unknown> | undefined;
  /** Until then there is one process, unless a person requests a page: the processor is needed for the thumbnails of a new library. */
  others?: Promise<unknown> | undefined;
  /** Where a child may read fonts. */
  fontFolders: string[];
  spawn?: typeof spawnChild;
  start: () => StartMessage;
  onStarted?: (task: RenderTask) => void;
  log: Log;
};
export type SubmitOptions = {
  priority?: RenderPriority;
  /** A person's id or an address. Clients take turns. Undefined: the server itself. */
  client?: string;
  signal?: AbortSignal;
  deadlineMs?: number;
  /** The source is not a published template, so earlier quick renders don't predict this one. */
  isDraft?: boolean;
};
/** `typing`: a person waits for a page, or did a moment ago. */
export type PoolState = ProcessPoolState & { typing: boolean };

export type Pool = {
  submit(job: Job, options?: SubmitOptions): Promise<JobResult>;
  /** The fonts, once a process has read them. Fails when none starts; asked again, it waits again. */
  ready(): Promise<FontFile[]>;
  /** Whether a process is ready to render at this moment. */
  canRender(): boolean;
  state(): PoolState;
  close(): Promise<void>;
};

type Types = {
  job: Job;
  result: JobResult;
  failure: JobFailure;
  lane: RenderPriority;
  ready: { fonts: FontFile[] };
};
type RenderTask = PoolTask<Types>;

const NO_PROCESSES = "this server has no process that makes pages.";
const TYPING_MS = 500; // so long after a page that a person waits for, one process is left free for the next
const LEAST_OF_CLIENT = 4; // the rows of one table that are asked for at once
const SHARE_OF_CLIENT = 0.5; // of the queue: a class behind one address fits, and others still find places
const PREDICTABLE_BYTES = 16 * 1024; // of data; with more, earlier quick renders don't predict the next
const KILL_ABOVE = 1.5; // times the bytes at which a process is replaced

export function createPool({ spawn = spawnChild, ...options }: PoolOptions): Pool {
  const pace = createClientPace();
  const unpredictable = new WeakSet<Job>();
  let fontsKnown = expectFonts();
  let fonts: FontFile[] | undefined;
  let typing: NodeJS.Timeout | undefined;
  let mayStart = options.first === undefined;
  let mayStartOthers = options.others === undefined;
  let wasFull = false; // all processes have been ready at once
  let closed = false;

  // Of each priority, so that background work never takes a person's place.
  const bounds = {
    max: options.queue,
    maxPerClient: Math.max(LEAST_OF_CLIENT, Math.ceil(options.queue * SHARE_OF_CLIENT)),
  };
  const pool = createProcessPool<Types>({
    name: "render process",
    log: options.log,
    processes: options.processes,
    warm: countWarm,
    lanes: { interactive: bounds, background: bounds },
    start: startChild,
    deadlineMs: options.deadlineMs,
    recycle: {
      afterJobs: options.rendersPerProcess,
      aboveBytes: options.bytesPerProcess,
      killAboveBytes: options.bytesPerProcess * KILL_ABOVE,
    },
    order: () => (isReservedForTyping() ? ["interactive"] : ["interactive", "background"]),
    mayTake,
    prefersLowPriority: ({ job, lane, client }) =>
      lane === "background" || isUnknown(client) || unpredictable.has(job),
    onReady: noteReady,
    onStarted: options.onStarted,
    onEnded: noteEnd,
    onUnavailable: (error) => {
      if (fonts) return;
      fontsKnown.reject(error);
      fontsKnown = expectFonts();
    },
    errors: {
      full: () => queueFull(retryAfter()),
      unavailable: renderUnavailable,
      cancelled: renderCancelled, // a running render takes milliseconds more; killing its process would cost more
      timedOut: ({ deadlineMs }) => renderTimedOut(deadlineMs),
      exited: () => renderCrashed("the process that made it ended unexpectedly."),
      failed: (failure, { job }) => failureOf(failure, job),
    },
  });

  /** The first process reads every font; the others get its findings. */
  function countWarm(): number {
    if (!mayStart) return 0;
    return fonts && mayStartOthers ? options.processes : Math.min(1, options.processes);
  }

  function startChild({ isLowPriority }: { isLowPriority: boolean }) {
    const child = childOfProcess(spawn(options.fontFolders, { isForBackground: isLowPriority }));
    const { kit, fonts: files } = options.start();
    child.send({ start: { kit, fonts: fonts ?? files } } satisfies ToChild);
    return child;
  }

  function noteReady(message: { fonts: FontFile[] }) {
    if (!fonts) {
      fonts = message.fonts;
      fontsKnown.resolve(fonts);
    }
    wasFull ||= active().filter(({ phase }) => phase !== "starting").length >= options.processes;
  }

  function startFirst() {
    mayStart = true;
    pool.schedule();
  }

  function startOthers() {
    mayStartOthers = true;
    pool.schedule();
  }

  const active = () => pool.processes().filter(({ isRetiring }) => !isRetiring);

  /** Nothing is known yet of how long its renders take: should they be slow, the process for people is left to the others. */
  function isUnknown(client: Client): boolean {
    return client !== undefined && !pace.isKnown(client);
  }

  /** While a process is restarted, the only one left is for clients whose renders are known to be quick. */
  function isLastReady(processes: PoolProcess<Types>[]): boolean {
    const count = (phase: string) => processes.filter((each) => each.phase === phase).length;
    const isShort = processes.length - count("starting") < options.processes;
    return wasFull && isShort && count("starting") > 0 && count("idle") <= 1;
  }

  /** Processes that are free or soon will be. Drafts and large data leave one of them to other work. */
  function countPredictable(processes: PoolProcess<Types>[]): number {
    return processes.filter(
      ({ phase, task }) => phase !== "starting" && !(task && unpredictable.has(task.job)),
    ).length;
  }

  /**
   * Whether a client may have one more process. None has all of them unless its renders are known to be quick and this one is like
   * them, and those with slow renders leave one that is ready to all the others. With one process, slow clients wait until no person is typing.
   */
  function mayTake({ client, job }: RenderTask): boolean {
    const processes = active();
    const now = performance.now();
    const isSlow = pace.isSlow(client, now);
    if (processes.length < 2) return !isSlow || !isTyping();
    if (client !== undefined && unpredictable.has(job) && countPredictable(processes) < 2) return false;
    if (!isSlow) {
      if (isLastReady(processes) && !pace.isKnown(client)) return false;
      const held = processes.filter(({ task }) => task && task.client === client).length;
      if (client === undefined || held + 1 < processes.length) return true;
      return pace.isQuick(client) && !unpredictable.has(job);
    }
    const left = processes.filter(
      ({ phase, task }) => phase !== "starting" && !(task && pace.isSlow(task.client, now)),
    );
    return left.length > 1;
  }

  /**
   * A client whose render took long waits behind the others for a while, with what it already has in the queue. A render that ended its
   * process counts as slow: another has to be started. Processor time counts: on a busy machine every render takes long.
   */
  function noteEnd(
    { client, lane, startedAt = performance.now() }: RenderTask,
    { isProcessLost, failure, cpuMs }: JobEnd<Types>,
  ) {
    const now = performance.now();
    const used = Math.min(now - startedAt, cpuMs ?? Number.POSITIVE_INFINITY);
    const took = Math.max(used, isProcessLost || failure?.reason === "crash" ? RENDER_PACE.slowMs : 0);
    if (pace.note(client, took, now)) pool.move(client, "interactive", "background");
    if (lane === "interactive") noteTyping();
  }

  /** While a person types, background work leaves one process free that no slow render has: their page then waits for nothing. */
  function isReservedForTyping(): boolean {
    if (!isTyping()) return false;
    const now = performance.now();
    const isTaken = ({ task }: PoolProcess<Types>) =>
      task && (task.lane === "background" || now - (task.startedAt ?? now) > RENDER_PACE.slowMs);
    const taken = pool.processes().filter(isTaken).length;
    return taken > 0 && taken >= active().length - 1;
  }

  /** A person waits for a page, or was given one a moment ago. */
  function isTyping(): boolean {
    const isRendering = () => pool.processes().some(({ task }) => task?.lane === "interactive");
    return typing !== undefined || pool.waiting("interactive") > 0 || isRendering();
  }

  function noteTyping() {
    if (closed) return;
    clearTimeout(typing);
    typing = setTimeout(() => {
      typing = undefined;
      pool.schedule();
    }, TYPING_MS);
    typing.unref();
  }

  function submit(
    job: Job,
    { priority = "interactive", client, signal, deadlineMs, isDraft = false }: SubmitOptions = {},
  ): Promise<JobResult> {
    if (options.processes === 0) return Promise.reject(renderUnavailable(NO_PROCESSES));
    const lane = pace.isSlow(client, performance.now()) ? "background" : priority;
    if (isDraft || job.inputs.data.length > PREDICTABLE_BYTES) unpredictable.add(job);
    mayStart = true;
    mayStartOthers ||= priority === "interactive";
    const result = pool.submit(job, { lane, client, signal, deadlineMs });
    if (lane === "interactive") noteTyping();
    return result;
  }

  const retryAfter = () => Math.min(30, Math.max(1, Math.ceil((options.queue * 0.05) / options.processes)));

  function ready(): Promise<FontFile[]> {
    if (options.processes === 0) return Promise.reject(renderUnavailable(NO_PROCESSES));
    startFirst();
    return fontsKnown.promise;
  }

  pool.schedule();
  void options.first?.then(startFirst);
  void options.others?.then(startOthers);
  return {
    submit,
    ready,
    canRender: () => pool.processes().some(({ phase }) => phase !== "starting"),
    state: () => ({ ...pool.state(), typing: isTyping() }),
    close: () => {
      closed = true;
      clearTimeout(typing);
      return pool.close();
    },
  };
}

function expectFonts(): PromiseWithResolvers<FontFile[]> {
  const fonts = Promise.withResolvers<FontFile[]>();
  fonts.promise.catch(() => {}); // nothing may be waiting for them
  return fonts;
}
