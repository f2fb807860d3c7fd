import type { DetailsSet, MeaningValues } from "../../../../contract/people/details.ts";

/** What was changed here since `base`, over what is there now: texts one by one, lists whole. */
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

/** A set on the screen once another state of it was sent and kept: what was typed meanwhile, over what is kept. */
export function afterSending(now: DetailsSet, sent: DetailsSet, kept: DetailsSet): DetailsSet {
  return {
    ...now,
    values: mergeValues(sent.values, now.values, kept.values),
    label: now.label === sent.label ? kept.label : now.label,
    rev: kept.rev,
  };
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
