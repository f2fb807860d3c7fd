import { describe, expect, it } from "vitest";
import type { DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import { gatherFaults, type Proof } from "../samples/proofs.ts";
import { countBlockingErrors, countChecks, formatCounts, listChecks } from "./check-list.ts";

const FAULT: DraftDiagnostic = {
  severity: "error",
  message: "No decimal",
  file: "source",
  line: 51,
  column: 3,
};
const HINT: DraftDiagnostic = { ...FAULT, severity: "warning", message: "Runs off", line: 60 };
const DRAWN: Proof = { first: undefined, count: 1, faults: undefined, warnings: [], isCurrent: true };
const all = (part: Partial<Proof> = {}) => ({
  sample: { ...DRAWN, ...part },
  preview: { ...DRAWN, ...part },
  empty: { ...DRAWN, ...part },
  long: { ...DRAWN, ...part },
  rtl: { ...DRAWN, ...part },
  rows: { ...DRAWN, ...part },
});

describe("the faults of all samples", () => {
  it("name the only sample that has a fault, and no sample if all have it", () => {
    const proofs = { ...all(), empty: { ...DRAWN, faults: [FAULT] }, long: { ...DRAWN, warnings: [HINT] } };
    expect(gatherFaults(proofs)).toEqual([
      { ...FAULT, mode: "empty" },
      { ...HINT, mode: "long" },
    ]);
    expect(gatherFaults(all({ faults: [FAULT] }))).toEqual([FAULT]);
  });
});

describe("the list of checks", () => {
  it("lists errors once, then warnings, then passed checks", () => {
    const proofs = { ...all(), empty: { ...DRAWN, faults: [FAULT] } };
    const slug: DraftDiagnostic = {
      ...FAULT,
      message: "Taken",
      file: "template",
      line: 1,
      column: 1,
      field: "slug",
    };
    const lines = listChecks({
      proofs,
      drawn: [HINT, { ...FAULT, mode: "empty" }],
      check: {
        passes: false,
        findings: [{ ...FAULT, message: "no decimal (with nothing)" }, slug],
        conformance: "PDF/UA-1",
      },
    });
    expect(lines.map(({ kind, message }) => [kind, message])).toEqual([
      ["error", "No decimal"],
      ["error", "Taken"],
      ["warning", "Runs off"],
      ["passed", "Renders without errors: Sample, New document, Long text, Right to left and 40 rows"],
      ["passed", "Accessible PDF (PDF/UA-1)"],
    ]);
    expect(lines[0]?.about).toBe("Only when nothing is filled in.");
    expect(formatCounts(countChecks(lines))).toBe("2 errors, 1 warning, 2 passed");
    expect(countBlockingErrors(lines)).toBe(1);
  });
});
