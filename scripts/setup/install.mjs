import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * What is installed for which purpose. `start` needs only `dependencies`, build tools included; tests and
 * lint also need `devDependencies`; benches have their own packages in bench/
 * (docs/decisions/30-build-and-start.md).
 */
const SETS = {
  start: { folder: ".", options: ["--omit=dev"] },
  tests: { folder: ".", options: ["--include=dev"] },
  bench: { folder: "bench", options: ["--include=dev"] },
};

function readPackages(folder, file) {
  try {
    return JSON.parse(readFileSync(join(root, folder, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * Compares the lock with npm's record of what it installed. Times don't help: a checkout changes them without
 * changing anything, and an install touches both files in either order.
 */
export function isInstalled(set) {
  const { folder } = SETS[set];
  const wanted = readPackages(folder, "package-lock.json");
  const installed = readPackages(folder, "node_modules/.package-lock.json");
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || isLeftOut(entry, set) || installed[path]?.version === entry.version,
  );
}

function isLeftOut({ optional, dev, devOptional }, set) {
  return optional || (set === "start" && (dev || devOptional));
}

/** Additional packages, installed for tests, are kept. */
export function installWhatIsMissing(set) {
  if (isInstalled(set)) return;
  const { folder, options } = SETS[set];
  console.log("Installing dependencies (npm ci) ...");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const run = spawnSync(npm, ["ci", ...options, ...quiet], {
    cwd: join(root, folder),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (run.status !== 0) {
    console.error("npm ci failed: see the lines above; check the network and run `npm ci` by hand.");
    process.exit(1);
  }
}
