import type { DraftCheck, DraftDiagnostic, SampleMode } from "../../../../../contract/templates/drafts.ts";
import { SAMPLE_MODES } from "../../../../../contract/templates/drafts.ts";
import type { Proof } from "../samples/proofs.ts";
import { MODE_WORDS, onlyOn } from "../samples/sample-modes.ts";
import { plainFault } from "./plain-fault.ts";

/** One line of the checks: has to be mended, a hint, or passed. */
export type CheckLine = {
  kind: "mend" | "hint" | "passed";
  words: string;
  /** What the compiler said, where the words say it more plainly. */
  original?: string;
  about?: string | undefined;
  /** Where it leads to. */
  fault?: DraftDiagnostic;
};

type Parts = {
  proofs: Readonly<Record<SampleMode, Proof>>;
  /** What drawing the samples met. */
  drawn: readonly DraftDiagnostic[];
  /** What the checks of the library say; undefined until they have been made. */
  check: DraftCheck | undefined;
};

export function listChecks({ proofs, drawn, check }: Parts): CheckLine[] {
  // What stops a page is said by drawing it already, in the same place.
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
      kind: fault.severity === "error" ? "mend" : "hint",
      ...plainFault(fault.message),
      about: onlyOn(fault),
      fault,
    }),
  );
  const sorted = [
    ...lines.filter(({ kind }) => kind === "mend"),
    ...lines.filter(({ kind }) => kind === "hint"),
  ];
  return [...sorted, ...passedLines(proofs, check)];
}

function passedLines(proofs: Parts["proofs"], check: DraftCheck | undefined): CheckLine[] {
  const drawn = SAMPLE_MODES.filter((mode) => proofs[mode].count > 0 && !proofs[mode].faults);
  const names = drawn.map((mode) => MODE_WORDS[mode].name.toLowerCase()).join(", ");
  return [
    ...(drawn.length > 0 ? [{ kind: "passed" as const, words: `Drawn without a fault: ${names}` }] : []),
    ...(check?.conformance === "PDF/UA-1"
      ? [{ kind: "passed" as const, words: "The PDF is PDF/UA-1, so a screen reader can read it" }]
      : []),
    ...(check?.passes
      ? [{ kind: "passed" as const, words: "Everything the library asks of a template" }]
      : []),
  ];
}

export type CheckCounts = { mend: number; hints: number; passed: number };

export function countChecks(lines: readonly CheckLine[]): CheckCounts {
  const count = (kind: CheckLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return { mend: count("mend"), hints: count("hint"), passed: count("passed") };
}

export function formatCounts({ mend, hints, passed }: CheckCounts): string {
  const parts = [
    mend > 0 && `${mend} to mend`,
    hints > 0 && `${hints} ${hints === 1 ? "hint" : "hints"}`,
    passed > 0 && `${passed} passed`,
  ].filter(Boolean);
  return parts.join(", ") || "not checked yet";
}

/** What keeps a draft from being published and isn't asked for while publishing: its name, its address, its place. */
export function toMendFirst(lines: readonly CheckLine[]): number {
  return lines.filter(({ kind, fault }) => kind === "mend" && fault?.file !== "template").length;
}
