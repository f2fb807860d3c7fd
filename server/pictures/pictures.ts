import { PICTURE_CHILD, PICTURE_QUEUES } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import { childOfProcess } from "../scheduling/pool-child.ts";
import { createProcessPool } from "../scheduling/process-pool.ts";
import {
  pictureCancelled,
  pictureFailed,
  pictureInterrupted,
  picturesUnavailable,
  pictureTimedOut,
  tooManyPictures,
} from "./errors.ts";
import type { MadePicture, PictureFailure, PictureJob } from "./protocol.ts";
import { spawnPictureChild } from "./sandbox.ts";

/** Makes pictures in child processes that are started when there is work and end when there was none for a while. */
export type Pictures = {
  make(job: PictureJob, options: MakeOptions): Promise<MadePicture>;
  state(): { children: number; busy: Lane[]; waiting: number; started: number };
  close(): Promise<void>;
};

export type MakeOptions = {
  /** Whose turn it takes: an address, or the part of the server that asks. */
  client: string;
  /** No person waits for it. */
  inBackground?: boolean;
  signal?: AbortSignal;
  deadlineMs?: number;
};

/** How a job waits: quick and slow ones while a person waits for them, those in the background while no one does. */
type Lane = keyof typeof PICTURE_QUEUES;

type Types = { job: PictureJob; result: MadePicture; failure: PictureFailure; lane: Lane; ready: object };

/** How a process is ended from outside; a picture that breaks its decoder ends it otherwise. */
const KILLED = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);
const SLOW_PIXELS = 4_000_000; // a page at 200 dpi: 0.4 s
const SLOW_UPLOAD_BYTES = 2 * 1024 * 1024;

export function createPictures({
  log,
  spawn = spawnPictureChild,
  limits = PICTURE_CHILD,
}: {
  log: Log;
  spawn?: typeof spawnPictureChild;
  limits?: typeof PICTURE_CHILD;
}): Pictures {
  const pool = createProcessPool<Types>({
    name: "picture process",
    log,
    processes: limits.processes,
    lanes: PICTURE_QUEUES,
    start: () => childOfProcess(spawn(limits.maxBytes)),
    deadlineMs: limits.deadlineMs,
    idleMs: limits.idleMs,
    recycle: { killAboveBytes: limits.maxIdleBytes },
    order: servedLanes,
    // A quick one is done in a moment; a new process would cost more.
    killAfterCancelMs: ({ lane }) => (lane === "quick" ? undefined : 0),
    onStarted: ({ job: { kind }, lane }) =>
      log.debug({ kind, lane, waiting: pool.state().waiting }, "picture begun"),
    errors: {
      full: tooManyPictures,
      unavailable: picturesUnavailable,
      cancelled: pictureCancelled,
      timedOut: ({ job: { kind }, deadlineMs }) => {
        log.warn({ kind, deadlineMs }, "a picture was given up at its deadline");
        return pictureTimedOut(deadlineMs);
      },
      exited: ({ signal }) =>
        KILLED.has(signal ?? "") ? pictureInterrupted() : pictureFailed({ reason: "failed" }),
      failed: (failure, { job: { kind } }) => {
        log.debug({ kind, ...failure }, "picture not made");
        return pictureFailed(failure);
      },
    },
  });

  return {
    make: (job, { client, inBackground = false, signal, deadlineMs }) =>
      pool.submit(job, { lane: laneOf(job, inBackground), client, signal, deadlineMs }),
    state: () => {
      const { waiting, started } = pool.state();
      const processes = pool.processes();
      const busy = processes.flatMap(({ task }) => (task ? [task.lane] : []));
      return { children: processes.length, busy, waiting, started };
    },
    close: pool.close,
  };
}

/**
 * At most one process is busy with slow jobs, and the next free one takes such a job first. So quick pictures never wait for slow ones,
 * and slow ones are not starved by quick ones. Background jobs take 0.2 s a page: they run when no person waits, and never next to a
 * slow job, so that a process is free for quick ones.
 */
function servedLanes(busy: Lane[]): Lane[] {
  return busy.includes("slow") ? ["quick"] : ["slow", "quick", "background"];
}

function laneOf(job: PictureJob, inBackground: boolean): Lane {
  if (inBackground) return "background";
  if (job.kind === "draw" || job.kind === "compare")
    return job.width * job.height > SLOW_PIXELS ? "slow" : "quick";
  if (job.kind === "store") return job.bytes.length > SLOW_UPLOAD_BYTES ? "slow" : "quick";
  return job.format === "avif" ? "slow" : "quick";
}
