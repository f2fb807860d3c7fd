import pino from "pino";
import type { Settings } from "../server/kernel/settings.ts";
import { createRendering, type Rendering } from "../server/rendering/rendering.ts";
import { KIT } from "./library/template-folder.ts";

/** The same processes the server makes its pages with, for as long as the work takes. */
export async function withRendering<Result>(
  settings: Pick<Settings, "renderProcesses" | "renderDeadlineMs" | "fontsDir">,
  work: (rendering: Rendering) => Promise<Result>,
): Promise<Result> {
  const rendering = createRendering({
    settings: {
      processes: settings.renderProcesses,
      // Whoever asks is the one who waits: nobody has to be turned away.
      queue: Number.MAX_SAFE_INTEGER,
      deadlineMs: settings.renderDeadlineMs,
      kitDir: KIT,
      ...(settings.fontsDir ? { fontsDir: settings.fontsDir } : {}),
    },
    log: pino({ level: "silent" }),
  });
  try {
    return await work(rendering);
  } finally {
    await rendering.close();
  }
}
