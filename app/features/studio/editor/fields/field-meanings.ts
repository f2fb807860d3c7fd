import { listOf } from "../../../../../contract/templates/field-meaning.ts";
import { MEANINGS, type MeaningKind, type MeaningName } from "../../../../../contract/templates/meanings.ts";
import { type FieldKind, takesText } from "./field-kinds.ts";
import { meaningLabel } from "./meaning-labels.ts";
import type { FieldRow } from "./schema-rows.ts";

const KINDS: Partial<Record<FieldKind, MeaningKind>> = {
  date: "date",
  time: "time",
  money: "money",
  currency: "currency",
  number: "number",
  picture: "image",
};

/** The meanings a field can have, with their names, because labels repeat: a job and a poster both have a title. */
export function meaningsFor(row: FieldRow, rows: readonly FieldRow[]): [string, string][] {
  const kind = takesText(row.kind) ? "text" : KINDS[row.kind];
  const isInRow = rows.some(({ path, kind }) => kind === "list" && row.path.startsWith(`${path}.`));
  const taken = new Set(rows.filter(({ path }) => path !== row.path).map(({ means }) => means));
  return (Object.keys(MEANINGS) as MeaningName[])
    .filter((name) => MEANINGS[name].kind === kind && (listOf(name) !== undefined) === isInRow)
    .filter((name) => !taken.has(name))
    .map((name) => [name, `${meaningLabel(name)} (${name})`]);
}
