import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/root.mjs";

/** What we link to, load or copy into pages may be under these; they ask for no more than to be named. */
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

/** Packages under another licence, each with why that is right. */
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
  { package: /^pako$/, licence: /Zlib/, why: "permissive; only tests and benches use it" },
  {
    package: /^png-js$/,
    licence: /^unknown$/,
    why: "MIT by its text, which its description does not name; only a bench uses it",
  },
];

/** Everything the lock has, for any platform: { path, name, licence, isDevelopment }. */
export function lockedPackages() {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages)
    .filter(([path]) => path.startsWith("node_modules/"))
    .map(([path, entry]) => ({
      path,
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version: entry.version,
      licence: licenceOf(path) ?? entry.license ?? "unknown",
      isDevelopment: entry.dev === true,
    }));
}

function licenceOf(path) {
  const file = join(root, path, "package.json");
  if (!existsSync(file)) return undefined;
  const { license } = JSON.parse(readFileSync(file, "utf8"));
  return typeof license === "string" ? license : license?.type;
}

/** Those whose licence is neither allowed nor excepted. A choice ("MIT OR Apache-2.0") needs one, a sum ("MIT AND OFL-1.1") all. */
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

/** Loaded from node_modules while the server runs; everything else is in the build. */
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
    ({ path, name, isDevelopment }) =>
      !isDevelopment &&
      existsSync(join(root, path)) &&
      LOADED.some((each) => (each.endsWith("/") ? name.startsWith(each) : name === each)),
  );
}

/** The licences of everything that is in a release, bundled or beside it. */
export function noticesOf() {
  const shipped = lockedPackages().filter(
    ({ path, isDevelopment }) => !isDevelopment && existsSync(join(root, path)),
  );
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
