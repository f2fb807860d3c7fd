import { parentPort, workerData } from "node:worker_threads";
import { type Compiler, startCompiler } from "./compiler.ts";
import type { FromPress, Job, PressData, ToPress } from "./protocol.ts";

/**
 * The thread of a render process that holds the compiler. The compiler's memory only grows and can't be emptied; a thread can be
 * thrown away with all it holds, and the next one uses the machine code that is already there.
 */

const WARM_UP: Job = {
  kind: "pdf",
  source: '#set document(title: "Warm")\n#set text(font: "Inter")\n= Warm\n#table(columns: 2)[a][1.00]',
  inputs: {},
  pictures: [],
  maxPages: 1,
};

if (!parentPort) throw new Error("press.ts is started by child.ts");
const port = parentPort;
const compiler = await startCompiler(workerData as PressData);
// Once through both roads, so that the first person does not pay for the compiler's own start.
compiler.run(WARM_UP);
compiler.run({ ...WARM_UP, kind: "pages" });
port.on("message", ({ id, job }: ToPress) => answer(id, job, compiler));
tell({ ready: true, fonts: compiler.fonts });

function answer(id: number, job: Job, compiler: Compiler) {
  try {
    const done = compiler.run(job);
    tell({ id, ...done, state: compiler.outgrown() ? "outgrown" : "good" });
  } catch (error) {
    // A trap: the compiler's memory can't be trusted any more, and this thread with it.
    const message =
      error instanceof RangeError
        ? "it is nested too deeply."
        : "it asked for more than the compiler can hold, or met a fault in it.";
    tell({ id, failure: { reason: "crash", message }, state: "spoilt" });
  }
}

function tell(message: FromPress) {
  port.postMessage(message);
}
