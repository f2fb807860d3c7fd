import { createFairQueue } from "../limits/fair-queue.ts";
import type { PICTURE_QUEUES } from "../limits/limits.ts";
import { type PictureError, tooManyPictures } from "./errors.ts";
import type { MadePicture, PictureJob } from "./protocol.ts";

/** How a job waits: quick and slow ones for a person, those in the background for nobody. */
export type Lane = keyof typeof PICTURE_QUEUES;

/** A job with whoever waits for it. */
export type PictureTask = {
  id: number;
  job: PictureJob;
  lane: Lane;
  client: string;
  deadlineMs: number;
  resolve(made: MadePicture): void;
  reject(error: PictureError | Error): void;
};

type PictureQueue = {
  add(task: PictureTask): boolean;
  remove(task: PictureTask): void;
  /** What a free process is to do next, knowing what the busy ones are at. */
  take(busy: readonly Lane[]): PictureTask | undefined;
  hasWork(busy: readonly Lane[]): boolean;
  takeAll(): PictureTask[];
  size(): number;
};

const SLOW_PIXELS = 4_000_000; // a page at 200 dpi: 0.4 s
const SLOW_UPLOAD_BYTES = 2 * 1024 * 1024;

export function laneOf(job: PictureJob, inBackground: boolean): Lane {
  if (inBackground) return "background";
  if (job.kind === "draw" || job.kind === "compare")
    return job.width * job.height > SLOW_PIXELS ? "slow" : "quick";
  if (job.kind === "store") return job.bytes.length > SLOW_UPLOAD_BYTES ? "slow" : "quick";
  return job.format === "avif" ? "slow" : "quick";
}

/**
 * One process at most is busy with what is slow, and the next one free takes such work first. So quick pictures never wait
 * for slow ones, and slow ones are not starved by the quick. What is for nobody takes 0.2 s a page and comes when nobody waits;
 * beside something slow it waits, too, so that a process is free for what is quick.
 */
export function createPictureQueue(bounds: typeof PICTURE_QUEUES): PictureQueue {
  const createLane = (lane: Lane) =>
    createFairQueue<PictureTask>({ ...bounds[lane], onDisplaced: (task) => task.reject(tooManyPictures()) });
  const lanes = {
    quick: createLane("quick"),
    slow: createLane("slow"),
    background: createLane("background"),
  };
  const order = (busy: readonly Lane[]): Lane[] =>
    busy.includes("slow") ? ["quick"] : ["slow", "quick", "background"];

  return {
    add: (task) => lanes[task.lane].add(task.client, task),
    remove: (task) => lanes[task.lane].remove(task.client, task),
    take: (busy) => {
      for (const lane of order(busy)) {
        const task = lanes[lane].take();
        if (task) return task;
      }
      return undefined;
    },
    hasWork: (busy) => order(busy).some((lane) => lanes[lane].size() > 0),
    takeAll: () => Object.values(lanes).flatMap((lane) => lane.takeAll()),
    size: () => Object.values(lanes).reduce((sum, lane) => sum + lane.size(), 0),
  };
}
