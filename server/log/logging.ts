import { setTimeout as wait } from "node:timers/promises";
import pino from "pino";
import type { Settings } from "../config/settings.ts";
import { createStandardOutput, type LogOutput } from "./log-output.ts";

const LAST_FLUSH_MS = 1_000; // a full disk must not delay the exit of a process

export type Log = pino.Logger & {
  /** How many lines could not be written since the start. */
  dropped?: LogOutput["dropped"];
};

/** One JSON line per event on standard output. Possible secrets are blanked. */
export function createLog(
  settings: Pick<Settings, "logLevel">,
  output: pino.DestinationStream & Partial<LogOutput> = createStandardOutput(),
): Log {
  const log = pino(
    {
      level: settings.logLevel,
      base: undefined,
      timestamp: createTimestamps(),
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
  return output.dropped ? Object.assign(log, { dropped: output.dropped }) : log;
}

/** Of several lines in one millisecond the time is written once: it is the dearest part of a short line. */
function createTimestamps(): () => string {
  let last = 0;
  let written = "";
  return () => {
    const now = Date.now();
    if (now !== last) {
      last = now;
      written = `,"time":"${new Date(now).toISOString()}"`;
    }
    return written;
  };
}

/** Waits until what was logged is written; a process that ends sooner loses it. */
export async function flushLog(log: Log): Promise<void> {
  const timeout = new AbortController();
  const flushed = new Promise<void>((resolve) => log.flush(() => resolve()));
  await Promise.race([
    flushed,
    wait(LAST_FLUSH_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
  ]);
  timeout.abort();
}
