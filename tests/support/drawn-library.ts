import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { createDrawingClaims } from "../../server/database/node-turns.ts";
import { createPictures, type Pictures } from "../../server/pictures/pictures.ts";
import { createRendering } from "../../server/rendering/rendering.ts";
import { createTemplateSource } from "../../server/rendering/requests/template-source.ts";
import { createThumbnailStore } from "../../server/thumbnails/thumbnail-store.ts";
import { createThumbnails } from "../../server/thumbnails/thumbnails.ts";
import { startServer } from "./server.ts";

export const LIBRARY = fileURLToPath(new URL("../../library", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const KEPT = join(ROOT, "node_modules/.cache/typecase-site");
/** The files that determine the database of a drawn library. */
const DECIDING = [
  "package-lock.json",
  "tests/support/drawn-library.ts",
  "{library,contract,shared,server/{database,library,collections,pictures,rendering,thumbnails}}/**/*.*",
];
/**
 * 240 pixels instead of 1,200: browser tests check where a picture is and what it shows, not its sharpness.
 * Drawing takes a tenth of the work.
 */
const SHARE_OF_WIDTH = 0.2;
const RENDER_DEADLINE_MS = 120_000;
const MANY = 1_000;

/** The data folder with the library and all its pictures, once it is drawn. */
export function drawnLibraryFolder(): string {
  const hash = createHash("sha256");
  for (const file of globSync(DECIDING, { cwd: ROOT }).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  return join(KEPT, hash.digest("hex"));
}

/** Creates that folder unless an earlier run has stored it: drawing takes as long as many tests. */
export async function drawLibrary(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  const unfinished = mkdtempSync(join(KEPT, "unfinished-"));
  await importLibrary(unfinished);
  await drawPictures(unfinished);
  renameSync(unfinished, folder);
}

/** The first start of a server that draws nothing: it listens once the library is imported. */
async function importLibrary(folder: string): Promise<void> {
  const server = await startServer({
    environment: { DATA_DIR: folder, LIBRARY_DIR: LIBRARY, RENDER_PROCESSES: "0" },
  });
  await server.stop("SIGTERM");
}

/** As a server does it, except for the size. */
async function drawPictures(folder: string): Promise<void> {
  const log = pino({ level: "warn" });
  const database = await openDatabase(readSettings({ DATA_DIR: folder, DATABASE_URL: "" }), log);
  const rendering = createRendering({
    settings: {
      processes: 2,
      queue: MANY,
      deadlineMs: RENDER_DEADLINE_MS,
      kitDir: join(LIBRARY, "kit"),
    },
    log,
  });
  const pictures = createPictures({ log });
  const catalogue = await createCatalogueVersion(database, log);
  try {
    await rendering.ready();
    const store = createThumbnailStore({
      database,
      catalogue,
      templates: createTemplateSource(database, rendering.kit.hash),
      renderingVersion: rendering.version,
    });
    const thumbnails = createThumbnails({
      rendering,
      pictures: smaller(pictures),
      store,
      claims: createDrawingClaims(database),
      isNewest: async () => true,
      log,
    });
    thumbnails.wake();
    await thumbnails.settled();
    const { templates } = await store.listWithout(MANY, () => false, "");
    const missing = templates.map(({ type, slug }) => `${type}/${slug}`);
    if (missing.length > 0) throw new Error(`not drawn: ${missing.join(", ")}`);
  } finally {
    await rendering.close();
    await pictures.close();
    await catalogue.close();
    await database.close();
  }
}

function smaller(pictures: Pictures): Pictures {
  const scale = (length: number) => Math.max(1, Math.round(length * SHARE_OF_WIDTH));
  return {
    ...pictures,
    make: (job, options) =>
      pictures.make(
        job.kind === "draw"
          ? {
              ...job,
              density: job.density * SHARE_OF_WIDTH,
              width: scale(job.width),
              height: scale(job.height),
            }
          : job,
        options,
      ),
  };
}
