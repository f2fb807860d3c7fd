import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pino from "pino";
import sharp from "sharp";
import { pageSize } from "../../contract/templates/template-file.ts";
import { createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { createRendering } from "../../server/rendering/rendering.ts";
import { createTemplateSource } from "../../server/rendering/requests/template-source.ts";
import { createThumbnailStore } from "../../server/thumbnails/thumbnail-store.ts";
import { startServer } from "./server.ts";

export const LIBRARY = fileURLToPath(new URL("../../library", import.meta.url));
const PIXELS_PER_MM = 1;
const MANY = 1_000;

/** Fills a data folder with the library and a picture of each template. */
export async function drawLibrary(folder: string): Promise<void> {
  await importLibrary(folder);
  await storeBlankSheets(folder);
}

/** The first start of a server that draws nothing: it listens once the library is imported. */
async function importLibrary(folder: string): Promise<void> {
  const server = await startServer({
    environment: { DATA_DIR: folder, LIBRARY_DIR: LIBRARY, RENDER_PROCESSES: "0" },
  });
  await server.stop("SIGTERM");
}

/**
 * A blank sheet of the right size as each template's picture. Browser tests check where pictures are, not
 * what they show, and drawing the library takes a core most of a minute.
 */
async function storeBlankSheets(folder: string): Promise<void> {
  const log = pino({ level: "warn" });
  const database = await openDatabase(readSettings({ DATA_DIR: folder, DATABASE_URL: "" }), log);
  const catalogue = await createCatalogueVersion(database, log);
  // Only for the version that the pictures belong to: it starts no process.
  const rendering = createRendering({
    settings: { processes: 0, queue: 0, deadlineMs: 1, kitDir: join(LIBRARY, "kit") },
    log,
  });
  try {
    const store = createThumbnailStore({
      database,
      catalogue,
      templates: createTemplateSource(database, rendering.kit.hash),
      renderingVersion: rendering.version,
    });
    const { templates } = await store.listWithout(MANY, () => false, "");
    const pictured = await Promise.all(
      templates.map(async ({ id, version, page }) => ({
        id,
        version,
        pictures: [{ page: 1, ...(await blankSheet(pageSize(page))) }],
        isSmall: false,
      })),
    );
    await store.store(pictured);
  } finally {
    await rendering.close();
    await catalogue.close();
    await database.close();
  }
}

async function blankSheet(millimetres: { width: number; height: number }) {
  const width = Math.round(millimetres.width * PIXELS_PER_MM);
  const height = Math.round(millimetres.height * PIXELS_PER_MM);
  const sheet = sharp({ create: { width, height, channels: 3, background: "white" } });
  return { bytes: await sheet.webp().toBuffer(), width, height };
}
