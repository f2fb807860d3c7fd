import { setTimeout as wait } from "node:timers/promises";
import pino from "pino";
import type { Settings } from "./settings.ts";

const FLUSH_MS = 100;
const LAST_FLUSH_MS = 1_000; // a full disk must not keep a process that is done

export type Log = pino.Logger;

/** One JSON line an event on standard output. What could be a secret is blanked wherever it turns up. */
export function createLog(
  settings: Pick<Settings, "logLevel">,
  output: pino.DestinationStream = standardOutput(),
): Log {
  return pino(
    {
      level: settings.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          "password",
          "token",
          "secret",
          "cookie",
          "authorization",
          "*.password",
          "*.token",
          "*.secret",
          "*.cookie",
          "*.authorization",
        ],
        censor: "[hidden]",
      },
    },
    output,
  );
}

/** Gathered and written in batches, at the latest after FLUSH_MS, and at the end of the process. */
function standardOutput(): pino.DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: FLUSH_MS });
}

/** Waits until what was logged is written. At the end of the process a batch under way would be overtaken by the last lines. */
export async function flushLog(log: Log): Promise<void> {
  const patience = new AbortController();
  const flushed = new Promise<void>((resolve) => log.flush(() => resolve()));
  await Promise.race([
    flushed,
    wait(LAST_FLUSH_MS, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
}
