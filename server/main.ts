import { enableCompileCache, flushCompileCache } from "node:module";
import { installedPath } from "./config/program-files.ts";
import { readSettings } from "./config/settings.ts";
import { StartProblem } from "./errors/errors.ts";
import { startWatchdog } from "./process/watchdog.ts";

const HASTE_MS = 500; // a signal to the process group arrives twice: directly and through the parent

// Node's compiled code is cached next to the program, if that folder is writable, so that the next start is faster.
enableCompileCache(installedPath("build/compiled"));

/** SQLite's and the system's error codes for a full disk and for one that can't be written. */
function diskFullMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = "", errcode = 0 } = error as { code?: unknown; errcode?: unknown };
  const isFull =
    ["ENOSPC", "EDQUOT", "EFBIG"].includes(String(code)) || [10, 13].includes(Number(errcode) & 0xff);
  return isFull
    ? `The disk of the data folder is full or can't be written (${error.message}). Free some space and start again. No data was lost.`
    : undefined;
}

try {
  const settings = readSettings();
  // Loaded only now, so that problems with the settings are reported first.
  const { runServer } = await import("./run.ts");
  const running = await runServer(settings, undefined, { isTerminal: process.stdout.isTTY });
  console.log(`${running.name} is on ${running.address}`);
  if (running.setupLink)
    console.log(
      `This library has no operator yet. Open this link to become one (it works once):\n  ${running.setupLink}`,
    );
  flushCompileCache(); // a killed process would not write it
  // In development a debugger may pause the process.
  if (settings.watchdogMs > 0 && settings.mode !== "development") startWatchdog(settings.watchdogMs);
  // An error in one request must not end the others. Data is in the database, in whole transactions, so it is safe to continue; the log
  // has the error.
  process.on("uncaughtException", (err) => running.log.fatal({ err }, "uncaught error"));
  process.on("unhandledRejection", (err) => running.log.error({ err }, "unhandled rejection"));
  let signals = 0;
  const stop = async () => {
    if (signals && performance.now() - signals > HASTE_MS) process.exit(1);
    if (signals) return;
    signals = performance.now();
    process.exit((await running.stop()) ? 0 : 1);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : (diskFullMessage(error) ?? error));
  process.exit(1);
}
