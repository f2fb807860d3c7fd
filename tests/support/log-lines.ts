import { createLog, flushLog } from "../../server/log/logging.ts";

/** Logs as many lines as it is told in messages, and answers each with how many were dropped so far. */
const log = createLog({ logLevel: "info" });
const FILLING = "x".repeat(200);

process.on("message", async (count: number) => {
  for (let number = 0; number < count; number++) log.info({ number }, FILLING);
  if (count === 0) await flushLog(log);
  process.send?.(log.dropped?.());
});
process.send?.("started");
