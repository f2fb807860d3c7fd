import { readdirSync, readFileSync } from "node:fs";

/** Memory of one process of the product (Linux). Shared memory is divided among its processes. */
export type ProcessUsage = {
  kind: "server" | "render" | "pictures" | "reader" | "other";
  megabytes: number;
  files: number;
};

/** A process and all its descendants, also those with their own session. */
export function familyOf(pid: number): ProcessUsage[] {
  const below = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const parent = Number(read(`/proc/${name}/stat`).split(") ").at(-1)?.split(" ")[1]);
    below.set(parent, [...(below.get(parent) ?? []), Number(name)]);
  }
  const family = [pid];
  for (const each of family) family.push(...(below.get(each) ?? []));
  return family.map((each) => ({
    kind: each === pid ? "server" : kindOf(read(`/proc/${each}/cmdline`)),
    megabytes: Math.round(Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${each}/smaps_rollup`))?.[1] ?? 0) / 1024),
    files: countFiles(each),
  }));
}

function kindOf(command: string): ProcessUsage["kind"] {
  if (command.includes("rendering/worker")) return "render";
  if (command.includes("pictures/worker")) return "pictures";
  return command.includes("reader-process") ? "reader" : "other";
}

function countFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0; // it has ended since
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
