import pino from "pino";
import type { Settings } from "./settings.ts";

export type Log = pino.Logger;

/** One JSON line an event on standard output. What could be a secret is blanked wherever it turns up. */
export function createLog(settings: Pick<Settings, "logLevel">): Log {
  return pino({
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
  });
}
