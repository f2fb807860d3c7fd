// `npm test`: every step but `long`, a plain line each, and a last line `N passed, N failed`.
// `npm test -- lint unit` runs only these steps, `npm test -- long` the tests that have the tag `long`, which are in no other
// step, and `npm test -- bill-rules --rules DIR` the official rules in DIR over generated e-invoices.
// `npm test -- faults --table` does every fault often and prints what was acknowledged and what was lost.
// The other options make a proof longer than it is by default: docs/testing.md lists them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { FAULTS_OF_THE_TABLE, printFaultTable } from "./fault-table.mjs";
import { installWhatIsMissing } from "./setup/install.mjs";
import { root } from "./setup/root.mjs";
import { findNode } from "./setup/runtime.mjs";

const { positionals: only, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    rows: { type: "string" },
    seconds: { type: "string" },
    templates: { type: "string" },
    seed: { type: "string" },
    themes: { type: "string" },
    table: { type: "boolean" },
    share: { type: "string" },
    rules: { type: "string" },
    invoices: { type: "string" },
    "host-templates": { type: "string" },
  },
});
const total = { passed: 0, failed: 0 };
const STEP_MINUTES = 25;
const EXIT_GRACE_MS = 2_000;
const TMPFS = 0x01021994;
const NEEDED_BYTES = 4 * 1024 ** 3; // several times what they need at once

const isRequested = (name) => only.length === 0 || only.includes(name);

// System packages are installed in parallel with npm's and the build.
const installingTools = isRequested("tools") && runScript("scripts/setup/system-tools.mjs");
installWhatIsMissing("tests");
const node = findNode();
const temporary = mkdtempSync(join(inMemory() ?? tmpdir(), "typecase-test-"));
chmodSync(temporary, 0o755); // PostgreSQL runs as another user, who has a folder in it
const environment = {
  ...process.env,
  NODE_ENV: "test",
  NO_COLOR: "1",
  GOGC: "400", // the type checker collects garbage a quarter as often
  // A run starts hundreds of processes, which share Node's compile cache.
  NODE_COMPILE_CACHE: join(temporary, "typecase-test-compiled"),
  TMPDIR: temporary,
  ...(options.rounds ? { KILL_ROUNDS: options.rounds } : {}),
  ...(options.rows ? { JOB_ROWS: options.rows } : {}),
  ...(options.seconds ? { FUZZ_SECONDS: options.seconds } : {}),
  ...(options.templates ? { FUZZ_TEMPLATES: options.templates } : {}),
  ...(options.seed ? { FUZZ_SEED: options.seed } : {}),
  ...(options.table ? { FAULT_TABLE: join(temporary, "faults.jsonl") } : {}),
  ...(options.share ? { FAULT_SHARE: options.share } : {}),
  ...(options.invoices ? { INVOICES: options.invoices } : {}),
  ...(options["host-templates"] ? { HOST_TEMPLATES: options["host-templates"] } : {}),
  ...(options.themes ? { AXE_THEMES: options.themes } : {}),
};

/**
 * Where tests store their data: in memory if there is enough space. A run creates and removes tens of
 * thousands of files, each ten times as expensive on a disk.
 */
function inMemory() {
  const folder = "/dev/shm";
  if (!existsSync(folder)) return undefined;
  const { type, bavail, bsize } = statfsSync(folder);
  return type === TMPFS && bavail * bsize > NEEDED_BYTES ? folder : undefined;
}

async function step(name, run) {
  if (!isRequested(name)) return;
  const started = Date.now();
  report(name, await run(), started);
}

function report(name, { passed, failed }, started) {
  total.passed += passed;
  total.failed += failed;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    `${failed === 0 ? "ok    " : "FAILED"} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`,
  );
}

/** Renders the templates that changed since they passed; `npm run library:passed` records all as passed. */
const LIBRARY_CHECK = [
  "build/program/cli/main.js",
  "library",
  "check",
  "--some",
  "--mirrored",
  "--passed",
  "tests/library-passed.json",
];

/**
 * The same with veraPDF, whose verdict depends only on files, kit and fonts; `npm run library:proven` records
 * all.
 */
const LIBRARY_PROOF = [
  "build/program/cli/main.js",
  "library",
  "prove",
  "--proven",
  "tests/library-proven.json",
];

const single = (good) => ({ passed: good ? 1 : 0, failed: good ? 0 : 1 });

/** Needs no installed package. Returns whether it succeeded. */
async function runScript(script) {
  const [code] = await once(spawn(process.execPath, [script], { cwd: root, stdio: "inherit" }), "exit");
  return code === 0;
}

