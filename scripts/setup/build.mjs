import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * What is built, from which sources and by which programs. Each is rebuilt when one of its sources changed.
 */
const BUILDS = {
  pages: {
    sources: [
      "app",
      "contract",
      "shared",
      "engine",
      "public",
      "locales",
      "lingui.config.ts",
      "scripts/build",
      "vite.config.ts",
      "react-router.config.ts",
      "package-lock.json",
    ],
    programs: [["node_modules/@react-router/dev/bin.cjs", "build"], ["scripts/build/describe-fonts.ts"]],
  },
  program: {
    sources: [
      "server",
      "engine",
      "contract",
      "shared",
      "cli",
      "app/mcp-app",
      "app/ui/tokens.css",
      "locales",
      "scripts/build",
      "package-lock.json",
    ],
    programs: [["scripts/build/bundle-program.ts"]],
  },
};

const IS_TEST = /\.test\.tsx?$/;

function* filesOf(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found?.isDirectory()) yield* filesBelow(path);
  else if (found && !IS_TEST.test(path)) yield path;
}

function* filesBelow(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (!IS_TEST.test(path)) yield path;
  }
}

function hashSources(sources) {
  const hash = createHash("sha256");
  for (const source of sources)
    for (const file of filesOf(source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update("\0");
  return hash.digest("hex");
}

/** File metadata of the sources: while it is unchanged, their bytes need not be read. */
function hashStates(sources) {
  const states = [];
  for (const source of sources)
    for (const file of filesOf(source)) {
      const { size, ino, mtimeMs, ctimeMs } = statSync(join(root, file));
      states.push(`${file}\0${size} ${ino} ${mtimeMs} ${ctimeMs}`);
    }
  return createHash("sha256").update(states.join("\0")).digest("hex");
}

const stampOf = (name) => join(root, `build/${name}.sha256`);
const statesOf = (name) => join(root, `build/${name}.states`);

export function isBuilt(name) {
  const { sources } = BUILDS[name];
  const stamp = readIfThere(stampOf(name));
  if (stamp === undefined) return false;
  const states = `${stamp} ${hashStates(sources)}`;
  if (readIfThere(statesOf(name)) === states) return true;
  if (stamp !== hashSources(sources)) return false;
  try {
    writeFileSync(statesOf(name), states);
  } catch {
    // On a read-only file system they are read each time.
  }
  return true;
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** Returns whether everything is built; prints why if not. */
export function buildWhenStale(node, names = Object.keys(BUILDS)) {
  return names.every((name) => isBuilt(name) || build(node, name));
}

function build(node, name) {
  const { sources, programs } = BUILDS[name];
  console.log(`Building the ${name} ...`);
  const hash = hashSources(sources);
  const stamp = stampOf(name);
  rmSync(stamp, { force: true });
  mkdirSync(join(root, "build"), { recursive: true });
  for (const args of programs) {
    const run = spawnSync(node, args, {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production" },
    });
    if (run.status !== 0) {
      console.error(`${run.stdout}${run.stderr}\nThe build failed: see the lines above.`);
      return false;
    }
  }
  writeFileSync(stamp, hash);
  return true;
}
