import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Where the program's own files are. `npm start` runs what scripts/build/bundle-program.ts made of the sources, in which many modules
 * share a file, so paths can't be relative to a module. Development and most tests run the sources.
 */

const BUNDLE = "build/program";
const own = import.meta.url;
const isBundled = !own.endsWith(".ts");
const ROOT = fileURLToPath(
  isBundled ? own.slice(0, own.lastIndexOf(`/${BUNDLE}/`) + 1) : new URL("../../", own),
);

/** A file or folder of the installation, by its path in the repository. */
export function installedPath(relative: string): string {
  return path.join(ROOT, relative);
}

/** The entry file of a process or thread, by its path in the repository without the extension. */
export function entryPath(name: string): string {
  return installedPath(isBundled ? `${BUNDLE}/${name}.js` : `${name}.ts`);
}

/** What must be readable to load code of these folders of the repository. */
export function codePaths(folders: readonly string[]): string[] {
  return [...(isBundled ? [BUNDLE] : folders), "package.json"].map(installedPath);
}
