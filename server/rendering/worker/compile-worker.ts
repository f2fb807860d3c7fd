import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { createRunner, startCompiler } from "../../../engine/compiler.ts";
import type { CompileWorkerData, FromCompileWorker, ToCompileWorker } from "../protocol.ts";

/**
 * The thread of a render process that compiles. After a trap, or a document that took more memory than was reserved, the thread is
 * replaced; the next one reuses the compiled machine code.
 */

if (!parentPort) throw new Error("compile-worker.ts is started by child.ts");
const port = parentPort;
const data: CompileWorkerData = workerData;
const compiler = await startCompiler({ ...data, readFont: (file) => readFileSync(file) });
const run = createRunner(compiler);
port.on("message", ({ id, job }: ToCompileWorker) => send({ id, ...run(job) }));
send({ ready: true, fonts: compiler.fonts });

function send(message: FromCompileWorker) {
  port.postMessage(message);
}
