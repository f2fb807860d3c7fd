import { readFile } from "node:fs/promises";
import { runningChildren } from "../process/child-priority.ts";

type ProcessMemory = { kind: string; number: number; bytes: number };

/** The purpose of a child, from its arguments. */
const KINDS: [RegExp, string][] = [
  [/rendering\/worker\/child/, "render"],
  [/pictures\/worker\/child/, "picture"],
  [/database\/reader-process/, "reader"],
  [/cli\/main/, "backup"],
];
const PROC = "/proc";

/**
 * The memory of the server and of each process it started, in the order in which they were: its share of what several use together
 * counted once (PSS), so that the numbers can be added up. From Linux's own files; elsewhere the server's alone is known.
 */
export async function readProcessMemory(): Promise<ProcessMemory[]> {
  const own = { kind: "server", number: 1, bytes: (await shareOf(process.pid)) ?? process.memoryUsage.rss() };
  const seen = new Map<string, number>();
  const found: ProcessMemory[] = [own];
  for (const { pid, spawnargs } of runningChildren()) {
    const command = spawnargs.join(" ");
    const kind = KINDS.find(([pattern]) => pattern.test(command))?.[1];
    const bytes = kind && pid && (await shareOf(pid));
    if (!kind || !bytes) continue;
    const number = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, number);
    found.push({ kind, number, bytes });
  }
  return found;
}

/** A child of another user reports only its total memory, including shared pages. */
async function shareOf(pid: number): Promise<number | undefined> {
  const rollup = await readFile(`${PROC}/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const share = /^Pss:\s+(\d+) kB/m.exec(rollup);
  if (share) return Number(share[1]) * 1024;
  const status = await readFile(`${PROC}/${pid}/status`, "utf8").catch(() => "");
  const held = /^VmRSS:\s+(\d+) kB/m.exec(status);
  return held ? Number(held[1]) * 1024 : undefined;
}
