import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ServerProcess, startServer } from "./server.ts";

export const LIBRARY = fileURLToPath(new URL("../../library", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const KEPT = join(ROOT, "node_modules/.cache/typecase-site");
/** What decides how the database of a drawn library looks. */
const DECIDING =
  "{library,contract,server/{database,library,collections,pictures,rendering,thumbnails}}/**/*.*";
const WHOLE_WIDTH = 1_200; // of a drawn page
const LOOK_EVERY_MS = 500;
const DEADLINE_MS = 10 * 60_000;

/** Where the data folder with the library and all its pictures is, or will be once it is drawn. */
export function drawnLibraryFolder(): string {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", ...globSync(DECIDING, { cwd: ROOT }).sort()])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  return join(KEPT, hash.digest("hex"));
}

/** Makes that folder unless it is kept from an earlier run: drawing takes as long as many tests. */
export async function drawLibrary(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  const unfinished = mkdtempSync(join(KEPT, "unfinished-"));
  const server = await startServer({
    environment: { DATA_DIR: unfinished, LIBRARY_DIR: LIBRARY, RENDER_PROCESSES: "2" },
  });
  await untilDrawn(server);
  await server.stop("SIGTERM");
  renameSync(unfinished, folder);
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
