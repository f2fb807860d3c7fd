import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Stands in for server/config/program-files.ts in tests (vitest.config.ts): a server inside a test's own process starts the children that
 * an operator's does, those that are built. From source each would first strip types for a third of a second of processor.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUNDLE = "build/program";

export function installedPath(relative: string): string {
  return path.join(ROOT, relative);
}

export function entryPath(name: string): string {
  return installedPath(`${BUNDLE}/${name}.js`);
}

export function codePaths(): string[] {
  return [BUNDLE, "package.json"].map(installedPath);
}
