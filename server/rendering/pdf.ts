import type { Conformance, ConformanceProblem } from "../../contract/render.ts";

export type FinishedPdf = {
  bytes: Uint8Array;
  pages: number;
  conformance: Conformance;
  problems: ConformanceProblem[];
};

export function finishPdf(bytes: Uint8Array): FinishedPdf {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const pages = Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(text)?.[1] ?? 0);
  return { bytes, pages, conformance: "tagged", problems: [] };
}
