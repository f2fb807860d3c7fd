import type { Rendering } from "../rendering/rendering.ts";
import { type Fault, type Finding, SOURCE_FILE, type TemplateFiles } from "./findings.ts";
import type { CheckBounds } from "./geometry/geometry-check.ts";
import { checkLists } from "./list-check.ts";
import { type CheckedPages, checkPages } from "./page-check.ts";
import { checkPageBreaks, checkPreview, type Thoroughness } from "./preview-check.ts";
import { findFieldFaults } from "./rules/field-rules.ts";
import { findSampleFaults } from "./rules/sample-check.ts";
import { findSourceFaults, findUnknownFields } from "./rules/source-rules.ts";

/** Checks a template without rendering it: faults of template.json, and findings in the source. */
export function inspectFiles({ type, source, file }: TemplateFiles): {
  faults: Fault[];
  findings: Finding[];
} {
  return {
    faults: [...findSampleFaults(file), ...findFieldFaults(type, file)],
    findings: [
      ...findSourceFaults(SOURCE_FILE, source, file),
      ...findUnknownFields(SOURCE_FILE, source, file.fields),
    ],
  };
}

type CheckOptions = Pick<CheckBounds, "renders" | "findUnreadable"> & {
  /** How many half-filled states are compared with their export; "some" also leaves out words without a break. */
  compare: Thoroughness;
  /** With data as long as the fields allow, as well. */
  isLongest: boolean;
  /** Lists with every number of rows, instead of those at which a page is added. */
  isEveryRow?: boolean;
  /** Also from right to left, where it has no sample in such a language. */
  alsoMirrored?: boolean;
  /** Findings of the files, known before a page is rendered. */
  known: readonly Finding[];
};

/** Checks a template by rendering its pages. */
export async function checkTemplate(
  rendering: Rendering,
  template: TemplateFiles,
  {
    renders,
    compare,
    isLongest,
    isEveryRow = false,
    alsoMirrored = false,
    findUnreadable,
    known,
  }: CheckOptions,
): Promise<CheckedPages> {
  const bounds = { renders, isQuick: compare === "some", isLongest, alsoMirrored, findUnreadable };
  const made = await checkPages(rendering, template, bounds);
  const isSound = known.length + made.findings.length === 0;
  // A page that can't be rendered with its sample, or has faults in it, would only be reported again.
  const differing = isSound
    ? [
        ...(await checkPreview(rendering, template, { renders, how: compare })),
        ...(await checkPageBreaks(rendering, template, { renders, how: compare })),
        ...(await checkLists(rendering, template, { renders, how: compare, isEveryRow })),
      ]
    : [];
  const findings = [...made.findings, ...differing].filter((finding) => !isKnown(known, finding));
  return { ...made, findings };
}

/** The checks of the files describe a fault better than the compiler does on the same line. */
function isKnown(findings: readonly Finding[], { file, line, column }: Finding): boolean {
  return findings.some((known) => known.file === file && known.line === line && line + column > 2);
}
