import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** What is built, from what, and by which programs. Each is built anew when one of its sources changed. */
const BUILDS = {
  pages: {
    sources: [
      "app",
      "contract",
      "public",
      "scripts/build",
      "vite.config.ts",
      "react-router.config.ts",
      "package-lock.json",
    ],
    programs: [["node_modules/@react-router/dev/bin.cjs", "build"], ["scripts/build/describe-fonts.ts"]],
  },
  program: {
    sources: ["server", "contract", "cli", "scripts/build/bundle-program.ts", "package-lock.json"],
    programs: [["scripts/build/bundle-program.ts"]],
  },
};

const IS_TEST = /\.test\.tsx?$/;

function* filesOf(path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  const names = readNames(full);
  if (!names) {
    if (!IS_TEST.test(path)) yield path;
  } else for (const name of names.sort()) yield* filesOf(`${path}/${name}`);
}

function readNames(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
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

const stampOf = (name) => join(root, `build/${name}.sha256`);

export function isBuilt(name) {
  const stamp = stampOf(name);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources(BUILDS[name].sources);
}

/** Returns whether these are built now; says why when they aren't. */
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
