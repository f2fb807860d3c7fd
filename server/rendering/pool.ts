import type { RenderPriority } from "../../contract/render.ts";
import type { Log } from "../kernel/logging.ts";
import type { Client } from "../limits/fair-queue.ts";
import { RENDER_PACE } from "../limits/limits.ts";
import { createClientPace } from "./client-pace.ts";
import {
  failureOf,
  queueFull,
  type RenderError,
  renderCancelled,
  renderCrashed,
  renderTimedOut,
  renderUnavailable,
} from "./errors.ts";
import { createJobQueue, type Task } from "./job-queue.ts";
import type { FontFile, FromChild, Job, JobResult, StartMessage, ToChild } from "./protocol.ts";
import { type RenderChild, watchChild } from "./render-child.ts";
import { spawnChild } from "./sandbox.ts";

/**
 * Warm child processes that each render one job at a time. A job that exceeds its deadline is killed with its process; a process
 * that has grown is replaced once its successor is warm. No other job notices either.
 */

type PoolOptions = {
  processes: number;
  queue: number;
  deadlineMs: number;
  /** A process is replaced after so many renders, or above so many bytes: its memory only ever grows. */
  rendersPerProcess: number;
  bytesPerProcess: number;
  /** Until then there is no process, unless something is to be rendered: starting one takes what the server's own start needs. */
  first?: Promise<unknown> | undefined;
  /** Until then there is one process, unless somebody asks for a page: starting takes what drawing a new library needs. */
  others?: Promise<unknown> | undefined;
  /** Where a child may read fonts. */
  fontFolders: string[];
  spawn?: typeof spawnChild;
  start: () => StartMessage;
  onTaken?: (task: Task) => void;
  log: Log;
};
export type SubmitOptions = {
  priority?: RenderPriority;
  /** Whom the page is for: a person or an address. Clients take turns. */
  client?: string;
  signal?: AbortSignal;
  deadlineMs?: number;
};
export type PoolState = {
  idle: number;
  busy: number;
  starting: number;
  waiting: number;
  started: number;
  bytes: number;
  typing: boolean; // somebody waits for a page, or did a moment ago
};

export type Pool = {
  submit(job: Job, options?: SubmitOptions): Promise<JobResult>;
  /** The fonts, once a process has read them. Fails when none starts; asked again, it waits again. */
  ready(): Promise<FontFile[]>;
  /** Whether a process is there, at this moment, that makes pages. */
  canRender(): boolean;
  state(): PoolState;
  close(): Promise<void>;
};

const NO_PROCESSES = "this server has no process that makes pages.";
const NONE_STARTS = "no process that makes pages starts; the server's log says why.";
const TYPING_MS = 500; // so long after a page that a person waits for, one process is kept free for the next
const LEAST_OF_CLIENT = 4; // the rows of one table that are asked for at once
const SHARE_OF_CLIENT = 0.5; // of the queue: a class behind one address fits, and there is room for others at once
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000; // a process that can't start is tried again, but never in a spin
const STARTS_BEFORE_GIVING_UP = 3; // waiting jobs are then answered; starting goes on being tried

