import { execFileSync } from "node:child_process";

/** The words of a PDF in reading order, as pdftotext reads them. */
export function textOfPdf(bytes: Uint8Array): string {
  return execFileSync("pdftotext", ["-", "-"], { input: bytes, encoding: "utf8" });
}
