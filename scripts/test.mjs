// `npm test`: everything, a plain line a step, and a last line `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWhenStale } from "./setup/build.mjs";
import { installWhatIsMissing } from "./setup/install.mjs";
import { root } from "./setup/root.mjs";
import { findNode } from "./setup/runtime.mjs";
import { installSystemTools } from "./setup/system-tools.mjs";

const only = process.argv.slice(2); // names of steps, to run just those
const total = { passed: 0, failed: 0 };

installWhatIsMissing();
const node = findNode();
const reports = mkdtempSync(join(tmpdir(), "typecase-test-"));

function step(name, run) {
  if (only.length > 0 && !only.includes(name)) return;
  const started = Date.now();
  const { passed, failed } = run();
  total.passed += passed;
  total.failed += failed;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    `${failed === 0 ? "ok    " : "FAILED"} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`,
  );
}

const single = (good) => ({ passed: good ? 1 : 0, failed: good ? 0 : 1 });

function runNode(args, { quiet }) {
  const env = { ...process.env, NODE_ENV: "test", NO_COLOR: "1" };
  const run = spawnSync(node, args, { cwd: root, encoding: "utf8", env, stdio: quiet ? "pipe" : "inherit" });
  if (quiet && run.status !== 0) console.log(`${run.stdout}${run.stderr}`.trimEnd());
  return run.status === 0;
}

const check = (...args) => single(runNode(args, { quiet: true }));

function vitest(project) {
  const file = join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    project,
    "--passWithNoTests",
    ...reporters,
  ];
  const good = runNode(args, { quiet: false });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const passed = report.numPassedTests ?? 0;
  const failed = report.numFailedTests ?? 0;
  // A file that can't be loaded, or an error outside any test, fails the run without failing a test.
  return { passed, failed: good ? failed : Math.max(1, failed) };
}

step("tools", () => {
  const missing = installSystemTools();
  for (const tool of missing) console.log(`Please install ${tool}.`);
  return single(missing.length === 0);
});
step("types", () => {
  const generated = check("node_modules/@react-router/dev/bin.cjs", "typegen");
  return generated.failed ? generated : check("node_modules/typescript/bin/tsc", "--noEmit");
});
step("lint", () => check("node_modules/@biomejs/biome/bin/biome", "check", "."));
step("build", () => single(buildWhenStale(node)));
if (existsSync(join(root, "cli/main.ts"))) step("library", () => check("cli/main.ts", "library", "check"));
for (const project of ["unit", "api", "faults", "e2e"]) step(project, () => vitest(project));

rmSync(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
