import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { startServer, type TestServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the library and all its pictures, to be copied. */
    siteData: string;
  }
}

export const LIBRARY = fileURLToPath(new URL("../../library", import.meta.url));
const LOOK_EVERY_MS = 500;
const DEADLINE_MS = 10 * 60_000;

/** Imports the library and draws its sheets once: every browser test would do it again, and be slow by it. */
export default async function prepareSite(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "typecase-site-"));
  const environment = { DATA_DIR: folder, LIBRARY_DIR: LIBRARY, RENDER_PROCESSES: "2" };
  const server = await startServer({ environment });
  await untilDrawn(server);
  await server.stop();
  project.provide("siteData", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

async function untilDrawn(server: TestServer): Promise<void> {
  const giveUpAt = Date.now() + DEADLINE_MS;
  while (Date.now() < giveUpAt) {
    const answer = await server.fetch("/items/templates?filter[image][_null]=true&limit=1&fields=id");
    const { data } = (await answer.json()) as { data: unknown[] };
    if (data.length === 0) return;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error("the sheets of the library were not drawn in time");
}
