import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import type { Job, JobResult } from "../../engine/job.ts";
import type { FromChild, ToChild } from "../../server/rendering/protocol.ts";

/**
 * Stand-ins for render processes: they answer at once or hold a job until released. For tests of waiting,
 * order and failures, which need no page.
 */
export type StandInChildren = {
  spawn(): ChildProcess;
  /** Whether new processes start successfully. */
  start: "well" | "never";
  /** Whether new processes wait before they are ready. */
  hangStarts: boolean;
  finishStarts(): void;
  /** The processor time each job reports; undefined: none. */
  cpuMs: number | undefined;
  /** Which jobs are held from now on. Jobs that no longer need to be held are answered. */
  hold(held: boolean | ((job: Job) => boolean)): void;
  /** Answers the job that was held first. */
  answerOne(): void;
  /** Ends every process as if it were killed. */
  killAll(): void;
};

const COMPLAINT = "Error: Cannot find module '/srv/typecase/server/rendering/worker/child.ts'\n";

export function createStandInChildren(): StandInChildren {
  const children = new Set<StandIn>();
  const waiting: { job: Job; answer: () => void }[] = [];
  const starting: (() => void)[] = [];
  let isHeld = (_job: Job) => false;
  const used = () => (standIns.cpuMs === undefined ? {} : { cpuMs: standIns.cpuMs });

  class StandIn extends EventEmitter {
    readonly pid = 1;
    exitCode: number | null = null;
    signalCode: NodeJS.Signals | null = null;
    readonly stderr = new EventEmitter();

    send(message: ToChild) {
      if ("start" in message) {
        const ready = () => this.later({ ready: true, fonts: [], rss: 1 });
        if (!standIns.hangStarts) return ready();
        starting.push(ready);
        return;
      }
      const answer = () => this.later({ id: message.id, result: resultOf(message.job), rss: 1, ...used() });
      if (isHeld(message.job)) waiting.push({ job: message.job, answer });
      else answer();
    }

    later(message: FromChild) {
      setImmediate(() => this.exitCode === null && this.emit("message", message));
    }

    kill() {
      if (!children.delete(this)) return;
      this.exitCode = 1;
      setImmediate(() => this.emit("exit", 1, null));
    }
  }

  const standIns: StandInChildren = {
    start: "well",
    hangStarts: false,
    finishStarts: () => {
      standIns.hangStarts = false;
      for (const finish of starting.splice(0)) finish();
    },
    cpuMs: undefined,
    spawn: () => {
      const child = new StandIn();
      children.add(child);
      if (standIns.start === "never") {
        child.send = () => {};
        setImmediate(() => {
          child.stderr.emit("data", COMPLAINT);
          child.kill();
        });
      }
      return child as unknown as ChildProcess; // the few parts of a process that the pool uses
    },
    hold: (held) => {
      isHeld = typeof held === "boolean" ? () => held : held;
      for (const { job, answer } of waiting.splice(0))
        if (isHeld(job)) waiting.push({ job, answer });
        else answer();
    },
    answerOne: () => waiting.shift()?.answer(),
    killAll: () => {
      for (const child of children) child.kill();
    },
  };
  return standIns;
}

function resultOf({ kind }: Job): JobResult {
  if (kind === "pages")
    return { kind, pages: [{ svg: "<svg/>", width: 1, height: 1, fields: [] }], printed: 1, warnings: [] };
  if (kind === "tokens") return { kind, legend: [], tokens: [] };
  if (kind === "text") return { kind, pages: [[]] };
  if (kind === "sheet") return { kind, sheet: { svg: "<svg/>", width: 1, height: 1 } };
  if (kind === "specimen") return { kind, specimen: { svg: "<svg/>", width: 1, height: 1 } };
  return {
    kind,
    bytes: Buffer.from("%PDF"),
    pages: 1,
    conformance: "PDF/UA-1",
    problems: [],
    warnings: [],
  };
}
