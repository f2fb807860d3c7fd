import { parentPort } from "node:worker_threads";
import type { Conformance, Diagnostic, RenderErrorCode } from "../../../contract/rendering/render.ts";
import type { DraftDiagnostic, DraftFiles } from "../../../contract/templates/drafts.ts";
import { templateFile } from "../../../contract/templates/template-file.ts";
import type { Message } from "../../../contract/texts/text.ts";
import { RenderError, TemplateBroken } from "../../../engine/errors.ts";
import type { RenderInput } from "../../../engine/input/render-job.ts";
import { type Finding, readIssues, SOURCE_FILE, START } from "../../checks/findings.ts";
import { checkTemplate, inspectFiles } from "../../checks/template-check.ts";
import { messageOf } from "../../errors/errors.ts";
import type { Rendering } from "../../rendering/rendering.ts";
import type { ToProcess } from "../../scheduling/process-pool.ts";
import { type DraftPlace, placeInDraft, readDraft } from "../draft-files.ts";

/**
 * The thread that checks drafts, one at a time: reading what a person typed, compiling its schema and measuring where each letter is
 * takes up to a second of a processor, in which the server could answer nothing else. It makes no pages itself; it asks the server for
 * them.
 */

export type CheckJob = { draft: DraftFiles; place: DraftPlace; compare: "some" | "all" };
/** What can be known of a draft by itself; whether its place is free is another matter. */
export type CheckedDraft = { findings: DraftDiagnostic[]; conformance: Conformance };

type RenderKind = "renderPdf" | "renderPages" | "renderText";
export type SentError = { code: RenderErrorCode; message: string | Message; diagnostics?: Diagnostic[] };
export type CheckFailure = SentError | { message: string };
export type RenderQuestion = { render: number; kind: RenderKind; input: RenderInput };
export type RenderAnswer = { render: number; result: unknown } | { render: number; error: SentError };
type FromThread =
  | { ready: true }
  | RenderQuestion
  | { id: number; result: CheckedDraft }
  | { id: number; failure: CheckFailure };

if (!parentPort) throw new Error("check-thread.ts is started by draft-checks.ts");
const port = parentPort;
const renders = new Map<number, PromiseWithResolvers<unknown>>();
let lastRender = 0;

/** The render functions that checks use, each a message to the server. */
const rendering = {
  renderPdf: requestRender("renderPdf"),
  renderPages: requestRender("renderPages"),
  renderText: requestRender("renderText"),
} as unknown as Rendering; // no check uses the rest of a Rendering

port.on("message", (message: ToProcess<CheckJob> | RenderAnswer) => {
  if ("job" in message) return void answer(message);
  const pending = renders.get(message.render);
  renders.delete(message.render);
  if ("error" in message) pending?.reject(readError(message.error));
  else pending?.resolve(message.result);
});
send({ ready: true });

async function answer({ id, job }: ToProcess<CheckJob>): Promise<void> {
  try {
    send({ id, result: await checkDraft(job) });
  } catch (error) {
    const failure =
      error instanceof RenderError
        ? { code: error.code, message: error.publicMessage }
        : { message: messageOf(error) };
    send({ id, failure });
  }
}

function send(message: FromThread): void {
  port.postMessage(message);
}

function requestRender(kind: RenderKind) {
  return (input: RenderInput) => {
    const pending = Promise.withResolvers<unknown>();
    const render = ++lastRender;
    renders.set(render, pending);
    send({ render, kind, input });
    return pending.promise;
  };
}

function readError({ code, message, diagnostics }: SentError): RenderError {
  return diagnostics ? new TemplateBroken(diagnostics) : new RenderError(code, message);
}

async function checkDraft({ draft, place, compare }: CheckJob): Promise<CheckedDraft> {
  const read = readDraft(draft, place);
  const { files, texts } = read;
  if (!files) return { findings: read.diagnostics, conformance: "tagged" };
  const described = templateFile.safeParse({ ...files.file, title: draft.title ?? undefined });
  const issues = described.success ? [] : readIssues(described.error.issues, files.file);
  const inspected = inspectFiles(files);
  const faults = [...issues, ...inspected.faults].map((fault) => placeInDraft(fault, texts));
  const made = await checkTemplate(rendering, files, {
    renders: {},
    compare,
    isLongest: false,
    known: [...inspected.findings, ...faults.map(asFinding)],
  });
  const inSource = [...inspected.findings, ...made.findings].map(asDiagnostic);
  return { findings: [...read.diagnostics, ...faults, ...inSource], conformance: made.conformance };
}

/** Only counted: faults in the other texts belong to no line of the source. */
function asFinding({ message }: DraftDiagnostic): Finding {
  return { file: "", ...START, message };
}

function asDiagnostic({ file, isAdvice, ...finding }: Finding): DraftDiagnostic {
  const severity = isAdvice ? "warning" : "error";
  return { severity, file: file === SOURCE_FILE ? "source" : "template", ...finding };
}
