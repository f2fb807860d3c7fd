import { stepsOf, writeAt } from "../form/field-path.ts";
import { readCell } from "./cell-value.ts";
import type { Leaf } from "./leaves.ts";
import type { Matching } from "./matching.ts";

type Data = Record<string, unknown>;

/** The draft with a row's cells in the fields they were matched to. An empty cell leaves the draft's own words. */
export function fillRow(
  draft: Data,
  row: readonly string[],
  matching: Matching,
  leaves: readonly Leaf[],
): Data {
  let data = draft;
  for (const [index, path] of matching.entries()) {
    const leaf = path === undefined ? undefined : leaves.find((each) => each.path === path);
    const value = leaf && readCell(row[index] ?? "", leaf.schema);
    if (leaf && value !== undefined) data = writeAt(data, stepsOf(leaf.path), value);
  }
  return data;
}
