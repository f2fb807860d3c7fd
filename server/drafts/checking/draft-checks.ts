import { Worker } from "node:worker_threads";
import type { Log } from "../../kernel/logging.ts";
import { entryPath } from "../../kernel/program-files.ts";
import { createFairQueue } from "../../limits/fair-queue.ts";
import { DRAFT_CHECKS } from "../../limits/limits.ts";
import {
  queueFull,
  RenderError,
  renderCancelled,
  renderCrashed,
  renderTimedOut,
  TemplateBroken,
} from "../../rendering/errors.ts";
import type { SubmitOptions } from "../../rendering/pool.ts";
import type { Rendering } from "../../rendering/rendering.ts";
import type { CheckedDraft, CheckJob, FromThread, SentError, ToThread } from "./check-thread.ts";

/** Who waits for a check, and for how long they want to know. */
export type CheckWaiter = Required<Pick<SubmitOptions, "client" | "signal">>;

/**
 * Checks of drafts, some at a time, in a thread that is started with the first and leaves when there was nothing to do for a while.
 * Clients take turns; pages are made in the background. A check ends with its findings, when nobody wants them any more, or at a
 * deadline; if the thread doesn't let go of it by then, the thread is ended.
 */
export type DraftChecks = {
  check(job: CheckJob, waiter: CheckWaiter): Promise<CheckedDraft>;
  close(): Promise<void>;
};

type Parts = { rendering: Rendering; log: Log };
type Running = PromiseWithResolvers<CheckedDraft> & { signal: AbortSignal; client: string };
type Turn = PromiseWithResolvers<void>;

const ENTRY = entryPath("server/drafts/checking/check-thread");
const RETRY_SECONDS = 2;
const MOST_RESTARTS = 3;

/** The thread went because of another check that did not let go of it. */
class BesideEnded extends Error {}

export function createDraftChecks({ rendering, log }: Parts): DraftChecks {
  const running = new Map<number, Running>();
  const line = createFairQueue<Turn>({
    most: DRAFT_CHECKS.most,
    mostPerClient: DRAFT_CHECKS.mostPerClient,
    onDisplaced: (turn) => turn.reject(queueFull(RETRY_SECONDS)),
  });
  let busy = 0;
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let checks = 0;

  function openThread(): Worker {
    clearTimeout(idle);
    if (thread) return thread;
    const started = new Worker(ENTRY, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: DRAFT_CHECKS.mostHeapMb },
    });
    started.unref();
    started.on("message", (message: FromThread) => void receive(started, message));
    started.on("error", (error) => {
      log.warn({ error: error.message }, "the thread that checks drafts failed");
      endThread(started, renderCrashed("its check took more memory than it may."));
    });
    thread = started;
    return started;
  }

  /** With everything that was in it; what is not to blame is begun again in the next. */
  function endThread(ended: Worker, reason: RenderError, toBlame?: Running): void {
    if (thread !== ended) return;
    thread = undefined;
    for (const each of running.values())
      each.reject(toBlame && each !== toBlame && !each.signal.aborted ? new BesideEnded() : reason);
    void ended.terminate();
  }

  async function receive(from: Worker, message: FromThread): Promise<void> {
    const check = running.get(message.check);
    if ("checked" in message) return check?.resolve(message.checked);
    if ("error" in message) return check?.reject(readError(message.error));
    const answer = (sent: ToThread) => from.postMessage(sent);
    if (!check) return answer({ render: message.render, error: describe(renderCancelled()) });
    const { client, signal } = check;
    const { kind, input, render } = message;
    try {
      const made = await rendering[kind](input, { priority: "background", client, signal });
      // The bytes of a PDF are no part of any check.
      answer({ render, result: "bytes" in made ? { ...made, bytes: new Uint8Array() } : made });
    } catch (error) {
      answer({ render, error: describe(error) });
    }
  }

  async function run(job: CheckJob, { client, signal }: CheckWaiter): Promise<CheckedDraft> {
    if (signal.aborted) throw renderCancelled();
    const deadline = AbortSignal.timeout(DRAFT_CHECKS.deadlineMs);
    const check = ++checks;
    const mine: Running = {
      ...Promise.withResolvers<CheckedDraft>(),
      client,
      signal: AbortSignal.any([signal, deadline]),
    };
    running.set(check, mine);
    const used = openThread();
    let patience: NodeJS.Timeout | undefined;
    // Its renders are cancelled, so it ends by itself unless it is busy with something without an end.
    mine.signal.addEventListener("abort", () => {
      patience = setTimeout(() => endThread(used, renderCancelled(), mine), DRAFT_CHECKS.patienceMs);
    });
    used.postMessage({ check, job } satisfies ToThread);
    try {
      return await mine.promise;
    } catch (error) {
      throw deadline.aborted ? renderTimedOut(DRAFT_CHECKS.deadlineMs) : error;
    } finally {
      clearTimeout(patience);
      running.delete(check);
      if (running.size === 0) idle = setTimeout(() => void close(), DRAFT_CHECKS.idleMs).unref();
    }
  }

  async function runToTheEnd(job: CheckJob, waiter: CheckWaiter): Promise<CheckedDraft> {
    for (let restarts = 0; ; restarts++)
      try {
        return await run(job, waiter);
      } catch (error) {
        if (!(error instanceof BesideEnded)) throw error;
        if (restarts === MOST_RESTARTS) throw queueFull(RETRY_SECONDS);
      }
  }

  function letNextBegin(): void {
    if (busy >= DRAFT_CHECKS.atOnce) return;
    const next = line.take();
    if (!next) return;
    busy += 1;
    next.resolve();
  }

  async function takeTurn({ client, signal }: CheckWaiter): Promise<void> {
    if (signal.aborted) throw renderCancelled();
    const turn: Turn = Promise.withResolvers();
    if (!line.add(client, turn)) throw queueFull(RETRY_SECONDS);
    signal.addEventListener("abort", () => {
      line.remove(client, turn);
      turn.reject(renderCancelled());
    });
    letNextBegin();
    await turn.promise;
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const last = thread;
    thread = undefined;
    for (const each of running.values()) each.reject(renderCancelled());
    await last?.terminate();
  }

  return {
    check: async (job, waiter) => {
      await takeTurn(waiter);
      try {
        return await runToTheEnd(job, waiter);
      } finally {
        busy -= 1;
        letNextBegin();
      }
    },
    close,
  };
}

function describe(error: unknown): SentError {
  if (!(error instanceof RenderError)) return { code: "RENDER_CRASHED", message: String(error) };
  const { code, message } = error;
  return { code, message, ...(error instanceof TemplateBroken ? { diagnostics: error.diagnostics } : {}) };
}

function readError(sent: SentError | { message: string }): Error {
  return "code" in sent ? new RenderError(sent.code, sent.message) : new Error(sent.message);
}
