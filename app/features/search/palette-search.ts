import MiniSearch, { type SearchResult } from "minisearch";
import type { CatalogueType } from "../../../contract/page-services.ts";
import { ratingOrder } from "../../../contract/people/ratings.ts";
import { compareTemplates, DEFAULT_ORDER } from "../../../contract/templates/template-order.ts";
import { formatList } from "../../lib/i18n/intl.ts";
import { type Card, type ListedTemplate, toCard } from "../catalogue/index.ts";

type FoundTemplate = { card: Card; kind: string; marks: string[] };
type FoundType = { slug: string; plural: string; icon: string; count: number; marks: string[] };
export type Found = {
  templates: FoundTemplate[];
  types: FoundType[];
  /** How many templates there are in all. */
  count: number;
  /** The corrected query, if the typed one has no results. */
  corrected: string | undefined;
  /** Whether the browser’s index has the query as typed; if not, the server may know more keywords. */
  isExact: boolean;
};

const MAX_TEMPLATES = 5; // more would push the types out of sight
const MAX_TYPES = 4;

/** Two typos in a long word ("invioce"), one in a shorter word, none in a short one. */
const TOLERANT = {
  prefix: true,
  fuzzy: (term: string) => (term.length > 5 ? 2 : term.length > 3 ? 1 : false),
} as const;

/** Between equals the better rated. */
const rankOf = (template: ListedTemplate | undefined) =>
  (template && ratingOrder(template.rating, template.rating_count)) ?? 0;

/** Without accents and capitals, as terms are compared. */
export function foldTerm(term: string): string {
  return term
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/**
 * Searches names, types, categories and formats in the browser, so that results keep up with typing. Types
 * are found by their names in the page's language, and by their slugs, which are in English. The
 * server's results (`ids`, best first) are used if the browser's index lacks the query as typed.
 */
export function createPaletteSearch(templates: readonly ListedTemplate[], types: readonly CatalogueType[]) {
  const typeOf = new Map(types.map((type) => [type.slug, type]));
  const byId = new Map(templates.map((template) => [template.id, template]));
  const templateIndex = new MiniSearch<{
    id: string;
    name: string;
    kind: string;
    slug: string;
    category: string;
    format: string;
  }>({
    fields: ["name", "kind", "slug", "category", "format"],
    processTerm: foldTerm,
    searchOptions: {
      boost: { name: 4, kind: 3, slug: 2, category: 2 },
      boostDocument: (id) => 1 + rankOf(byId.get(id)) / 50,
      combineWith: "AND",
    },
  });
  templateIndex.addAll(
    templates.map((template) => {
      const type = typeOf.get(template.type);
      return {
        id: template.id,
        name: template.template_name,
        kind: `${type?.singular ?? ""} ${type?.plural ?? ""}`,
        slug: template.type,
        category: type?.categories.find(({ slug }) => slug === template.category)?.label ?? "",
        format: toCard(template).format,
      };
    }),
  );
  const typeIndex = new MiniSearch<CatalogueType>({
    idField: "slug",
    fields: ["plural", "singular", "slug"],
    processTerm: foldTerm,
    searchOptions: { boost: { plural: 2, singular: 2 }, combineWith: "AND" },
  });
  typeIndex.addAll(types.filter(({ count }) => count > 0));

  function describe(template: ListedTemplate): string {
    const type = typeOf.get(template.type);
    const category = type?.categories.find(({ slug }) => slug === template.category)?.label ?? "";
    const parts = [type?.singular ?? "", category.toLowerCase(), toCard(template).format];
    return formatList(parts.filter(Boolean), "unit");
  }

  function search(query: string, ids: readonly string[] = []): Found {
    if (!query.trim()) return suggest();
    const { ids: idsHere, ...here } = searchHere(query);
    const there = ids.flatMap((id) => byId.get(id) ?? []);
    const [best] = there;
    if (here.isExact || !best) return here;
    const slugs = [...new Set(there.map(({ type }) => type))].slice(0, MAX_TYPES);
    return {
      templates: there.slice(0, MAX_TEMPLATES).map((template) => asFound(template, [])),
      types: slugs.flatMap((slug) => typeOf.get(slug) ?? []).map((type) => ({ ...pick(type), marks: [] })),
      count: there.length,
      corrected: idsHere.includes(best.id) ? here.corrected : undefined,
      isExact: false,
    };
  }

  function asFound(template: ListedTemplate, marks: string[]): FoundTemplate {
    return { card: toCard(template), kind: describe(template), marks };
  }

  function searchHere(query: string): Found & { ids: string[] } {
    const exact = templateIndex.search(query, { prefix: true });
    const results = exact.length > 0 ? exact : templateIndex.search(query, TOLERANT);
    const exactTypes = typeIndex.search(query, { prefix: true });
    const typeResults = exactTypes.length > 0 ? exactTypes : typeIndex.search(query, TOLERANT);
    const found = results.slice(0, MAX_TEMPLATES).flatMap((result): FoundTemplate[] => {
      const template = byId.get(result.id);
      return template ? [asFound(template, result.terms)] : [];
    });
    const foundTypes = typeResults.slice(0, MAX_TYPES).flatMap((result): FoundType[] => {
      const type = typeOf.get(result.id);
      return type ? [{ ...pick(type), marks: result.terms }] : [];
    });
    const isExact = exact.length > 0 || exactTypes.length > 0;
    const corrected = isExact ? undefined : correction(results);
    const ids = results.map(({ id }) => id);
    return { templates: found, types: foundTypes, count: results.length, corrected, isExact, ids };
  }

  function suggest(): Found {
    const best = templates.toSorted(compareTemplates(DEFAULT_ORDER)).slice(0, MAX_TEMPLATES);
    return {
      templates: best.map((template) => asFound(template, [])),
      types: types.filter(({ count }) => count > 0).map((type) => ({ ...pick(type), marks: [] })),
      count: best.length,
      corrected: undefined,
      isExact: true,
    };
  }

  return search;
}

function pick({ slug, plural, icon, count }: CatalogueType) {
  return { slug, plural, icon, count };
}

/** The terms of the best result that replace the mistyped ones. */
function correction(results: readonly SearchResult[]): string | undefined {
  const [best] = results;
  if (!best) return undefined;
  const meant = best.queryTerms.map((_, i) => best.terms[i]).filter(Boolean);
  return meant.length > 0 ? meant.join(" ") : undefined;
}
