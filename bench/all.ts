/**
 * Runs every bench in turn and prints one page of figures: each with its peer or limit from the same run,
 * processor time next to wall-clock time, and the noise of the measurement. Exits with 1 when a figure misses
 * its bar by more than the noise.
 *
 * npm run bench [-- all --only start,api]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { availableParallelism, cpus, release, type } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Figure, isMissed, judgedValue, round } from "./support/figures.ts";
import { aFolder } from "./support/servers.ts";

/** Benches that need a fresh machine come first, the longest last. */
const BENCHES = [
  "start",
  "api",
  "pages",
  "render",
  "editor",
  "device",
  "studio",
  "personal-gallery",
  "jobs",
  "large",
  "attack",
  "soak",
];
const SHOWN_OF_A_FAILURE = 2_000;

type Found = { name: string; figures: Figure[]; problems: string[]; seconds: number };

const { values } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
const chosen = values.only?.split(",") ?? BENCHES;
const folder = aFolder();
const found: Found[] = [];
try {
  for (const name of chosen) {
    const one = await run(name);
    console.error(`${name}: ${one.figures.length} figures in ${one.seconds.toFixed(0)} s`);
    found.push(one);
  }
} finally {
  printPage();
  folder.remove();
}
process.exit(found.every(isGood) && found.length === chosen.length ? 0 : 1);

async function run(name: string): Promise<Found> {
  const [file, log] = [join(folder.path, `${name}.jsonl`), join(folder.path, `${name}.log`)];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    env: { ...process.env, BENCH_FIGURES: file },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = createWriteStream(log);
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const [code] = await once(child, "close");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  const read = lines.filter(Boolean).map((line): Figure | { problem: string } => JSON.parse(line));
  const figures = read.flatMap((each) => ("problem" in each ? [] : [each]));
  const problems = read.flatMap((each) => ("problem" in each ? [each.problem] : []));
  if (code !== 0 && problems.length === 0)
    problems.push(`it did not come to its end: ${readFileSync(log, "utf8").slice(-SHOWN_OF_A_FAILURE)}`);
  return { name, figures, problems, seconds: (performance.now() - startedAt) / 1_000 };
}

function isGood({ problems }: Found): boolean {
  return problems.length === 0;
}

function printPage(): void {
  const day = new Date().toISOString().slice(0, 10);
  const processor = cpus()[0]?.model || process.arch;
  console.log(`\n${day}, ${type()} ${release()}, ${availableParallelism()} cores (${processor})\n`);
  console.log("| what | ours | beside | ratio | bar | noise | processor, ms | |");
  console.log("|---|---|---|---|---|---|---|---|");
  for (const { figures } of found) for (const figure of figures) console.log(lineOf(figure));
  for (const { name, problems } of found)
    for (const problem of problems) console.log(`\nmissed by ${name}: ${problem}`);
}

function lineOf(figure: Figure): string {
  const { what, ours, unit, peer, bar, noise, processorMs } = figure;
  const cells = [
    what,
    `${round(ours)} ${unit}`.trim(),
    peer ? `${peer.name}: ${round(peer.value)}` : "",
    peer ? round(judgedValue(figure)) : "",
    bar ? ("min" in bar ? `≥ ${bar.min}` : `≤ ${bar.max}`) : "",
    noise === undefined ? "" : `±${(noise * 100).toFixed(0)} %`,
    processorMs
      ? [processorMs.ours, processorMs.peer]
          .flatMap((each) => each ?? [])
          .map(round)
          .join(" / ")
      : "",
    bar ? (isMissed(figure) ? "missed" : "ok") : "",
  ];
  return `| ${cells.join(" | ")} |`;
}
