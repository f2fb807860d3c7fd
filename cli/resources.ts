import pino from "pino";
import { openDataFolder } from "../server/config/data-folder.ts";
import { readSettings, type Settings } from "../server/config/settings.ts";
import { type Database, openDatabase } from "../server/database/connect.ts";
import { migrateDatabase } from "../server/database/migrate.ts";
import type { Log } from "../server/log/logging.ts";
import { createPictures, type Pictures } from "../server/pictures/pictures.ts";
import { ownFontFolders } from "../server/rendering/fonts.ts";
import { createRendering, type Rendering } from "../server/rendering/rendering.ts";

import { KIT } from "./library/template-folder.ts";

/** Resources that a command opens, and that are closed when it ends or fails. */

/** Commands print for people; lines of the log are left out. */
export const quietLog: Log = pino({ level: "silent" });

/** The server's own database, brought to this version's schema; the server may be running meanwhile. */
export async function withDatabase<Result>(
  work: (database: Database, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings();
  await openDataFolder(settings.dataDir);
  const database = await openDatabase(settings, quietLog);
  try {
    await migrateDatabase(database, quietLog);
    return await work(database, settings);
  } finally {
    await database.close();
  }
}

/** Commands check what a page holds, not how fast it is made: a busy machine may take long. */
export const PATIENT_DEADLINE_MS = 60_000;

/** The same render processes as the server has. */
export async function withRendering<Result>(
  settings: Pick<Settings, "renderProcesses" | "renderDeadlineMs" | "dataDir" | "fontsDir">,
  work: (rendering: Rendering) => Promise<Result>,
): Promise<Result> {
  const rendering = createRendering({
    settings: {
      processes: settings.renderProcesses,
      // Only the caller waits, so no job is refused.
      queue: Number.MAX_SAFE_INTEGER,
      deadlineMs: settings.renderDeadlineMs,
      kitDir: KIT,
      fontFolders: ownFontFolders(settings),
    },
    log: quietLog,
  });
  try {
    return await work(rendering);
  } finally {
    await rendering.close();
  }
}

/** Pages, and pictures of them. */
export function withPictures<Result>(
  settings: Parameters<typeof withRendering>[0],
  work: (makers: { rendering: Rendering; pictures: Pictures }) => Promise<Result>,
): Promise<Result> {
  return withRendering(settings, async (rendering) => {
    const pictures = createPictures({ log: quietLog });
    try {
      return await work({ rendering, pictures });
    } finally {
      await pictures.close();
    }
  });
}