export function createPool({ spawn = spawnChild, ...options }: PoolOptions): Pool {
  const children = new Set<RenderChild>();
  const queue = createJobQueue({
    most: options.queue,
    mostPerClient: Math.max(LEAST_OF_CLIENT, Math.ceil(options.queue * SHARE_OF_CLIENT)),
    refusal: () => queueFull(retryAfter()),
    onTaken: options.onTaken,
  });
  const pace = createClientPace();
  let fontsKnown = expectFonts();
  let fonts: FontFile[] | undefined;
  let failedStarts = 0;
  let started = 0;
  let pause: NodeJS.Timeout | undefined;
  let typing: NodeJS.Timeout | undefined;
  let mayStart = options.first === undefined;
  let mayStartOthers = options.others === undefined;
  let wasFull = false; // all processes have been ready at once
  let closed = false;

  function active(): RenderChild[] {
    return [...children].filter((child) => child.phase !== "gone" && !child.retiring);
  }

  /** The first process reads every font; the others are told what it found. */
  function fill() {
    if (closed || pause || !mayStart) return;
    const wanted = fonts && mayStartOthers ? options.processes : Math.min(1, options.processes);
    while (active().length < wanted) launch();
  }

  function startFirst() {
    if (mayStart) return;
    mayStart = true;
    fill();
  }

  function startOthers() {
    mayStartOthers = true;
    fill();
  }

  function launch(isForBackground = active().some((child) => !child.isForBackground)) {
    const process = spawn(options.fontFolders, { isForBackground });
    const child = watchChild(process, { isForBackground, onMessage: receive, onExit });
    children.add(child);
    started += 1;
    const { kit, fonts: files } = options.start();
    send(child, { start: { kit, fonts: fonts ?? files } });
  }

  function send(child: RenderChild, message: ToChild) {
    child.process.send(message, () => {}); // a send that fails is followed by an exit, which is handled there
  }

  function receive(child: RenderChild, message: FromChild) {
    child.bytes = message.rss || child.bytes;
    if ("ready" in message) {
      clearTimeout(child.timer);
      child.phase = "idle";
      failedStarts = 0;
      if (!fonts) {
        fonts = message.fonts;
        fontsKnown.resolve(fonts);
      }
      retireOne(child);
      wasFull ||= active().filter(({ phase }) => phase !== "starting").length >= options.processes;
      fill();
      return dispatch();
    }
    const task = child.task;
    if (!task || task.id !== message.id) return;
    clearTimeout(child.timer);
    child.task = undefined;
    const endedProcess = "failure" in message && message.failure.reason === "crash";
    noteEnd(task, { endedProcess, cpuMs: message.cpuMs });
    if ("result" in message) task.resolve(message.result);
    else task.reject(failureOf(message.failure, task.job));
    child.phase = "idle";
    child.renders += 1;
    if (child.retiring) end(child);
    else if (needsReplacing(child)) replace(child);
    dispatch();
  }

  function needsReplacing(child: RenderChild) {
    return child.renders >= options.rendersPerProcess || child.bytes >= options.bytesPerProcess;
  }

  /** The old one goes on working until its successor is warm; one successor at a time, or the machine would be busy with starting. */
  function replace(child: RenderChild) {
    if (closed || [...children].some((each) => each.phase === "starting")) return;
    if (child.bytes >= options.bytesPerProcess * 1.5) return end(child);
    launch(child.isForBackground);
  }

  /** The process that its successor was started for: of its kind, and the one that has made the most. */
  function retireOne(successor: RenderChild) {
    if (active().length <= options.processes) return;
    const oldest = active()
      .filter(
        ({ phase, isForBackground }) => phase !== "starting" && isForBackground === successor.isForBackground,
      )
      .sort((a, b) => b.renders - a.renders)[0];
    if (!oldest) return;
    oldest.retiring = true;
    if (oldest.phase === "idle") end(oldest);
  }

  function end(child: RenderChild) {
    child.retiring = true;
    child.process.kill("SIGKILL");
    fill();
  }

  function onExit(child: RenderChild) {
    if (child.phase === "gone") return;
    const wasStarting = child.phase === "starting";
    child.phase = "gone";
    children.delete(child);
    clearTimeout(child.timer);
    if (child.task) noteEnd(child.task, { endedProcess: true });
    child.task?.reject(renderCrashed("the process that made it ended unexpectedly."));
    child.task = undefined;
    if (closed) return;
    if (wasStarting) pauseBeforeStarting(child);
    else fill();
    dispatch(); // with one process less, what waited for another one may have this one
  }

  function pauseBeforeStarting(child: RenderChild) {
    failedStarts += 1;
    options.log.error({ failedStarts, complaint: child.stderr }, "a render process did not start");
    if (isGivenUp()) refuseAll(renderUnavailable(NONE_STARTS));
    const wait = Math.min(FIRST_PAUSE_MS * 2 ** (failedStarts - 1), LONGEST_PAUSE_MS);
    clearTimeout(pause);
    pause = setTimeout(() => {
      pause = undefined;
      fill();
    }, wait);
  }

  function isGivenUp(): boolean {
    return failedStarts >= STARTS_BEFORE_GIVING_UP && !canRender();
  }

  function canRender(): boolean {
    return [...children].some(({ phase }) => phase === "idle" || phase === "busy");
  }

  function refuseAll(error: RenderError) {
    queue.rejectAll(error);
    if (fonts) return;
    fontsKnown.reject(error);
    fontsKnown = expectFonts();
  }

  function dispatch() {
    for (;;) {
      const idle = [...children].filter(({ phase, retiring }) => phase === "idle" && !retiring);
      const task = idle.length > 0 && queue.take({ background: !isKeptForTyping(), may: mayTakeOne });
      if (!task) return;
      const givesWay = task.priority === "background" || isUnknown(task.client);
      const child = idle.find(({ isForBackground }) => isForBackground === givesWay) ?? idle[0];
      if (child) give(child, task);
    }
  }

  /** Nobody knows yet how long its renders take: should they be slow, the process for people is left to the others. */
  function isUnknown(client: Client): boolean {
    return client !== undefined && !pace.isKnown(client);
  }

  /** While a process is started again, the only one that is left is for clients whose renders are known to be quick. */
  function isLastReady(processes: RenderChild[]): boolean {
    const count = (phase: RenderChild["phase"]) => processes.filter((child) => child.phase === phase).length;
    const isShort = processes.length - count("starting") < options.processes;
    return wasFull && isShort && count("starting") > 0 && count("idle") <= 1;
  }

  /**
   * Whether a client may have one more process. None has all of them unless its renders are known to be quick, and those with slow
   * renders leave one that is ready to all the others. Where there is one process, slow clients wait until nobody types.
   */
  function mayTakeOne(client: Client): boolean {
    const processes = active();
    const now = performance.now();
    const isSlow = pace.isSlow(client, now);
    if (processes.length < 2) return !isSlow || !isTyping();
    if (!isSlow) {
      if (isLastReady(processes) && !pace.isKnown(client)) return false;
      const held = processes.filter(({ task }) => task && task.client === client).length;
      return client === undefined || held + 1 < processes.length || pace.isQuick(client);
    }
    const left = processes.filter(
      ({ phase, task }) => phase !== "starting" && !(task && pace.isSlow(task.client, now)),
    );
    return left.length > 1;
  }

  /**
   * A client whose render took long waits behind the others for a while, with what it already has in the queue. One that ended its
   * process counts as slow: another has to be started. What counts is time of a processor: on a busy machine every render takes long.
   */
  function noteEnd(
    { client, priority, given = performance.now() }: Task,
    { endedProcess = false, cpuMs }: { endedProcess?: boolean; cpuMs?: number | undefined } = {},
  ) {
    const now = performance.now();
    const used = Math.min(now - given, cpuMs ?? Number.POSITIVE_INFINITY);
    const took = Math.max(used, endedProcess ? RENDER_PACE.slowMs : 0);
    if (pace.note(client, took, now)) queue.demote(client);
    if (priority === "interactive") noteTyping();
  }

  function give(child: RenderChild, task: Task) {
    child.phase = "busy";
    child.task = task;
    task.given = performance.now();
    child.timer = setTimeout(() => onDeadline(child, task), task.deadlineMs);
    send(child, { id: task.id, job: task.job });
  }

  /** While somebody types, background work leaves one process alone: their page then waits for nothing. */
  function isKeptForTyping(): boolean {
    if (!isTyping()) return false;
    const taken = [...children].filter((child) => child.task?.priority === "background").length;
    return taken > 0 && taken >= active().length - 1;
  }

  /** Somebody waits for a page, or was given one a moment ago. */
  function isTyping(): boolean {
    const isMade = () => [...children].some(({ task }) => task?.priority === "interactive");
    return typing !== undefined || queue.awaited() > 0 || isMade();
  }

  function noteTyping() {
    if (closed) return;
    clearTimeout(typing);
    typing = setTimeout(() => {
      typing = undefined;
      dispatch();
    }, TYPING_MS);
    typing.unref();
  }

  function onDeadline(child: RenderChild, task: Task) {
    child.task = undefined;
    noteEnd(task, { endedProcess: true });
    task.reject(renderTimedOut(task.deadlineMs));
    end(child);
  }

  function submit(
    job: Job,
    { priority: wanted = "interactive", client, signal, deadlineMs = options.deadlineMs }: SubmitOptions = {},
  ) {
    if (closed) return Promise.reject(renderUnavailable("the server is stopping."));
    if (options.processes === 0) return Promise.reject(renderUnavailable(NO_PROCESSES));
    if (isGivenUp()) return Promise.reject(renderUnavailable(NONE_STARTS));
    if (signal?.aborted) return Promise.reject(renderCancelled());
    const priority = pace.isSlow(client, performance.now()) ? "background" : wanted;
    const result = queue.add(job, { priority, client, deadlineMs, signal });
    startFirst();
    if (priority === "interactive") noteTyping();
    if (wanted === "interactive" && !mayStartOthers) startOthers();
    dispatch();
    return result;
  }

  const retryAfter = () => Math.min(30, Math.max(1, Math.ceil((options.queue * 0.05) / options.processes)));

  async function close() {
    closed = true;
    clearTimeout(pause);
    clearTimeout(typing);
    refuseAll(renderUnavailable("the server is stopping."));
    await Promise.all(
      [...children].map(
        (child) =>
          new Promise<void>((resolve) => {
            if (child.process.exitCode !== null || child.process.signalCode !== null || !child.process.pid)
              return resolve();
            child.process.once("exit", () => resolve());
            child.process.kill("SIGKILL");
          }),
      ),
    );
  }

  function state(): PoolState {
    const count = (phase: RenderChild["phase"]) =>
      [...children].filter((child) => child.phase === phase).length;
    return {
      idle: count("idle"),
      busy: count("busy"),
      starting: count("starting"),
      waiting: queue.length(),
      started,
      bytes: [...children].reduce((sum, child) => sum + child.bytes, 0),
      typing: isTyping(),
    };
  }

  function ready(): Promise<FontFile[]> {
    if (options.processes === 0) return Promise.reject(renderUnavailable(NO_PROCESSES));
    startFirst();
    return fontsKnown.promise;
  }

  fill();
  void options.first?.then(startFirst);
  void options.others?.then(startOthers);
  return { submit, ready, canRender, state, close };
}

function expectFonts(): PromiseWithResolvers<FontFile[]> {
  const fonts = Promise.withResolvers<FontFile[]>();
  fonts.promise.catch(() => {}); // nobody may be waiting for them
  return fonts;
}
