import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { placesIn, readAt, writeAt } from "../../../../shared/switching/field-pairs.ts";
import { switchTemplate } from "../../../../shared/switching/switch-template.ts";

type Data = Record<string, unknown>;

const HEAD = "sender.";
const NAME = "sender.name";
const MAX_OF_A_TYPE = 2;
const MAX_IN_ALL = 6;

/** The sender's values in a draft. */
export function letterheadOf(fields: GroupField, data: Data): Data {
  const head: Data = {};
  for (const { path, means } of placesIn(fields)) {
    const value = readAt(data, path);
    if (means?.startsWith(HEAD) && value !== undefined) writeAt(head, path, value);
  }
  return head;
}

/**
 * Picks templates of other types that take the name and more of the letterhead, those that take most first,
 * a few of each type.
 */
export function pickRelated<Template extends { type: string; fields: GroupField }>(
  templates: readonly Template[],
  from: GroupField,
  data: Data,
): { template: Template; data: Data }[] {
  const head = letterheadOf(from, data);
  const taken = new Map<string, number>();
  return templates
    .map((template) => ({ template, ...takeLetterhead(head, from, template.fields) }))
    .filter(({ count, hasName }) => hasName && count > 1)
    .toSorted((one, other) => other.count - one.count)
    .filter(({ template: { type } }) => {
      const before = taken.get(type) ?? 0;
      taken.set(type, before + 1);
      return before < MAX_OF_A_TYPE;
    })
    .slice(0, MAX_IN_ALL)
    .map(({ template, data: moved }) => ({ template, data: moved }));
}

function takeLetterhead(head: Data, from: GroupField, to: GroupField) {
  const { data } = switchTemplate(head, from, to);
  const filled = placesIn(to).filter(({ path }) => readAt(data, path) !== undefined);
  return { data, count: filled.length, hasName: filled.some(({ means }) => means === NAME) };
}
