import { CARD_FIELDS, type CardTemplate } from "../../../../../contract/collections/records.ts";
import { listItems } from "../../../../lib/http/content-client.ts";

/** What templates are compared by: a category's slug means the same in several types. */
export type Style = { category: string; words: string | null };

const COMPARED = 100; // the most used of other types
const SAME_CATEGORY = 3; // as much as three keywords

/** The template of another type with the most similar style; undefined if none is similar. */
export async function findMatching(templateId: string, type: string): Promise<CardTemplate | undefined> {
  const [own, others] = await Promise.all([
    listItems("templates", { filter: { id: { _eq: templateId } }, fields: ["category", "words"] }),
    listItems("templates", {
      filter: { type: { _neq: type } },
      fields: [...CARD_FIELDS, "words"],
      sort: ["-used", "-date_created"],
      limit: COMPARED,
    }),
  ]);
  return own.data[0] && mostAlike(own.data[0], others.data);
}

/** The first of the most similar. */
export function mostAlike<Other extends Style>(own: Style, others: readonly Other[]): Other | undefined {
  let best: { likeness: number; other: Other } | undefined;
  for (const other of others) {
    const likeness = compare(own, other);
    if (likeness > (best?.likeness ?? 0)) best = { likeness, other };
  }
  return best?.other;
}

function compare(one: Style, other: Style): number {
  const known = keywordsOf(one);
  const shared = [...keywordsOf(other)].filter((word) => known.has(word));
  return shared.length + (one.category === other.category ? SAME_CATEGORY : 0);
}

function keywordsOf({ words }: Style): Set<string> {
  return new Set(
    (words ?? "")
      .toLowerCase()
      .split(/\s*,\s*/)
      .filter(Boolean),
  );
}
