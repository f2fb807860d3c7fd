import type { ChildProcess } from "node:child_process";
import type { Worker } from "node:worker_threads";

/** A process or thread, as a process pool uses it. */
export type PoolChild = {
  send(message: object): void;
  /** Ends it at once, whatever it is doing. Resolves when it has ended. */
  kill(): Promise<void>;
  listen(listeners: { onMessage(message: unknown): void; onExit(exit: Exit): void }): void;
};

/** How a child exited by itself. `complaint` is the end of its stderr, or its error. */
export type Exit = { signal: string | null; complaint: string };

const LONGEST_COMPLAINT = 2_000;

export function childOfProcess(process: ChildProcess): PoolChild {
  let complaint = "";
  process.stderr?.on("data", (chunk) => {
    complaint = (complaint + chunk).slice(-LONGEST_COMPLAINT);
  });
  return {
    send: (message) => void process.send(message, () => {}), // a failed send is followed by an exit, which is handled there
    kill: () =>
      new Promise((resolve) => {
        if (process.exitCode !== null || process.signalCode !== null || !process.pid) return resolve();
        process.once("exit", () => resolve());
        process.kill("SIGKILL");
      }),
    listen: ({ onMessage, onExit }) => {
      const exit = () => onExit({ signal: process.signalCode, complaint });
      process.on("message", onMessage);
      process.on("error", (error) => {
        complaint ||= error.message;
        if (process.pid === undefined) exit();
      });
      process.on("exit", exit);
    },
  };
}

export function childOfThread(thread: Worker): PoolChild {
  let complaint = "";
  return {
    send: (message) => thread.postMessage(message),
    kill: async () => void (await thread.terminate()),
    listen: ({ onMessage, onExit }) => {
      thread.on("message", onMessage);
      thread.on("error", (error) => {
        complaint = error.message;
      });
      thread.on("exit", () => onExit({ signal: null, complaint }));
    },
  };
}
