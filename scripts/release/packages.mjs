import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/root.mjs";

/** Licences allowed for what we link, load or copy into pages; they only require attribution. */
export const ALLOWED_LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
]);

/** Packages under another licence, each with the reason. */
export const EXCEPTIONS = [
  {
    package: /^@img\/sharp-(?:libvips-.+|wasm32|freebsd-wasm32|webcontainers-wasm32|win32-.+)$/,
    licence: /LGPL-3\.0-or-later/,
    why: "libvips is a shared library that can be replaced, as the LGPL asks; its sources are public",
  },
  {
    package: /^argparse$/,
    licence: /^(?:Python-2\.0|PSF-2\.0)$/,
    why: "permissive; part of markdown-it's command line",
  },
  {
    package: /^caniuse-lite$/,
    licence: /^CC-BY-4\.0$/,
    why: "data that the build reads; nothing of it is shipped",
  },
  { package: /^pako$/, licence: /Zlib/, why: "permissive; only `npm run fonts` uses it" },
];

/** Build tools: installed to make the pages and the program, not shipped. */
const BUILD_TOOLS = [
  "@babel/core",
  "@lingui/babel-plugin-lingui-macro",
  "@lingui/conf",
  "@lingui/format-po",
  "@react-router/dev",
  "vite",
];

/** Everything in the lock, for any platform: { path, name, version, licence, isShipped }. */
export function lockedPackages() {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const shipped = findShipped(lock.packages);
  return Object.entries(lock.packages)
    .filter(([path]) => path.startsWith("node_modules/"))
    .map(([path, entry]) => ({
      path,
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version: entry.version,
      licence: licenceOf(path) ?? entry.license ?? "unknown",
      isShipped: shipped.has(path),
    }));
}

/**
 * The paths of packages that the program and the pages consist of: everything our dependencies need, without
 * the build tools.
 */
function findShipped(packages) {
  const { "": ours } = packages;
  const found = new Set();
  const follow = (names, from) => {
    const shipped = names.filter((name) => !BUILD_TOOLS.includes(name));
    for (const path of shipped.map((name) => resolve(packages, name, from))) {
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      follow(neededBy(packages[path]), path);
    }
  };
  follow(neededBy(ours), "");
  return found;
}

function neededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Where Node would find it: in the folder of the importing package or of one that contains it. */
function resolve(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return undefined;
  }
}

function licenceOf(path) {
  const file = join(root, path, "package.json");
  if (!existsSync(file)) return undefined;
  const { license } = JSON.parse(readFileSync(file, "utf8"));
  return typeof license === "string" ? license : license?.type;
}

/**
 * Packages whose licence is neither allowed nor excepted. "MIT OR Apache-2.0" needs one, "MIT AND OFL-1.1"
 * all.
 */
export function findForeignLicences(packages) {
  return packages.filter(
    ({ name, licence }) =>
      !isAllowed(licence) &&
      !EXCEPTIONS.some((each) => each.package.test(name) && each.licence.test(licence)),
  );
}

function isAllowed(licence) {
  const plain = licence.replace(/[()]/g, "");
  return plain
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((each) => ALLOWED_LICENCES.has(each.trim())));
}

/** Loaded from node_modules at run time; everything else is in the build. */
const LOADED = [
  "sharp",
  "@img/",
  "detect-libc",
  "semver",
  "@expo-google-fonts/",
  "@myriaddreamin/",
  "@iconify-json/lucide",
];

export function runtimePackages() {
  return lockedPackages().filter(
    ({ path, name, isShipped }) =>
      isShipped &&
      existsSync(join(root, path)) &&
      LOADED.some((each) => (each.endsWith("/") ? name.startsWith(each) : name === each)),
  );
}

/** The licences of everything in a release, bundled or not. */
export function noticesOf() {
  const shipped = lockedPackages().filter(({ path, isShipped }) => isShipped && existsSync(join(root, path)));
  return shipped
    .map(({ path, name, version, licence }) => `${name} ${version} (${licence})\n\n${textOf(path)}`)
    .join(`\n\n${"-".repeat(80)}\n\n`);
}

function textOf(path) {
  const file = readdirSync(join(root, path)).find((name) => /^(?:licen[cs]e|copying|ofl)/i.test(name));
  return file
    ? readFileSync(join(root, path, file), "utf8").trim()
    : "The package has no text of its licence.";
}
