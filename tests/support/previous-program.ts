import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const RECORD = "tests/fixtures/previous-program.json";
const SOURCES = ["server", "contract", "library/kit", "package.json"];

/**
 * The version before this one, from the repository's history, as its sources: they run as they are. Its pages are not built; one line
 * stands in for all of them.
 */
export function previousProgram(): { folder: string } {
  const { commit } = JSON.parse(readFileSync(RECORD, "utf8")) as { commit: string };
  const folder = join(tmpdir(), `typecase-previous-${commit.slice(0, 12)}`);
  if (existsSync(folder)) return { folder };
  const draft = mkdtempSync(`${folder}-`);
  try {
    const archive = execFileSync("git", ["archive", "--format=tar", commit, ...SOURCES], {
      maxBuffer: 100 * 1024 * 1024,
      stdio: ["ignore", "pipe", "pipe"],
    });
    execFileSync("tar", ["-x", "-C", draft], { input: archive });
  } catch (error) {
    throw new Error(
      `the commit ${commit} (${RECORD}) can't be had from git; in a shallow clone run "git fetch --unshallow" (${error})`,
    );
  }
  symlinkSync(resolve("node_modules"), join(draft, "node_modules"));
  mkdirSync(join(draft, "build/server"), { recursive: true });
  writeFileSync(join(draft, "build/server/index.js"), PAGES);
  // Under its own name when it is whole; another worker may have been faster.
  if (!existsSync(folder)) renameSync(draft, folder);
  return { folder };
}

const PAGES = `export const routes = {};
export const entry = {
  module: { createPages: () => async () => new Response("<p>A page.</p>", { headers: { "content-type": "text/html" } }) },
};
`;
