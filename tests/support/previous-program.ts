import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";

const RECORD = "tests/fixtures/previous-program.json";
const SOURCES = ["server", "contract", "library/kit", "package.json"];

/** Sources without history (an archive, a shallow clone) have no version to upgrade from. */
export function hasPreviousProgram(): boolean {
  const { status } = spawnSync("git", ["cat-file", "-e", `${recordedCommit()}^{commit}`], {
    stdio: "ignore",
  });
  return status === 0;
}

function recordedCommit(): string {
  return (JSON.parse(readFileSync(RECORD, "utf8")) as { commit: string }).commit;
}

/**
 * The previous version from the repository's history, run from source. Its pages are not built; one line
 * replaces all of them. It is stored in this checkout, whose packages it uses.
 */
export function previousProgram(): { folder: string } {
  const commit = recordedCommit();
  const folder = resolve("build", `previous-${commit.slice(0, 12)}`);
  if (existsSync(folder)) return { folder };
  mkdirSync("build", { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const archive = execFileSync("git", ["archive", "--format=tar", commit, ...SOURCES], {
    maxBuffer: 100 * 1024 * 1024,
  });
  execFileSync("tar", ["-x", "-C", draft], { input: archive });
  symlinkSync(resolve("node_modules"), join(draft, "node_modules"));
  mkdirSync(join(draft, "build/server"), { recursive: true });
  writeFileSync(join(draft, "build/server/index.js"), PAGES);
  // Renamed when complete; another worker may have been faster.
  if (!existsSync(folder)) renameSync(draft, folder);
  return { folder };
}

const PAGES = `export const routes = {};
export const entry = {
  module: { createPages: () => async () => new Response("<p>A page.</p>", { headers: { "content-type": "text/html" } }) },
};
`;
