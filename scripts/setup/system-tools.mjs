// Installs the browser, PDF tools and proxy that the tests need, if possible. Exits with 1 if something is
// still missing. Plain JavaScript for an older Node with nothing installed.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const TOOLS = [
  {
    what: "a Chromium browser",
    anyOf: ["chromium", "chromium-browser", "google-chrome"],
    debian: "chromium",
  },
  {
    what: "Chromium's headless shell",
    anyOf: ["chromium-headless-shell"],
    debian: "chromium-headless-shell",
    isOptional: true, // the full browser works as well, at three times the processor time
  },
  { what: "a Java runtime", anyOf: ["java"], debian: "default-jre-headless" },
  { what: "poppler-utils", anyOf: ["pdftotext"], debian: "poppler-utils" },
  { what: "nginx", anyOf: ["nginx"], debian: "nginx-light" },
];

function onPath(program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function missingTools() {
  return TOOLS.filter(({ anyOf }) => !anyOf.some(onPath));
}

const START_POLICY = "/usr/sbin/policy-rc.d";

/**
 * Debian starts a service when it is installed, but the tests start nginx themselves. Returns a function that
 * undoes it.
 */
function keepServicesFromStarting() {
  if (existsSync(START_POLICY)) return () => {};
  writeFileSync(START_POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  return () => rmSync(START_POLICY, { force: true });
}

function install(packages) {
  console.log(`Installing ${packages.join(" and ")} (apt-get) ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { stdio: ["ignore", "ignore", "inherit"], env };
  spawnSync("apt-get", ["update", "-qq"], options);
  // One by one, so that a package missing in this Debian release doesn't block the others.
  const letServicesStart = keepServicesFromStarting();
  for (const name of packages)
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options);
  letServicesStart();
}

const wanted = missingTools();
if (wanted.length > 0 && process.getuid?.() === 0 && onPath("apt-get"))
  install(wanted.map(({ debian }) => debian));
const missing = missingTools().filter(({ isOptional }) => !isOptional);
for (const { what, debian } of missing)
  console.log(`Please install ${what} (on Debian: apt-get install ${debian}).`);
process.exit(missing.length === 0 ? 0 : 1);
