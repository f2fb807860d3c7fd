import type { RenderPriority } from "../../contract/render.ts";
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
  resolve: (result: JobResult) => void;
  reject: (error: RenderError) => void;
};
type Waiting = Pick<Task, "priority" | "client" | "deadlineMs"> & { signal?: AbortSignal | undefined };

/**
 * Jobs that wait for a render child. Within a priority the clients take turns, each with its own jobs in order, so that whoever asks
 * for many waits for them and nobody else does (decision 76).
 */
export type JobQueue = {
  /** Fails at once with `refusal` when there is no room for it. */
  add(job: Job, waiting: Waiting): Promise<JobResult>;
  /** The next job, of those a person waits for first. */
  take(options: { background: boolean }): Task | undefined;
  rejectAll(error: RenderError): void;
  length(): number;
};

type QueueOptions = {
  /** For each priority, so that background work never takes a person's place. */
  most: number;
  mostOfClient: number;
  refusal: () => RenderError;
};

export function createJobQueue({ most, mostOfClient, refusal }: QueueOptions): JobQueue {
  const lines: Record<RenderPriority, Lines> = { interactive: createLines(), background: createLines() };
  let nextId = 1;

  /** When all places are taken, the client with the most of them gives up the one it took last, unless that is the one who asks. */
  function makeRoom({ priority, client }: Waiting): boolean {
    const { countOf, count, longest } = lines[priority];
    const own = countOf(client);
    if (client !== undefined && own >= mostOfClient) return false;
    if (count() < most) return true;
    const line = longest();
    const last = line && line.length > own + 1 ? line.at(-1) : undefined;
    if (!last) return false;
    lines[priority].remove(last);
    last.reject(refusal());
    return true;
  }

  function add(job: Job, { signal, ...waiting }: Waiting): Promise<JobResult> {
    if (!makeRoom(waiting)) return Promise.reject(refusal());
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    const onAbort = () => {
      lines[task.priority].remove(task);
      reject(renderCancelled()); // one already being made takes milliseconds; killing its process would cost more
    };
    const task: Task = {
      id: nextId++,
      job,
      ...waiting,
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
    lines[task.priority].add(task);
    return promise;
  }

  return {
    add,
    take: ({ background }) => lines.interactive.take() ?? (background ? lines.background.take() : undefined),
    rejectAll: (error) => {
      for (const each of Object.values(lines))
        for (let task = each.take(); task; task = each.take()) task.reject(error);
    },
    length: () => lines.interactive.count() + lines.background.count(),
  };
}

/** One line a client, in the order of their turns. */
type Lines = {
  add(task: Task): void;
  take(): Task | undefined;
  remove(task: Task): void;
  count(): number;
  countOf(client: Task["client"]): number;
  longest(): Task[] | undefined;
};

function createLines(): Lines {
  const turns: { client: Task["client"]; tasks: Task[] }[] = [];
  let servedLast: Task["client"];
  let count = 0;
  const lineOf = (client: Task["client"]) => turns.find((line) => line.client === client);

  return {
    add: (task) => {
      count += 1;
      const line = lineOf(task.client);
      if (line) return void line.tasks.push(task);
      // Whoever comes waits for the others' turns, but not for a second one of the client that has just had its own.
      const before =
        turns.length > 0 && turns.at(-1)?.client === servedLast ? turns.length - 1 : turns.length;
      turns.splice(before, 0, { client: task.client, tasks: [task] });
    },
    take: () => {
      const line = turns.shift();
      const task = line?.tasks.shift();
      if (!line || !task) return undefined;
      if (line.tasks.length > 0) turns.push(line);
      servedLast = line.client;
      count -= 1;
      return task;
    },
    remove: (task) => {
      const line = lineOf(task.client);
      const place = line?.tasks.indexOf(task) ?? -1;
      if (!line || place < 0) return;
      line.tasks.splice(place, 1);
      count -= 1;
      if (line.tasks.length === 0) turns.splice(turns.indexOf(line), 1);
    },
    count: () => count,
    countOf: (client) => lineOf(client)?.tasks.length ?? 0,
    longest: () => turns.toSorted((a, b) => b.tasks.length - a.tasks.length)[0]?.tasks,
  };
}
