import type { CatalogueTemplate, CatalogueType, NearType } from "../../contract/page-services.ts";
import { queryWords } from "../catalogue/search/plain-words.ts";

type Sources = {
  types: readonly CatalogueType[];
  search(word: string): Promise<string[]>;
  readCards(ids: readonly string[]): Promise<CatalogueTemplate[]>;
  mostUsed(type: string): Promise<CatalogueTemplate[]>;
};

const MAX_WORDS = 6;
const MAX_LOOKED_AT = 60;
/** The number of suggested types, and of templates shown for each. */
const MAX_NEAR = 4;
export const SHOWN_OF_EACH = 3;

/**
 * Suggestions when no template matches the whole query: types with templates that match one of its words, then the most used types; all
 * types when no word matches.
 */
export async function findNearestTypes(query: string, sources: Sources): Promise<NearType[]> {
  const near = await typesByWord(query, sources);
  const others = await Promise.all(
    sources.types
      .filter(({ slug }) => !near.some(({ type }) => type.slug === slug))
      .map(async (type) => ({ type, word: undefined, templates: await sources.mostUsed(type.slug) })),
  );
  others.sort((a, b) => usesOf(b.templates) - usesOf(a.templates));
  return near.length > 0 ? [...near, ...others].slice(0, MAX_NEAR) : others;
}

async function typesByWord(query: string, { types, search, readCards }: Sources): Promise<NearType[]> {
  const near: NearType[] = [];
  for (const word of queryWords(query).slice(0, MAX_WORDS)) {
    const found = await readCards((await search(word)).slice(0, MAX_LOOKED_AT));
    for (const { type: slug } of found) {
      const type = types.find((type) => type.slug === slug);
      if (!type || near.some((each) => each.type === type)) continue;
      const templates = found.filter((card) => card.type === slug).slice(0, SHOWN_OF_EACH);
      near.push({ type, word, templates });
    }
  }
  return near;
}

function usesOf(templates: readonly CatalogueTemplate[]): number {
  return templates.reduce((sum, { used }) => sum + used, 0);
}
