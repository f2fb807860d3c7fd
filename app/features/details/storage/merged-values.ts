import type { DetailsSet, MeaningValues } from "../../../../contract/people/details.ts";

/** Applies the changes since `base` to the stored values: texts one by one, lists as a whole. */
export function mergeValues(base: MeaningValues, mine: MeaningValues, theirs: MeaningValues): MeaningValues {
  return {
    texts: mergeEntries(base.texts, mine.texts, theirs.texts),
    lists: mergeEntries(base.lists, mine.lists, theirs.lists),
  };
}

function mergeEntries<Value>(
  base: Record<string, Value>,
  mine: Record<string, Value>,
  theirs: Record<string, Value>,
): Record<string, Value> {
  const merged = { ...theirs };
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    if (isSame(base[name], mine[name])) continue;
    const value = mine[name];
    if (value === undefined) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

/** The set on the screen after a save: changes made meanwhile, merged into the stored set. */
export function afterSending(now: DetailsSet, sent: DetailsSet, stored: DetailsSet): DetailsSet {
  return {
    ...now,
    values: mergeValues(sent.values, now.values, stored.values),
    label: now.label === sent.label ? stored.label : now.label,
    rev: stored.rev,
  };
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
