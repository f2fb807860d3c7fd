import { startWatchdog } from "../../server/process/watchdog.ts";

/**
 * `node stuck-process.ts MS`: blocks its event loop repeatedly, each time for part of the limit, then
 * forever.
 */
const stuckMs = Number(process.argv[2]);
const blocking = new Int32Array(new SharedArrayBuffer(4));
startWatchdog(stuckMs);

for (let parts = 0; parts < 6; parts++) {
  Atomics.wait(blocking, 0, 0, stuckMs / 3);
  await new Promise((resolve) => setTimeout(resolve, stuckMs / 10));
}
process.stdout.write("was busy\n", () => Atomics.wait(blocking, 0, 0));
