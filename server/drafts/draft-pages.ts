import type { Diagnostic, RenderTheme } from "../../contract/rendering/render.ts";
import type { DraftDiagnostic, SampleMode } from "../../contract/templates/drafts.ts";
import { sampleIn } from "../../contract/templates/samples.ts";
import { RenderError, TemplateBroken } from "../../engine/errors.ts";
import type { RenderInput } from "../../engine/input/render-job.ts";
import { inputFor } from "../checks/data/render-input.ts";
import { manyRowsData, rightToLeftData } from "../checks/data/shown-data.ts";
import type { TemplateFiles } from "../checks/findings.ts";
import { placeInTemplate } from "../checks/page-check.ts";

/**
 * What the pages of a draft are made of. On a screen they are proofs: what would be exported, with the places of their fields; as a
 * PDF they are exports.
 */
export function draftInput(
  files: TemplateFiles,
  mode: SampleMode,
  look: RenderTheme,
  format: "svg" | "pdf",
): RenderInput {
  const input =
    mode === "rtl" || mode === "rows" ? variedInput(files, mode, look) : inputFor(files, mode, look);
  if (format === "pdf" || mode === "preview") return input;
  // A proof shows what is filled in, so the sample is filled in.
  return mode === "sample"
    ? { ...input, data: sampleIn(files.file, look.language), sample: {}, mode: "proof" }
    : { ...input, mode: "proof" };
}

function variedInput(files: TemplateFiles, mode: "rtl" | "rows", look: RenderTheme): RenderInput {
  const { fields } = files.file;
  const sample = sampleIn(files.file, look.language);
  const data = mode === "rtl" ? rightToLeftData(fields, sample) : manyRowsData(fields, sample);
  return { ...inputFor(files, "empty", look), data };
}

/** The compiler's message at its position in the source; for a fault inside the kit, where the source calls it. */
export function sourceDiagnostics(
  diagnostics: readonly Diagnostic[],
  mode: SampleMode | undefined,
): DraftDiagnostic[] {
  return placeInTemplate(diagnostics).map(({ file: _, ...diagnostic }) => ({
    ...diagnostic,
    file: "source",
    ...(mode ? { mode } : {}),
  }));
}

/** A draft without pages, and the faults to fix first. */
export class DraftBroken extends RenderError {
  constructor(diagnostics: DraftDiagnostic[], message = "The draft has no pages yet") {
    const first = diagnostics.find((one) => one.severity === "error") ?? diagnostics[0];
    const place = first
      ? `${first.file}:${first.line}:${first.column}: ${first.message}`
      : "it does not compile";
    super("TEMPLATE_BROKEN", `${message}: ${place}`, { diagnostics });
  }
}

/** Converts a failed render to the error for drafts; other errors stay as they are. */
export function toDraftBroken(error: unknown, mode: SampleMode, others: DraftDiagnostic[]): unknown {
  return error instanceof TemplateBroken
    ? new DraftBroken([...others, ...sourceDiagnostics(error.diagnostics, mode)])
    : error;
}
