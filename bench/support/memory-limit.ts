import { usageBelow } from "./process-usage.ts";
import type { BenchServer } from "./servers.ts";

const LOOK_MS = 100;

/** The heap size that Node chooses on a machine with this much memory. */
export const heapOnMachineOf = (megabytes: number) => megabytes / 2;

export type MemoryLimit = {
  /** Peak memory of the server and its processes since the last call, in megabytes. */
  takeHighest(): number;
  isAlive(): boolean;
  stop(): void;
};

/**
 * Does what the system does on a machine with this much memory: kills the server once it and its processes
 * exceed it. Shared memory counts in each process, so the limit is a little stricter than the system's.
 */
export function limitMemory({ process: child }: BenchServer, maxMegabytes: number): MemoryLimit {
  let highest = 0;
  const look = () => {
    if (child.pid === undefined) return;
    const { megabytes } = usageBelow(child.pid);
    highest = Math.max(highest, megabytes);
    if (megabytes > maxMegabytes) child.kill("SIGKILL");
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    takeHighest() {
      const taken = highest;
      highest = 0;
      return taken;
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: () => clearInterval(timer),
  };
}
