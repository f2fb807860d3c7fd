import type { RenderPriority } from "../../contract/render.ts";
import { type Client, createFairQueue, type FairQueue, type QueueBounds } from "../limits/fair-queue.ts";
import { type RenderError, renderCancelled } from "./errors.ts";
import type { Job, JobResult } from "./protocol.ts";

/** A job with whoever waits for it. */
export type Task = {
  id: number;
  job: Job;
  priority: RenderPriority;
  /** Whom it is for: a person or an address. None: the server itself. */
  client?: string | undefined;
  deadlineMs: number;
  /** When it was asked for, and when a process was given it. */
  asked: number;
  given?: number;
  resolve: (result: JobResult) => void;
  reject: (error: RenderError) => void;
};
type Waiting = Pick<Task, "priority" | "client" | "deadlineMs"> & { signal?: AbortSignal | undefined };

/**
 * Jobs that wait for a render child. Within a priority the clients take turns, so that whoever asks for many waits for them and nobody
 * else does (docs/decisions/11-fair-queues.md).
 */
export type JobQueue = {
  /** Fails at once with `refusal` when there is no room for it. */
  add(job: Job, waiting: Waiting): Promise<JobResult>;
  /** The next job, of those a person waits for first; of the clients that may have a turn now. */
  take(options: { background: boolean; may?: (client: Client) => boolean }): Task | undefined;
  /** Moves all that a client has waiting behind what other people wait for. */
  demote(client: Client): void;
  rejectAll(error: RenderError): void;
  length(): number;
  /** How many of them people wait for. */
  awaited(): number;
};

/** The bounds are those of each priority, so that background work never takes a person's place. */
type QueueOptions = QueueBounds & {
  refusal: () => RenderError;
  onTaken?: ((task: Task) => void) | undefined;
};

export function createJobQueue({ refusal, onTaken, ...bounds }: QueueOptions): JobQueue {
  const createLines = () =>
    createFairQueue<Task>({ ...bounds, onDisplaced: (task) => task.reject(refusal()) });
  const lines: Record<RenderPriority, FairQueue<Task>> = {
    interactive: createLines(),
    background: createLines(),
  };
  let nextId = 1;

  function add(job: Job, { signal, ...waiting }: Waiting): Promise<JobResult> {
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    const onAbort = () => {
      lines[task.priority].remove(task.client, task);
      reject(renderCancelled()); // one already being made takes milliseconds; killing its process would cost more
    };
    const task: Task = {
      id: nextId++,
      job,
      ...waiting,
      asked: performance.now(),
      resolve: (result) => {
        signal?.removeEventListener("abort", onAbort);
        resolve(result);
      },
      reject: (error) => {
        signal?.removeEventListener("abort", onAbort);
        reject(error);
      },
    };
    if (!lines[task.priority].add(task.client, task)) return Promise.reject(refusal());
    signal?.addEventListener("abort", onAbort, { once: true });
    return promise;
  }

  return {
    add,
    take: ({ background, may }) => {
      const task = lines.interactive.take(may) ?? (background ? lines.background.take(may) : undefined);
      if (task) onTaken?.(task);
      return task;
    },
    demote: (client) => {
      for (const task of lines.interactive.takeAllOf(client)) {
        task.priority = "background";
        if (!lines.background.add(client, task)) task.reject(refusal());
      }
    },
    rejectAll: (error) => {
      for (const each of Object.values(lines)) for (const task of each.takeAll()) task.reject(error);
    },
    length: () => lines.interactive.size() + lines.background.size(),
    awaited: () => lines.interactive.size(),
  };
}
