import { execFileSync } from "node:child_process";

/** The text of a PDF in reading order, as pdftotext extracts it. */
export function textOfPdf(bytes: Uint8Array): string {
  return execFileSync("pdftotext", ["-", "-"], { input: bytes, encoding: "utf8" });
}