/**
 * Returns whether it succeeded. Shows the output of a quiet process only on failure. Output is piped, and the
 * process itself is awaited: a remaining child would otherwise keep the run open.
 */
function runNode(args, { quiet }) {
  const child = spawn(node, args, { cwd: root, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => {
      if (quiet) output += chunk;
      else process.stdout.write(chunk);
    });
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => setTimeout(resolve, EXIT_GRACE_MS, code));
    child.once("close", resolve);
  });
  // A proof requested by name may take hours.
  const deadline =
    only.length === 0 &&
    setTimeout(() => {
      console.log(`Not done after ${STEP_MINUTES} minutes: node ${args.join(" ")}`);
      child.kill("SIGKILL");
    }, STEP_MINUTES * 60_000);
  return ended.then((code) => {
    clearTimeout(deadline);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
    if (quiet && code !== 0) console.log(output.trimEnd());
    return code === 0;
  });
}

const check = async (...args) => single(await runNode(args, { quiet: true }));

/** Files of all projects share the same workers, so that the cores are busy until the end. */
async function vitest({ workers, tags = "!long" }, ...projects) {
  if (projects.length === 0) return;
  const started = Date.now();
  const file = join(temporary, `${projects.join("-")}.json`);
  const good = await runNode(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      `--maxWorkers=${workers}`,
      ...(options.table ? FAULTS_OF_THE_TABLE : [`--tags-filter=${tags}`]),
      "--passWithNoTests",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ],
    { quiet: false },
  );
  const files = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).testResults : [];
  const counts = Object.fromEntries(projects.map((project) => [project, { passed: 0, failed: 0 }]));
  for (const { name, status, assertionResults } of files) {
    const count = counts[projectOf(name)];
    const failed = assertionResults.filter((test) => test.status === "failed").length;
    count.passed += assertionResults.filter((test) => test.status === "passed").length;
    // A file that can't be loaded fails without a failed test.
    count.failed += status === "failed" ? Math.max(1, failed) : failed;
  }
  // So does an error outside any file.
  if (!good && Object.values(counts).every(({ failed }) => failed === 0)) counts[projects[0]].failed = 1;
  for (const project of projects) report(project, counts[project], started);
}

function projectOf(file) {
  const [top, folder] = relative(root, file).split(/[\\/]/);
  return top === "tests" && ["api", "faults", "fuzz", "e2e"].includes(folder) ? folder : "unit";
}

// Steps without a build run in parallel with it and with the first tests, so that the second core is busy.
const parallel = [
  step("types", async () => {
    const generated = await check("node_modules/@react-router/dev/bin.cjs", "typegen");
    // Four parallel checkers, the default, do half of the work twice.
    return generated.failed
      ? generated
      : check("node_modules/typescript/bin/tsc", "--noEmit", "--checkers", "1");
  }),
  step("lint", () => check("node_modules/@biomejs/biome/bin/biome", "check", ".")),
];
const tools = step("tools", async () => single(await installingTools));
const BUILD =
  'import("./scripts/setup/build.mjs").then(({ buildWhenStale }) => process.exit(buildWhenStale(process.execPath) ? 0 : 1))';
await step("build", async () => single(await runNode(["-e", BUILD], { quiet: false })));
await tools;
parallel.push(
  step("library", () => check(...LIBRARY_CHECK)),
  step("proof", () => check(...LIBRARY_PROOF)),
);
// A killed process stores nothing in the compile cache, and most test servers are killed, so it is filled
// here.
const COMPILE_SERVER =
  'import("./build/program/server/run.js").then(() => import("./build/server/index.js")).then(() => process.exit())';
if (["api", "faults", "fuzz", "e2e", "long"].some(isRequested))
  await runNode(["-e", COMPILE_SERVER], { quiet: true });
// Many of these wait for a deadline, so two or three workers would not fill two cores.
await vitest({ workers: 4 }, ...["unit", "api", "faults", "fuzz"].filter(isRequested));
await vitest({ workers: 3 }, ...["e2e"].filter(isRequested));
if (only.includes("bill-rules"))
  await step("bill-rules", async () =>
    single(await runNode(["scripts/bill-rules.mjs", options.rules ?? "."], { quiet: false })),
  );
if (only.includes("long")) {
  await vitest({ workers: 3, tags: "long" }, "unit", "api", "faults", "fuzz");
  await vitest({ workers: 2, tags: "long" }, "e2e");
}
await Promise.all(parallel);

if (options.table) printFaultTable(environment.FAULT_TABLE);
rmSync(temporary, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
