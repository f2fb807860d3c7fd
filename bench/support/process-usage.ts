import { readdirSync, readFileSync } from "node:fs";

/** Resources of a process and its descendants (Linux). Shared memory counts in each process. */
export type Usage = { megabytes: number; cpuMs: number };

const TICK_MS = 10; // the kernel counts processor time in hundredths of a second

export function usageBelow(pid: number): Usage {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const parent = statOf(Number(name))[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const family = new Set([pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child);
  }
  return sum(family);
}

/** Resources of one process without its children. */
export function usageOf(pid: number): Usage {
  return sum([pid]);
}

function sum(pids: Iterable<number>): Usage {
  let kilobytes = 0;
  let ticks = 0;
  for (const each of pids) {
    kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(read(each, "status"))?.[1] ?? 0);
    const stat = statOf(each);
    ticks += Number(stat[11] ?? 0) + Number(stat[12] ?? 0);
  }
  return { megabytes: Math.round(kilobytes / 1024), cpuMs: ticks * TICK_MS };
}

/** The fields of /proc/PID/stat after the name, which may contain spaces. */
function statOf(pid: number): string[] {
  return read(pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // it has ended since
  }
}
