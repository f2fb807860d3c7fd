import type { Diagnostic } from "../../../contract/render.ts";

export type RawDiagnostic = { path: string; range: string; severity: string; message: string };

/** Where the compiler speaks of its command line, or of its own insides, a template's author needs other words. */
const PLAIN_WORDS: [RegExp, string][] = [
  [/^failed to load package/, "packages can't be imported; the kit is at /kit/kit.typ"],
  [
    /^failed to load file \(access denied\)|^file not found/,
    "a template can't read files other than the kit and its pictures",
  ],
];

/** The compiler counts lines and columns from 0; people and editors count from 1. */
export function readDiagnostic(raw: RawDiagnostic): Diagnostic {
  const [line = 0, column = 0] = (raw.range.split("-")[0] ?? "").split(":").map(Number);
  return {
    severity: raw.severity === "error" ? "error" : "warning",
    message: PLAIN_WORDS.find(([pattern]) => pattern.test(raw.message))?.[1] ?? raw.message,
    file: raw.path.replace(/^\//, ""),
    line: line + 1,
    column: column + 1,
  };
}
