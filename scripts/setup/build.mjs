import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

// server/ is not among them: it runs from source, and the pages take nothing of it.
const SOURCES = [
  "app",
  "contract",
  "public",
  "scripts/build",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
];
const STAMP = join(root, "build/sources.sha256");

function* filesOf(path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  const names = readNames(full);
  if (!names) yield path;
  else for (const name of names.sort()) yield* filesOf(`${path}/${name}`);
}

function readNames(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

function hashSources() {
  const hash = createHash("sha256");
  for (const source of SOURCES)
    for (const file of filesOf(source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update("\0");
  return hash.digest("hex");
}

export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === hashSources();
}

/** Returns whether there is a build now; says why when there isn't. */
export function buildWhenStale(node) {
  if (isBuilt()) return true;
  console.log("Building the pages ...");
  const sources = hashSources();
  rmSync(STAMP, { force: true });
  mkdirSync(join(root, "build"), { recursive: true });
  for (const args of [
    ["node_modules/@react-router/dev/bin.cjs", "build"],
    ["scripts/build/describe-fonts.ts"],
  ]) {
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
  writeFileSync(STAMP, sources);
  return true;
}
