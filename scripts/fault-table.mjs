import { existsSync, readFileSync } from "node:fs";
import { availableParallelism, cpus, release, type } from "node:os";

/** The fault tests that report what was acknowledged and what was lost (tests/support/fault-table.ts). */
export const FAULTS_OF_THE_TABLE = [
  "kill",
  "postgres-restart",
  "disk",
  "log",
  "behind-nginx",
  "backup",
  "released-databases",
  "rolling-upgrade",
].map((name) => `tests/faults/${name}.test.ts`);

/** As a Markdown table, which is readable in a terminal as well. */
export function printFaultTable(file) {
  const lines = existsSync(file)
    ? readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
  lines.sort((a, b) => (a.fault < b.fault ? -1 : 1));
  const day = new Date().toISOString().slice(0, 10);
  const processor = cpus()[0]?.model || process.arch;
  console.log(`\n${day}, ${type()} ${release()}, ${availableParallelism()} cores (${processor})\n`);
  console.log("| what was done | times | what was acknowledged | lost |\n|---|---|---|---|");
  for (const { fault, times, acknowledged, lost } of lines)
    console.log(`| ${fault} | ${times} | ${acknowledged} | ${lost} |`);
  console.log("\nA fault whose test failed before it had counted has no line.\n");
}
