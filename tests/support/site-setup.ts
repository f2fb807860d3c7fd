import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { drawLibrary } from "./drawn-library.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the library and its pictures, to be copied. */
    drawnLibrary: string;
    /** Where workers store the data of their servers, with a `*.pid` for each. */
    sites: string;
  }
}

export default async function prepareSites(project: TestProject): Promise<() => void> {
  const sites = mkdtempSync(join(tmpdir(), "typecase-sites-"));
  const drawn = join(sites, "library");
  await drawLibrary(drawn);
  project.provide("drawnLibrary", drawn);
  project.provide("sites", sites);
  return () => {
    for (const file of globSync("*.pid", { cwd: sites })) endProcess(Number(readFileSync(join(sites, file))));
    rmSync(sites, { recursive: true, force: true });
  };
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended with its worker.
  }
}
