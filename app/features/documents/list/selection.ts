import { MAX_SELECTED_DOCUMENTS } from "../../../../contract/limits.ts";

/** The selected documents and the last checkbox, where a range starts. Undefined if nothing is being selected. */
export type Selection = { ids: ReadonlySet<string>; last: string | undefined };

export const NOTHING_SELECTED: Selection = { ids: new Set(), last: undefined };

/** Documents that are no longer shown aren't selected: no action affects hidden documents. */
export function selectedIn<Row extends { id: string }>(selection: Selection, shown: readonly Row[]): Row[] {
  return shown.filter(({ id }) => selection.ids.has(id));
}

/** Selects or deselects a document; with `isRange`, everything from the last checkbox to this one. */
export function toggle(
  selection: Selection,
  id: string,
  shown: readonly { id: string }[],
  isRange: boolean,
): Selection {
  const ids = new Set(selection.ids);
  const isWanted = !ids.has(id);
  for (const each of isRange ? between(selection.last, id, shown) : [id])
    if (isWanted) ids.add(each);
    else ids.delete(each);
  return { ids: bounded(ids), last: id };
}

export function selectAll(shown: readonly { id: string }[]): Selection {
  return { ids: bounded(shown.map(({ id }) => id)), last: undefined };
}

function between(from: string | undefined, to: string, shown: readonly { id: string }[]): string[] {
  const ids = shown.map(({ id }) => id);
  const places = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)];
  const [first = 0, last = 0] = places.sort((one, other) => one - other);
  return first < 0 ? [to] : ids.slice(first, last + 1);
}

function bounded(ids: Iterable<string>): Set<string> {
  return new Set([...ids].slice(0, MAX_SELECTED_DOCUMENTS));
}
