import { plural, t } from "@lingui/core/macro";
import type { DraftCheck, DraftDiagnostic, SampleMode } from "../../../../../contract/templates/drafts.ts";
import { SAMPLE_MODES } from "../../../../../contract/templates/drafts.ts";
import { formatList } from "../../../../lib/i18n/intl.ts";
import type { Proof } from "../samples/proofs.ts";
import { modeLabels, onlyOn } from "../samples/sample-modes.ts";
import { plainFault } from "./plain-fault.ts";

/** One line of the checks. */
export type CheckLine = {
  kind: "error" | "warning" | "passed";
  message: string;
  /** The compiler's own message, where ours is plainer. */
  original?: string;
  about?: string | undefined;
  /** Where it is. */
  fault?: DraftDiagnostic;
};

type Parts = {
  proofs: Readonly<Record<SampleMode, Proof>>;
  /** Faults found while rendering the samples. */
  drawn: readonly DraftDiagnostic[];
  /** The result of the library checks; undefined until the first one. */
  check: DraftCheck | undefined;
};

export function listChecks({ proofs, drawn, check }: Parts): CheckLine[] {
  // Rendering already reports what stops a page, at the same position.
  const placeOf = ({ file, line, column }: DraftDiagnostic) => `${file} ${line}:${column}`;
  const stops = new Set(drawn.filter(({ severity }) => severity === "error").map(placeOf));
  const known = new Map<string, DraftDiagnostic>(
    drawn.map((fault) => [`${placeOf(fault)} ${fault.message}`, fault]),
  );
  for (const fault of check?.findings ?? []) {
    const key = `${placeOf(fault)} ${fault.message}`;
    if (!known.has(key) && (fault.file === "template" || !stops.has(placeOf(fault)))) known.set(key, fault);
  }
  const lines = [...known.values()].map(
    (fault): CheckLine => ({
      kind: fault.severity === "error" ? "error" : "warning",
      ...plainFault(fault),
      about: onlyOn(fault),
      fault,
    }),
  );
  const sorted = [
    ...lines.filter(({ kind }) => kind === "error"),
    ...lines.filter(({ kind }) => kind === "warning"),
  ];
  return [...sorted, ...passedLines(proofs, check)];
}

function passedLines(proofs: Parts["proofs"], check: DraftCheck | undefined): CheckLine[] {
  const drawn = SAMPLE_MODES.filter((mode) => proofs[mode].count > 0 && !proofs[mode].faults);
  const names = formatList(drawn.map((mode) => modeLabels(mode).name));
  return [
    ...(drawn.length > 0 ? [{ kind: "passed" as const, message: t`Renders without errors: ${names}` }] : []),
    ...(check?.conformance === "PDF/UA-1"
      ? [{ kind: "passed" as const, message: t`Accessible PDF (PDF/UA-1)` }]
      : []),
    ...(check?.passes ? [{ kind: "passed" as const, message: t`Meets all library requirements` }] : []),
  ];
}

export type CheckCounts = { errors: number; warnings: number; passed: number };

export function countChecks(lines: readonly CheckLine[]): CheckCounts {
  const count = (kind: CheckLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return { errors: count("error"), warnings: count("warning"), passed: count("passed") };
}

export function formatCounts({ errors, warnings, passed }: CheckCounts): string {
  const parts = [
    errors > 0 && formatErrors(errors),
    warnings > 0 && plural({ count: warnings }, { one: "# warning", other: "# warnings" }),
    passed > 0 && plural({ count: passed }, { one: "# passed", other: "# passed" }),
  ].filter((part) => part !== false);
  return formatList(parts, "unit") || t`Not checked yet`;
}

export function formatErrors(count: number): string {
  return plural(count, { one: "# error", other: "# errors" });
}

/** Errors to fix before publishing, apart from those that the publish dialog asks about (name, address, category). */
export function countBlockingErrors(lines: readonly CheckLine[]): number {
  return lines.filter(({ kind, fault }) => kind === "error" && fault?.file !== "template").length;
}
