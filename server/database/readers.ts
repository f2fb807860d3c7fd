import { type ChildProcess, fork } from "node:child_process";
import { giveWay } from "../kernel/child-priority.ts";
import { serviceUnavailable } from "../kernel/errors.ts";
import { entryPath } from "../kernel/program-files.ts";

export type ReadTask = { id: number; sql: string; parameters: readonly unknown[] };
export type ReadResult = {
  id: number;
  rows?: unknown[];
  failure?: { message: string; errcode: number };
};

/**
 * Processes that read the SQLite file for us. A query can't be interrupted, and while it runs on the thread that answers
 * nobody else is answered; a process can be killed. Started when first needed.
 */
export type Readers = {
  read(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  close(): Promise<void>;
};

type Bounds = {
  /** How many read at the same time. */
  processes: number;
  /** How many reads may wait for their turn. */
  waiting: number;
  /** From being asked to being answered, waiting included. */
  deadlineMs: number;
};
type Waiting = ReadTask & { settle(result: unknown[] | Error): void; reader?: Reader };
type Reader = { process: ChildProcess; task: Waiting | undefined };

const ENTRY = entryPath("server/database/reader-process");

export function createReaders(
  file: string,
  { processes, waiting: mostWaiting, deadlineMs }: Bounds,
): Readers {
  const readers = new Set<Reader>();
  const queue: Waiting[] = [];
  let lastId = 0;
  let closed = false;

  function start(): Reader {
    const process = fork(ENTRY, [file], {
      env: {},
      execArgv: ["--max-old-space-size=256", "--no-warnings"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // In the server's session it would have the server's share where Linux shares processors out by session: three times that of the
      // process that draws the page somebody waits for.
      detached: true,
    });
    void giveWay(process, { hasOwnSession: true });
    const reader: Reader = { process, task: undefined };
    readers.add(reader);
    process.on("message", ({ id, rows, failure }: ReadResult) => {
      const { task } = reader;
      if (task?.id !== id) return;
      reader.task = undefined;
      task.settle(failure ? Object.assign(new Error(failure.message), failure) : (rows ?? []));
      dispatch();
    });
    const onEnd = () => {
      if (!readers.delete(reader)) return;
      reader.task?.settle(serviceUnavailable("The process that read this ended. It can be asked again."));
      dispatch();
    };
    process.on("error", onEnd);
    process.on("exit", onEnd);
    // What is left of the server may end without waiting for a reader; it ends by itself then.
    process.unref();
    process.channel?.unref();
    return reader;
  }

  function dispatch(): void {
    while (queue.length > 0 && !closed) {
      const idle = [...readers].find((reader) => !reader.task);
      const reader = idle ?? (readers.size < processes ? start() : undefined);
      if (!reader) return;
      const task = queue.shift() as Waiting;
      task.reader = reader;
      reader.task = task;
      const { id, sql, parameters } = task;
      reader.process.send({ id, sql, parameters }, () => {}); // one that fails is followed by an exit
    }
  }

  function onDeadline(task: Waiting): void {
    const at = queue.indexOf(task);
    if (at >= 0) queue.splice(at, 1);
    if (task.reader?.task === task) {
      task.reader.task = undefined;
      readers.delete(task.reader);
      task.reader.process.kill("SIGKILL");
    }
    task.settle(
      serviceUnavailable(
        `The read was not done after ${deadlineMs} ms and was ended. Ask for less: fewer conditions, a smaller offset, one field to sort by.`,
      ),
    );
    dispatch();
  }

  return {
    read: (sql, parameters) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(serviceUnavailable("The server is stopping."));
        if (queue.length >= mostWaiting)
          return reject(serviceUnavailable("Too many long reads are waiting."));
        const task: Waiting = {
          id: ++lastId,
          sql,
          parameters,
          settle: (result) => {
            clearTimeout(timer);
            if (result instanceof Error) reject(result);
            else resolve(result);
          },
        };
        const timer = setTimeout(() => onDeadline(task), deadlineMs);
        queue.push(task);
        dispatch();
      }),
    close: async () => {
      closed = true;
      for (const task of queue.splice(0)) task.settle(serviceUnavailable("The server is stopping."));
      const ended = [...readers].map(
        ({ process }) => new Promise((resolve) => process.once("exit", resolve).kill("SIGKILL")),
      );
      await Promise.all(ended);
    },
  };
}
