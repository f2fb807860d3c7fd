import type { ChildProcess } from "node:child_process";
import type { Task } from "./job-queue.ts";
import type { FromChild } from "./protocol.ts";

/** A process that makes pages, as its pool knows it. */
export type RenderChild = {
  process: ChildProcess;
  phase: "starting" | "idle" | "busy" | "gone";
  renders: number;
  bytes: number;
  retiring: boolean;
  /** It gives way to the process that makes what people wait for, and is the first to be given what nobody waits for. */
  isForBackground: boolean;
  task?: Task | undefined;
  timer?: NodeJS.Timeout;
  /** The end of what it wrote there: why it did not start. */
  stderr: string;
};

const START_DEADLINE_MS = 30_000;
const SHOWN_OF_STDERR = 2_000;

/** Says what a process that was just started tells, and when it has ended. One that is not ready in time is killed. */
export function watchChild(
  process: ChildProcess,
  {
    isForBackground,
    onMessage,
    onExit,
  }: {
    isForBackground: boolean;
    onMessage(child: RenderChild, message: FromChild): void;
    onExit(child: RenderChild): void;
  },
): RenderChild {
  const child: RenderChild = {
    process,
    phase: "starting",
    renders: 0,
    bytes: 0,
    retiring: false,
    isForBackground,
    timer: setTimeout(() => process.kill("SIGKILL"), START_DEADLINE_MS),
    stderr: "",
  };
  process.stderr?.on("data", (chunk) => {
    child.stderr = (child.stderr + chunk).slice(-SHOWN_OF_STDERR);
  });
  process.on("message", (message: FromChild) => onMessage(child, message));
  process.on("error", (error) => {
    child.stderr ||= error.message;
    if (process.pid === undefined) onExit(child);
  });
  process.on("exit", () => onExit(child));
  return child;
}
