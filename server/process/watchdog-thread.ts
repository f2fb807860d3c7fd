import { write } from "node:fs";
import { workerData } from "node:worker_threads";

const { beats, everyMs, looks }: { beats: Int32Array; everyMs: number; looks: number } = workerData;
const LAST_LINE_TIMEOUT_MS = 1_000;
let seen = 0;
let still = 0;

setInterval(() => {
  const beat = Atomics.load(beats, 0);
  still = beat === seen ? still + 1 : 0;
  seen = beat;
  if (still === looks) end();
}, everyMs);

/** Kills the process: a stuck process can't shut down in order. */
function end(): void {
  const kill = () => process.kill(process.pid, "SIGKILL");
  const line = {
    level: "fatal",
    time: new Date().toISOString(),
    stuckMs: everyMs * looks,
    msg: "the event loop is stuck; this process ends so that it can be restarted",
  };
  write(2, `${JSON.stringify(line)}\n`, kill);
  setTimeout(kill, LAST_LINE_TIMEOUT_MS); // standard error may be stuck too
}
