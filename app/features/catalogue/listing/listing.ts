import type { CatalogueType } from "../../../../contract/page-services.ts";
import { isPaperKind, PAPER_LABELS, type PaperKind, paperKinds } from "../../../lib/page-format.ts";
import { type Paging, pageOf } from "../../../ui/pager.tsx";
import { type Card, type ListedTemplate, toCard } from "../card.ts";
import { type Selection, selectionQuery } from "./selection.ts";

/** Sheets of a category before "all of them" becomes a page of its own, and sheets on such a page. */
export const BAND_SIZE = 24;
export const TYPE_BAND_SIZE = 8;
export const PAGE_SIZE = 60;

export type Group = {
  slug: string;
  label: string;
  description: string;
  /** Page of the whole group, when the label leads to one. */
  href: string | undefined;
  count: number;
  /** Where the ones that are not shown here are. */
  more: string | undefined;
  cards: Card[];
};
/** One row of the listing: a group, or two small ones side by side. */
export type Band = Group[];
export type Listing = { bands: Band[]; count: number; papers: PaperKind[]; paging: Paging | undefined };

const COMPARE: Record<Selection["sort"], (a: ListedTemplate, b: ListedTemplate) => number> = {
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0),
  used: (a, b) => b.used - a.used,
  newest: (a, b) => b.date_created.localeCompare(a.date_created),
  name: () => 0,
};

function arrange(templates: readonly ListedTemplate[], { papers, sort }: Selection): ListedTemplate[] {
  const fitting =
    papers.length === 0
      ? [...templates]
      : templates.filter(({ page }) => paperKinds(page).some((kind) => papers.includes(kind)));
  const byName = (a: ListedTemplate, b: ListedTemplate) => a.template_name.localeCompare(b.template_name);
  return fitting.sort((a, b) => COMPARE[sort](a, b) || byName(a, b));
}

/** Which papers there are to choose from; one alone is no choice. */
function papersAmong(templates: readonly ListedTemplate[]): PaperKind[] {
  const found = new Set(templates.flatMap(({ page }) => paperKinds(page)));
  const kinds = Object.keys(PAPER_LABELS)
    .filter(isPaperKind)
    .filter((kind) => found.has(kind));
  return kinds.length > 1 ? kinds : [];
}

function cutPage<Item>(items: Item[], wanted: number): { shown: Item[]; paging: Paging | undefined } {
  if (items.length <= PAGE_SIZE) return { shown: items, paging: undefined };
  const paging = pageOf(items.length, wanted, PAGE_SIZE);
  return { shown: items.slice(paging.from - 1, paging.to), paging };
}

/** One type, grouped by category. */
export function listType(
  type: CatalogueType,
  templates: readonly ListedTemplate[],
  selection: Selection,
): Listing {
  const fitting = arrange(templates, selection);
  const papers = papersAmong(templates);
  const chosen = type.categories.find(({ slug }) => slug === selection.category);
  if (chosen) {
    const own = fitting.filter(({ category }) => category === chosen.slug);
    const { shown, paging } = cutPage(own, selection.page);
    const group = {
      ...chosen,
      href: undefined,
      more: undefined,
      count: own.length,
      cards: shown.map((t) => toCard(t)),
    };
    return { bands: own.length > 0 ? [[group]] : [], count: own.length, papers, paging };
  }
  const groups = type.categories.flatMap((category): Group[] => {
    const own = fitting.filter((template) => template.category === category.slug);
    if (own.length === 0) return [];
    const here = selectionQuery(selection, { category: category.slug });
    const { slug, label, description } = category;
    const more = own.length > BAND_SIZE ? here : undefined;
    const cards = own.slice(0, BAND_SIZE).map((template) => toCard(template));
    return [{ slug, label, description, href: undefined, count: own.length, more, cards }];
  });
  return { bands: shareBands(groups), count: fitting.length, papers, paging: undefined };
}

/** Everything, grouped by type; with words, only what they lead to, the best type first. */
export function listAll(
  types: readonly CatalogueType[],
  templates: readonly ListedTemplate[],
  selection: Selection,
  found: readonly string[] | undefined,
): Listing {
  const rank = found && new Map(found.map((id, place) => [id, place]));
  const wanted = rank ? templates.filter(({ id }) => rank.has(id)) : templates;
  const papers = papersAmong(templates);
  const fitting = arrange(wanted, selection);
  if (rank && selection.sort === "rating")
    fitting.sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
  const chosen = types.find(({ slug }) => slug === selection.type);
  if (chosen) {
    const own = fitting.filter(
      (template) =>
        template.type === chosen.slug && (!selection.category || template.category === selection.category),
    );
    const { shown, paging } = cutPage(own, selection.page);
    const group = groupOf(chosen, own.length, shown, undefined);
    return { bands: own.length > 0 ? [[group]] : [], count: own.length, papers, paging };
  }
  const groups = types.flatMap((type): Group[] => {
    const own = fitting.filter((template) => template.type === type.slug);
    if (own.length === 0) return [];
    const { words, papers, sort } = selection;
    const whole = { words: "", type: undefined, category: undefined, papers, sort, page: 1 };
    const more = words
      ? selectionQuery(selection, { type: type.slug })
      : `/${type.slug}${selectionQuery(whole)}`;
    return [
      groupOf(type, own.length, own.slice(0, TYPE_BAND_SIZE), own.length > TYPE_BAND_SIZE ? more : undefined),
    ];
  });
  if (rank) {
    const best = new Map<string, number>();
    for (const { type, id } of wanted)
      best.set(type, Math.min(best.get(type) ?? Number.POSITIVE_INFINITY, rank.get(id) ?? 0));
    groups.sort((a, b) => (best.get(a.slug) ?? 0) - (best.get(b.slug) ?? 0));
  }
  return { bands: shareBands(groups), count: fitting.length, papers, paging: undefined };
}

function groupOf(
  type: CatalogueType,
  count: number,
  shown: ListedTemplate[],
  more: string | undefined,
): Group {
  const { slug, plural, description } = type;
  return {
    slug,
    label: plural,
    description,
    href: `/${slug}`,
    count,
    more,
    cards: shown.map((t) => toCard(t)),
  };
}

const BAND_COLUMNS = 4;

/** Two small groups share a band: their sheets and the second one's words fit side by side. */
function shareBands(groups: Group[]): Band[] {
  const bands: Band[] = [];
  for (const group of groups) {
    const last = bands.at(-1);
    const [only] = last ?? [];
    const fits = last?.length === 1 && only && only.cards.length + 1 + group.cards.length <= BAND_COLUMNS;
    if (fits) last.push(group);
    else bands.push([group]);
  }
  return bands;
}
