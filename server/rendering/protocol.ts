import type { CompilerState } from "../../engine/compiler.ts";
import type { FontFile, Job, JobFailure, JobResult, KitFile } from "../../engine/job.ts";

/** The messages between the server and a render child, and between the threads of one. */

export type StartMessage = { kit: KitFile[]; fonts: FontFile[] };

export type CompileWorkerData = StartMessage & {
  compilerModule: WebAssembly.Module;
  rendererModule: WebAssembly.Module;
};
export type ToCompileWorker = { id: number; job: Job };
export type FromCompileWorker =
  | { ready: true; fonts: FontFile[] }
  | { id: number; result: JobResult; state: CompilerState }
  | { id: number; failure: JobFailure; state: CompilerState };

export type ToChild = { start: StartMessage } | { id: number; job: Job };
/** `cpuMs`: what the process used of a processor meanwhile. */
export type FromChild =
  | { ready: true; fonts: FontFile[]; rss: number }
  | { id: number; result: JobResult; rss: number; cpuMs?: number }
  | { id: number; failure: JobFailure; rss: number; cpuMs?: number };
