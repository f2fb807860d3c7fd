import { parentPort, workerData } from "node:worker_threads";
import type { CompileWorkerData, FromCompileWorker, Job, ToCompileWorker } from "../protocol.ts";
import { type Compiler, startCompiler } from "./compiler.ts";

/**
 * The thread of a render process that holds the compiler. After a trap, or a document that took more memory than was
 * reserved, it is thrown away with all it holds, and the next one uses the machine code that is already there.
 */

if (!parentPort) throw new Error("compile-worker.ts is started by child.ts");
const port = parentPort;
const compiler = await startCompiler(workerData as CompileWorkerData);
port.on("message", ({ id, job }: ToCompileWorker) => answer(id, job, compiler));
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

function tell(message: FromCompileWorker) {
  port.postMessage(message);
}
