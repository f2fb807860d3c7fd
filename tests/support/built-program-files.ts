import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Replaces server/config/program-files.ts in tests (vitest.config.ts): a server in a test's process starts
 * the built child programs. From source each would need a third of a second to strip types.
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
