import { type Compiler, startCompiler } from "./compiler.ts";
import type { FromChild, Job, ToChild } from "./protocol.ts";

/** The process in which pages are made. It knows only what it is sent, and may be killed at any moment. */

const WARM_UP: Job = {
  kind: "pdf",
  source: '#set text(font: "Inter")\n#set document(title: "Warm")\n= Warm\n#table(columns: 2)[a][1.00]',
  inputs: {},
  pictures: [],
  maxPages: 1,
};

let compiler: Compiler | undefined;

process.on("message", (message: ToChild) => {
  if ("start" in message) start(message.start).catch(giveUp);
  else runJob(message.id, message.job);
});
process.on("disconnect", () => process.exit(0));

async function start(options: Parameters<typeof startCompiler>[0]) {
  compiler = await startCompiler(options);
  // Once through both roads, so that the first person does not pay for the wasm code being compiled.
  compiler.run(WARM_UP);
  compiler.run({ ...WARM_UP, kind: "pages" });
  send({ ready: true, fonts: compiler.fonts, rss: process.memoryUsage.rss() });
}

function runJob(id: number, job: Job) {
  try {
    if (!compiler) throw new Error("a job came before the start");
    send({ id, ...compiler.run(job), rss: process.memoryUsage.rss() });
  } catch (error) {
    // After a trap the compiler's memory can't be trusted: this process ends and another takes its place.
    const reason =
      error instanceof RangeError
        ? "it is nested too deeply"
        : "it asked for more than the compiler can hold";
    process.send?.({ id, failure: { reason: "crash", message: reason }, rss: 0 } satisfies FromChild, () =>
      process.exit(1),
    );
  }
}

function send(message: FromChild) {
  process.send?.(message);
}

function giveUp(error: unknown) {
  console.error(error);
  process.exit(1);
}
