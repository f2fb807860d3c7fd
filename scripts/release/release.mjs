// `npm run release`: writes release/typecase-<version>-<platform>.tar.gz, which needs only Node 24. `--
// --folder DIR` writes the same files into a folder (the Dockerfile's first stage).
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildWhenStale } from "../setup/build.mjs";
import { installWhatIsMissing } from "../setup/install.mjs";
import { root } from "../setup/root.mjs";
import { findNode } from "../setup/runtime.mjs";
import { SERVER_ALLOCATOR, SERVER_FLAGS } from "../setup/server-process.mjs";
import { lockedPackages, noticesOf, runtimePackages } from "./packages.mjs";

/** `./typecase` starts the server, `./typecase backup ...` is the command line. */
const START = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export NODE_ENV=production LIBRARY_DIR="\${LIBRARY_DIR:-$here/library}"
if [ $# -eq 0 ]; then
  export ${Object.entries(SERVER_ALLOCATOR)
    .map(([name, value]) => `${name}="\${${name}:-${value}}"`)
    .join(" ")}
  exec node ${SERVER_FLAGS.join(" ")} "$here/build/program/server/main.js"
fi
exec node "$here/build/program/cli/main.js" "$@"
`;

const { values } = parseArgs({ options: { folder: { type: "string" } } });
installWhatIsMissing("start");
if (!buildWhenStale(findNode())) process.exit(1);

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const name = `typecase-${version}-${process.platform}-${process.arch}`;
const folder = resolve(values.folder ?? join(root, "release", name));
if (existsSync(folder) && readdirSync(folder).length > 0) {
  if (values.folder) stop(`${folder} is not empty. A release is written into a new folder.`);
  rmSync(folder, { recursive: true });
}
mkdirSync(folder, { recursive: true });

for (const path of [
  "build/client",
  "build/fonts.json",
  "build/program",
  "build/server",
  "library",
  "locales",
  "server/collections/starter-pages",
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "docs",
])
  cpSync(join(root, path), join(folder, path), { recursive: true });
const packages = runtimePackages();
for (const { path } of packages)
  cpSync(join(root, path), join(folder, path), { recursive: true, filter: isUsed });
writeFileSync(join(folder, "package.json"), `${JSON.stringify(describeRelease(), null, 2)}\n`);
writeFileSync(join(folder, "NOTICES.txt"), noticesOf());
writeFileSync(join(folder, "sbom.json"), billOfMaterials());
writeFileSync(join(folder, "typecase"), START, { mode: 0o755 });

if (!values.folder) {
  const file = `${folder}.tar.gz`;
  run("tar", ["-czf", file, "--owner=0", "--group=0", "-C", join(root, "release"), name]);
  console.log(file);
}

function describeRelease() {
  return {
    name: "typecase",
    version,
    private: true,
    license: "MIT",
    type: "module",
    engines: { node: ">=24" },
    scripts: { start: "./typecase", typecase: "./typecase" },
  };
}

/** Only the files of a package that run: sources for other bundlers, types and maps are a third of them. */
function isUsed(path) {
  return !/\.(?:d\.[cm]?ts|map|md|tsx)$/.test(path) && !/\/node_modules\/.*\/(?:test|tests|docs)$/.test(path);
}

function billOfMaterials() {
  const made = run("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"]);
  const bill = JSON.parse(made);
  const shipped = new Set(
    lockedPackages().flatMap(({ isShipped, name, version }) => (isShipped ? [`${name}@${version}`] : [])),
  );
  const isOurs = (ref) => shipped.has(ref) || ref === bill.metadata.component["bom-ref"];
  bill.components = bill.components.filter((each) => isOurs(each["bom-ref"]));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isOurs(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isOurs) }));
  // The folder of a checkout may have any name.
  bill.metadata.component.name = "typecase";
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function run(program, args) {
  const done = spawnSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (done.status !== 0) stop(`${program} ${args[0]} failed: ${done.stderr}`);
  return done.stdout;
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
