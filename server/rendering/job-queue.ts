import type { RenderPriority } from "../../contract/render.ts";
import { type RenderError, renderCancelled } from "./errors.ts";
import type { Job, JobResult } from "./protocol.ts";

/** A job with whoever waits for it. */
export type Task = {
  id: number;
  job: Job;
  priority: RenderPriority;
  deadlineMs: number;
  resolve: (result: JobResult) => void;
  reject: (error: RenderError) => void;
};

/** Jobs that wait for a render child, first come, first served within their priority. */
export type JobQueue = {
  isFull(priority: RenderPriority): boolean;
  add(
    job: Job,
    options: Pick<Task, "priority" | "deadlineMs"> & { signal?: AbortSignal },
  ): Promise<JobResult>;
  /** The next job, of those a person waits for first. */
  take(options: { background: boolean }): Task | undefined;
  rejectAll(error: RenderError): void;
  length(): number;
};

/** `most` is for each priority, so that background work never takes a person's place. */
export function createJobQueue(most: number): JobQueue {
  const waiting: Record<RenderPriority, Task[]> = { interactive: [], background: [] };
  let nextId = 1;

  function add(
    job: Job,
    { priority, deadlineMs, signal }: Pick<Task, "priority" | "deadlineMs"> & { signal?: AbortSignal },
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    const onAbort = () => {
      const index = waiting[priority].indexOf(task);
      if (index >= 0) waiting[priority].splice(index, 1);
      reject(renderCancelled()); // one already being made takes milliseconds; killing its process would cost more
    };
    const task: Task = {
      id: nextId++,
      job,
      priority,
      deadlineMs,
      resolve: (result) => {
        signal?.removeEventListener("abort", onAbort);
        resolve(result);
      },
      reject: (error) => {
        signal?.removeEventListener("abort", onAbort);
        reject(error);
      },
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    waiting[priority].push(task);
    return promise;
  }

  return {
    isFull: (priority) => waiting[priority].length >= most,
    add,
    take: ({ background }) =>
      waiting.interactive.shift() ?? (background ? waiting.background.shift() : undefined),
    rejectAll: (error) => {
      for (const tasks of Object.values(waiting)) for (const task of tasks.splice(0)) task.reject(error);
    },
    length: () => waiting.interactive.length + waiting.background.length,
  };
}
