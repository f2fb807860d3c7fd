import type { MeaningValues } from "../../../../contract/people/details.ts";
import { meaningOf } from "../../../../contract/templates/field-meaning.ts";
import { type GroupField, pruneBlank } from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import { filledPlaces } from "../../../../shared/filling/filling.ts";
import { placesIn, readAt } from "../../../../shared/switching/field-pairs.ts";
import type { FieldPath } from "../draft.ts";
import { stepsOf, writeAt } from "../form/field-path.ts";

type Data = Record<string, unknown>;

/** Empty rows and texts count as nothing. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(pruneBlank(one)) === JSON.stringify(pruneBlank(other));
}

type Filled = readonly { path: FieldPath; value: unknown }[];

/** Fields of a draft that still have the values filled in from details. */
export function unchangedPaths(filled: Filled, data: unknown): FieldPath[] {
  return filled.filter(({ path, value }) => isSame(readAt(data, path), value)).map(({ path }) => path);
}

/** The sender with the most values in the draft; undefined if there are none of any. */
export function senderOf<Sender extends { filled: Filled }>(
  senders: readonly Sender[],
  data: unknown,
): Sender | undefined {
  let best: { sender: Sender; count: number } | undefined;
  for (const sender of senders) {
    const count = unchangedPaths(sender.filled, data).length;
    if (count > (best?.count ?? 0)) best = { sender, count };
  }
  return best?.sender;
}

/**
 * Replaces the first sender's values, and fields that sender left empty, with the other's. Values typed
 * since are left alone.
 */
export function replaceSender(
  fields: GroupField,
  data: Data,
  before: MeaningValues,
  after: MeaningValues,
  language?: Language,
): Data {
  const [old, next] = [before, after].map(
    (values) => new Map(filledPlaces(fields, values, language).map(({ path, value }) => [path, value])),
  );
  const paths = new Set([...(old?.keys() ?? []), ...(next?.keys() ?? [])]);
  let changed = data;
  for (const path of paths) {
    if (!isSame(readAt(data, path), old?.get(path))) continue;
    changed = writeAt(changed, stepsOf(path), next?.get(path));
  }
  return changed;
}

/** The sender's values in a draft, by meaning, as details can store them. Pictures are left out. */
export function senderIn(fields: GroupField, data: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { field, path } of placesIn(fields)) {
    const means = meaningOf(field);
    const word = means?.startsWith("sender.") ? readAt(data, path) : undefined;
    if (means && typeof word === "string" && word.trim() !== "" && !word.startsWith("data:"))
      texts[means] = word.trim();
  }
  return texts;
}
