import { Worker } from "node:worker_threads";
import {
  queueFull,
  RenderError,
  renderCancelled,
  renderCrashed,
  renderTimedOut,
  renderUnavailable,
  TemplateBroken,
} from "../../../engine/errors.ts";
import { entryPath } from "../../config/program-files.ts";
import { DRAFT_CHECKS } from "../../limits/limits.ts";
import type { Log } from "../../log/logging.ts";
import type { SubmitOptions } from "../../rendering/pool.ts";
import type { Rendering } from "../../rendering/rendering.ts";
import { childOfThread, type PoolChild } from "../../scheduling/pool-child.ts";
import { createProcessPool } from "../../scheduling/process-pool.ts";
import type {
  CheckedDraft,
  CheckFailure,
  CheckJob,
  RenderAnswer,
  RenderQuestion,
  SentError,
} from "./check-thread.ts";

/** Who waits for a check, and until when they want to know its findings. */
export type CheckWaiter = Required<Pick<SubmitOptions, "client" | "signal">>;

/**
 * Checks of drafts, each in a thread that is started when there is work and ends when there was none for a while. Clients take turns;
 * pages are made in the background. A check that is cancelled ends with its next render; a thread that is still busy with it some seconds
 * later is killed, as it is at the deadline.
 */
export type DraftChecks = {
  check(job: CheckJob, waiter: CheckWaiter): Promise<CheckedDraft>;
  close(): Promise<void>;
};

type Parts = { rendering: Rendering; log: Log };
type Types = { job: CheckJob; result: CheckedDraft; failure: CheckFailure; lane: "checks"; ready: object };

const ENTRY = entryPath("server/drafts/checking/check-thread");
const RETRY_SECONDS = 2;

export function createDraftChecks({ rendering, log }: Parts): DraftChecks {
  const waiters = new WeakMap<CheckJob, CheckWaiter>(); // a check's renders are cancelled when it ends
  const pool = createProcessPool<Types>({
    name: "check thread",
    log,
    processes: DRAFT_CHECKS.atOnce,
    lanes: { checks: DRAFT_CHECKS },
    start: startThread,
    deadlineMs: DRAFT_CHECKS.deadlineMs,
    idleMs: DRAFT_CHECKS.idleMs,
    killAfterCancelMs: () => DRAFT_CHECKS.killAfterMs,
    errors: {
      full: () => queueFull(RETRY_SECONDS),
      unavailable: renderUnavailable,
      cancelled: renderCancelled,
      timedOut: ({ deadlineMs }) => renderTimedOut(deadlineMs),
      exited: ({ complaint }) => {
        log.warn({ error: complaint }, "a thread that checks drafts failed");
        return renderCrashed("its check took more memory than it may.");
      },
      failed: readError,
    },
  });

  function startThread(): PoolChild {
    const thread = new Worker(ENTRY, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: DRAFT_CHECKS.maxHeapMb },
    });
    thread.unref();
    const child = childOfThread(thread);
    thread.on("message", async (message: RenderQuestion | object) => {
      if ("render" in message) child.send(await answer(message, child));
    });
    return child;
  }

  async function answer({ render, kind, input }: RenderQuestion, child: PoolChild): Promise<RenderAnswer> {
    const task = pool.processes().find((each) => each.child === child)?.task;
    const waiter = task && waiters.get(task.job);
    if (!waiter) return { render, error: describe(renderCancelled()) };
    try {
      const made = await rendering[kind](input, { priority: "background", isDraft: true, ...waiter });
      // The bytes of a PDF are no part of any check.
      return { render, result: "bytes" in made ? { ...made, bytes: new Uint8Array() } : made };
    } catch (error) {
      return { render, error: describe(error) };
    }
  }

  return {
    check: async (wanted, { client, signal }) => {
      const job = { ...wanted };
      const ended = new AbortController();
      waiters.set(job, { client, signal: AbortSignal.any([signal, ended.signal]) });
      try {
        return await pool.submit(job, { lane: "checks", client, signal });
      } finally {
        ended.abort();
      }
    },
    close: pool.close,
  };
}

function describe(error: unknown): SentError {
  if (!(error instanceof RenderError)) return { code: "RENDER_CRASHED", message: String(error) };
  const { code, publicMessage: message } = error;
  return { code, message, ...(error instanceof TemplateBroken ? { diagnostics: error.diagnostics } : {}) };
}

function readError(sent: CheckFailure): Error {
  return "code" in sent ? new RenderError(sent.code, sent.message) : new Error(sent.message);
}
