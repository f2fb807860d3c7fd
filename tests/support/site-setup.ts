import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { drawLibrary, drawnLibraryFolder } from "./drawn-library.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the library and all its pictures, to be copied; it may still be in progress. */
    drawnLibrary: string;
    /** Where workers store the data of their servers, with a `*.pid` for each. */
    sites: string;
  }
}

/** Draws the library alongside the tests that run before the browser tests. */
export default function prepareSites(project: TestProject): () => Promise<void> {
  const sites = mkdtempSync(join(tmpdir(), "typecase-sites-"));
  const drawn = drawnLibraryFolder();
  const drawing = drawLibrary(drawn).catch((error) => writeFileSync(join(sites, FAILED), String(error)));
  project.provide("drawnLibrary", drawn);
  project.provide("sites", sites);
  return async () => {
    await drawing;
    for (const file of globSync("*.pid", { cwd: sites })) endProcess(Number(readFileSync(join(sites, file))));
    rmSync(sites, { recursive: true, force: true });
  };
}

/** Why the library could not be drawn. */
export const FAILED = "not-drawn.txt";

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended with its worker.
  }
}
