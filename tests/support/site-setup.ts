import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { type ServerProcess, startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the library and all its pictures, to be copied. */
    siteData: string;
    /** A running server on a copy of it for every worker: its address, and the file with what it writes. */
    sites: { url: string; output: string }[];
  }
}

export const LIBRARY = fileURLToPath(new URL("../../library", import.meta.url));
const QUICK_HASHES = new URL("quick-password-hashes.ts", import.meta.url).href;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const KEPT = join(ROOT, "node_modules/.cache/typecase-site");
/** What decides how the database of a drawn library looks. */
const DECIDING =
  "{library,contract,server/{database,library,collections,pictures,rendering,thumbnails}}/**/*.*";
const WHOLE_WIDTH = 1_200; // of a drawn page
const LOOK_EVERY_MS = 500;
const DEADLINE_MS = 10 * 60_000;

/** Imports the library and draws its sheets once, and starts a server for every worker. */
export default async function prepareSites(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "typecase-site-"));
  const drawn = await drawnLibrary();
  const workers = Array.from({ length: project.vitest.config.maxWorkers }, (_, worker) =>
    startSite(drawn, join(folder, `worker-${worker + 1}`)),
  );
  const sites = await Promise.all(workers);
  project.provide("siteData", drawn);
  project.provide(
    "sites",
    sites.map(({ server, output }) => ({ url: server.url, output })),
  );
  return async () => {
    for (const { server } of sites) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function startSite(drawn: string, data: string): Promise<{ server: ServerProcess; output: string }> {
  cpSync(drawn, data, { recursive: true });
  const output = `${data}.log`;
  const server = await startServer({
    environment: {
      DATA_DIR: data,
      LIBRARY_DIR: LIBRARY,
      RENDER_PROCESSES: "1",
      NODE_OPTIONS: `--import=${QUICK_HASHES}`,
    },
  });
  appendFileSync(output, server.output());
  server.process.stdout?.on("data", (chunk: Buffer) => appendFileSync(output, chunk));
  return { server, output };
}

/** A data folder with the library in it, kept from run to run: drawing it takes as long as many tests. */
export async function drawnLibrary(): Promise<string> {
  const folder = join(KEPT, hashOfDeciding());
  if (existsSync(folder)) return folder;
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  const unfinished = mkdtempSync(join(KEPT, "unfinished-"));
  const server = await startServer({
    environment: { DATA_DIR: unfinished, LIBRARY_DIR: LIBRARY, RENDER_PROCESSES: "2" },
  });
  await untilDrawn(server);
  await server.stop("SIGTERM");
  renameSync(unfinished, folder);
  return folder;
}

function hashOfDeciding(): string {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", ...globSync(DECIDING, { cwd: ROOT }).sort()])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  return hash.digest("hex");
}

async function untilDrawn(server: ServerProcess): Promise<void> {
  const giveUpAt = Date.now() + DEADLINE_MS;
  while (Date.now() < giveUpAt) {
    const answer = await server.fetch("/items/templates?fields=image.width&limit=1000");
    const { data } = (await answer.json()) as { data: { image: { width: number } | null }[] };
    // Small ones come first.
    if (data.every(({ image }) => image && image.width >= WHOLE_WIDTH)) return;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error("the sheets of the library were not drawn in time");
}
