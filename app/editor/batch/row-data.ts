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
  const data = structuredClone(draft);
  for (const [index, path] of matching.entries()) {
    const leaf = path === undefined ? undefined : leaves.find((each) => each.path === path);
    const value = leaf && readCell(row[index] ?? "", leaf.schema);
    if (leaf && value !== undefined) setAt(data, leaf.path.split("."), value);
  }
  return data;
}

function setAt(data: Data, steps: string[], value: unknown): void {
  let node: unknown = data;
  for (const [at, step] of steps.slice(0, -1).entries()) {
    const key = keyOf(node, step);
    let next = Reflect.get(node as object, key);
    if (typeof next !== "object" || next === null) {
      next = /^\d+$/.test(steps[at + 1] ?? "") ? [] : {};
      Reflect.set(node as object, key, next);
    }
    // A place of a list that no cell filled is an empty row, not a hole.
    if (Array.isArray(next)) fillHoles(next, Number(steps[at + 1]));
    node = next;
  }
  Reflect.set(node as object, keyOf(node, steps.at(-1) ?? ""), value);
}

function keyOf(node: unknown, step: string): string | number {
  return Array.isArray(node) ? Number(step) : step;
}

function fillHoles(list: unknown[], upTo: number): void {
  for (let index = 0; index <= upTo; index++) list[index] ??= {};
}
