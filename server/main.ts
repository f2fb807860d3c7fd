import { enableCompileCache, flushCompileCache } from "node:module";
import { installedPath } from "./config/program-files.ts";
import { readSettings } from "./config/settings.ts";
import { StartProblem } from "./errors/errors.ts";
import { startWatchdog } from "./process/watchdog.ts";

const HASTE_MS = 500; // a signal to the process group arrives twice: directly and through the parent

// What Node compiles is kept beside the program, where that may be written to: the next start then compiles nothing.
enableCompileCache(installedPath("build/compiled"));

/** SQLite's numbers for a full disk and for a disk that can't be written, and the system's words for the same. */
function diskFullMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = "", errcode = 0 } = error as { code?: unknown; errcode?: unknown };
  const isFull =
    ["ENOSPC", "EDQUOT", "EFBIG"].includes(String(code)) || [10, 13].includes(Number(errcode) & 0xff);
  return isFull
    ? `The disk of the data folder is full or can't be written (${error.message}). Make room and start again; nothing is half done.`
    : undefined;
}

try {
  const settings = readSettings();
  // Loaded only now: what is wrong with the settings is said before anything else has to be ready.
  const { runServer } = await import("./run.ts");
  const running = await runServer(settings, undefined, { isTerminal: process.stdout.isTTY });
  console.log(`${running.name} is on ${running.address}`);
  if (running.setupLink)
    console.log(
      `Nobody runs this library yet. This link makes you its operator, once:\n  ${running.setupLink}`,
    );
  flushCompileCache(); // one that is killed would keep nothing
  // While one develops, a debugger may hold the process for as long as it takes to think.
  if (settings.watchdogMs > 0 && settings.mode !== "development") startWatchdog(settings.watchdogMs);
  // Nothing a request sets off may take the others with it. What people keep is in the database, whole or not at
  // all, so going on is safe; the line in the log says what to mend.
  process.on("uncaughtException", (err) => running.log.fatal({ err }, "uncaught error"));
  process.on("unhandledRejection", (err) => running.log.error({ err }, "unhandled rejection"));
  let asked = 0;
  const stop = async () => {
    if (asked && performance.now() - asked > HASTE_MS) process.exit(1);
    if (asked) return;
    asked = performance.now();
    process.exit((await running.stop()) ? 0 : 1);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : (diskFullMessage(error) ?? error));
  process.exit(1);
}
