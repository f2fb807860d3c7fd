import path from "node:path";
import type { Position } from "./json-text.ts";

/** Something in the library that is to be mended, and where. */
export type Finding = Position & { file: string; message: string };

export const START: Position = { line: 1, column: 1 };

export function describeFinding({ file, line, column, message }: Finding): string {
  return `${shown(file)}:${line}:${column}: ${message}`;
}

/** Each fault once, in the order of the files. */
export function tidyFindings(findings: Finding[]): Finding[] {
  const unique = new Map(findings.map((finding) => [describeFinding(finding), finding]));
  return [...unique.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}

/** As short as it can be said from where the person is. */
export function shown(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith("..") ? file : relative || ".";
}
