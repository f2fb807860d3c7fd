import { t } from "@lingui/core/macro";
import type { DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import type { FieldRow } from "../fields/schema-rows.ts";

/** A change of the source that likely fixes a fault. */
type Repair = { label: string; code: string; from: number; to: number; insert: string };

type Known = { source: string; rows: readonly FieldRow[]; kitNames: readonly string[] };

export function repairFor(fault: DraftDiagnostic, { source, rows, kitNames }: Known): Repair | undefined {
  const lines = source.split("\n");
  const line = lines[fault.line - 1];
  if (fault.file !== "source" || line === undefined) return undefined;
  const start = lines.slice(0, fault.line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const replace = (at: number, length: number, insert: string): Repair => ({
    label: t({ message: `Use ${insert}`, comment: "A button that replaces faulty code with other code" }),
    code: insert,
    from: start + at,
    to: start + at + length,
    insert,
  });

  // People who know Typst but not the kit read the raw data, which is missing where nothing is typed.
  const raw = /\bdata\.([a-z][a-z0-9_.]*)/.exec(line);
  const field = raw && rows.find(({ path }) => path === raw[1]);
  if (raw && field) {
    const isNumber = field.kind === "number" || field.kind === "money";
    return replace(raw.index, raw[0].length, `${isNumber ? "number" : "value"}("${field.path}")`);
  }

  const unknown = /unknown variable:? `?([\w-]+)/i.exec(fault.message)?.[1];
  const near = unknown && nearest(unknown, kitNames);
  const at = unknown === undefined ? -1 : line.indexOf(unknown);
  if (unknown && near && at >= 0) return replace(at, unknown.length, near);

  const path = /"([a-z][a-z0-9_.]*)"/.exec(line.slice(Math.max(0, fault.column - 1)))?.[1];
  const paths = rows.map((row) => row.path);
  const likely =
    path !== undefined && !paths.includes(path) && /field/i.test(fault.message) && nearest(path, paths);
  if (path && likely) return replace(line.indexOf(`"${path}"`) + 1, path.length, likely);
  return undefined;
}

/** The most similar name, if any is similar enough. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const max = Math.max(1, Math.floor(word.length / 3));
  const measured = names.map((name) => ({ name, steps: stepsBetween(word, name) }));
  return measured.filter(({ steps }) => steps <= max).sort((one, other) => one.steps - other.steps)[0]?.name;
}

/** Levenshtein distance. */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [down, letter] of [...one].entries()) {
    const next = [down + 1];
    for (const [across, against] of [...other].entries())
      next.push(
        Math.min(
          (next[across] ?? 0) + 1,
          (row[across + 1] ?? 0) + 1,
          (row[across] ?? 0) + (letter === against ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
