import type { FromPictureChild, PictureFailure, ToPictureChild } from "../protocol.ts";
import { describeFailure, makePicture } from "./picture-work.ts";

/**
 * The process that makes pictures, one at a time. libvips works on other threads, so this one keeps listening: it ends the process when the server
 * is gone and when the picture takes more memory than is allowed.
 */

const [maxBytes = ""] = process.argv.slice(2);
const LOOK_EVERY_MS = 50;

// A signal to the whole group or service is meant for the server, which finishes what it accepted and then ends this process.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", die);
process.on("message", ({ id, job }: ToPictureChild) => {
  const watch = setInterval(() => endWhenTooLarge(id), LOOK_EVERY_MS);
  makePicture(job)
    .then(
      (result) => send({ id, result, rss: process.memoryUsage.rss() }),
      (error: unknown) => fail(id, describeFailure(job, error)),
    )
    .finally(() => clearInterval(watch));
});
send({ ready: true });

function endWhenTooLarge(id: number) {
  const rss = process.memoryUsage.rss();
  if (rss > Number(maxBytes)) fail(id, { reason: "memory", message: `${rss} bytes in use` }, die);
}

function fail(id: number, failure: PictureFailure, then?: () => void) {
  send({ id, failure, rss: process.memoryUsage.rss() }, then);
}

function send(message: FromPictureChild, then?: () => void) {
  process.send?.(message, undefined, undefined, then);
}

/** An orderly exit would wait until libvips is done with its picture. */
function die() {
  process.kill(process.pid, "SIGKILL");
}
