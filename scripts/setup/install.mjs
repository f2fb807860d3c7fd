import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

function readPackages(folder, file) {
  try {
    return JSON.parse(readFileSync(join(root, folder, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * Compares the lock with npm's own record of what it installed. Times are no help here: a checkout
 * changes them without changing anything, and an install touches both files in either order.
 */
export function isInstalled(folder = ".") {
  const wanted = readPackages(folder, "package-lock.json");
  const installed = readPackages(folder, "node_modules/.package-lock.json");
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || installed[path]?.version === entry.version,
  );
}

/** In the root, or in a folder with packages of its own. */
export function installWhatIsMissing(folder = ".") {
  if (isInstalled(folder)) return;
  console.log("Installing dependencies (npm ci) ...");
  // The build tools are development dependencies, so they are needed under NODE_ENV=production too.
  const quiet = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const run = spawnSync(npm, ["ci", ...quiet], {
    cwd: join(root, folder),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (run.status !== 0) {
    console.error("npm ci failed: see the lines above; check the network and run `npm ci` by hand.");
    process.exit(1);
  }
}
