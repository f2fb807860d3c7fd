import { t } from "@lingui/core/macro";
import {
  type CatalogueType,
  OTHER_CATEGORY,
  OTHER_CATEGORY_SLUG,
  type TemplateChoice,
} from "../../../../contract/page-services.ts";
import type { PaperKind } from "../../../../contract/templates/paper-kinds.ts";
import { type Paging, pageOf } from "../../../lib/http/listed-page.ts";
import { type Card, type ListedTemplate, toCard } from "../card.ts";
import { type Selection, selectionQuery } from "./selection.ts";
import { type Shelf, shelfOf } from "./shelf.ts";

/** Sheets of a category before "all of them" becomes a page of its own, and sheets on such a page. */
const BAND_SIZE = 24;
const TYPE_BAND_SIZE = 8;
const PAGE_SIZE = 60;

export type Group = {
  slug: string;
  label: string;
  description: string;
  /** Of a category. */
  icon: string | undefined;
  /** Page of the whole group, if the label links to it. */
  href: string | undefined;
  count: number;
  /** Link to the templates that are not shown here. */
  more: string | undefined;
  cards: Card[];
};
/** One row of the listing: a group, or two small ones side by side. */
export type Band = Group[];
export type Listing = { bands: Band[]; count: number; papers: PaperKind[]; paging: Paging | undefined };

/** A single paper is no choice. */
async function papersToChoose(shelf: Shelf, type?: string): Promise<PaperKind[]> {
  const kinds = await shelf.listPapers(type);
  return kinds.length > 1 ? kinds : [];
}

/** One page of a choice; large choices are paged. */
async function cutPage(
  shelf: Shelf,
  choice: TemplateChoice & { type: string },
  { sort, page: wanted }: Selection,
): Promise<{ count: number; shown: ListedTemplate[]; paging: Paging | undefined }> {
  const count = await shelf.countTemplates(choice);
  const paging = count > PAGE_SIZE ? pageOf(count, wanted, PAGE_SIZE) : undefined;
  const from = paging ? paging.from - 1 : 0;
  const shown = count > 0 ? await shelf.listTemplates(choice, { order: sort, from, max: PAGE_SIZE }) : [];
  return { count, shown, paging };
}

/** The templates of a category, or those that are in none. */
function choiceIn({ slug: type, categories }: CatalogueType, category: string | undefined) {
  if (category !== OTHER_CATEGORY_SLUG) return { type, category };
  return { type, outside: categories.map(({ slug }) => slug).filter((slug) => slug !== OTHER_CATEGORY_SLUG) };
}

/** The category of templates in no other, with its texts in the page's language. */
function otherCategory() {
  return {
    ...OTHER_CATEGORY,
    label: t({ message: "Other", context: "heading: templates without a category" }),
    description: t`Templates without a category.`,
  };
}

/** A category with its texts in the page's language: the server writes those of "Other" in English. */
export function inPageLanguage<Each extends { slug: string }>(category: Each): Each {
  return category.slug === OTHER_CATEGORY_SLUG ? { ...category, ...otherCategory() } : category;
}

/** "Studio (Invoices)" */
export function formatCategory({ plural: type }: { plural: string }, { label }: { label: string }): string {
  const category = label;
  return t`${category} (${type})`;
}

/** The type with its categories as they are counted on the shelf: what fits none of them is in "Other". */
export async function recountType(type: CatalogueType, shelf: Shelf): Promise<CatalogueType> {
  const own = type.categories.filter(({ slug }) => slug !== OTHER_CATEGORY_SLUG);
  const categories = await Promise.all(
    [...own, otherCategory()].map(async (category) => ({
      ...category,
      count: await shelf.countTemplates(choiceIn(type, category.slug)),
    })),
  );
  const count = await shelf.countTemplates({ type: type.slug });
  return { ...type, count, categories: categories.filter((category) => category.count > 0) };
}

/** One type, grouped by category. */
export async function listType(type: CatalogueType, shelf: Shelf, selection: Selection): Promise<Listing> {
  const papers = await papersToChoose(shelf, type.slug);
  const categories = type.categories.map(inPageLanguage);
  const chosen = categories.find(({ slug }) => slug === selection.category);
  const choiceOf = (category: string) => ({ ...choiceIn(type, category), papers: selection.papers });
  if (chosen) {
    const { count, shown, paging } = await cutPage(shelf, choiceOf(chosen.slug), selection);
    const cards = shown.map((template) => toCard(template));
    const group = { ...chosen, href: undefined, more: undefined, count, cards };
    return { bands: count > 0 ? [[group]] : [], count, papers, paging };
  }
  const groups: Group[] = [];
  for (const { slug, label, description, icon } of categories) {
    const choice = choiceOf(slug);
    const count = await shelf.countTemplates(choice);
    if (count === 0) continue;
    const own = await shelf.listTemplates(choice, { order: selection.sort, from: 0, max: BAND_SIZE });
    const more = count > BAND_SIZE ? selectionQuery(selection, { category: slug }) : undefined;
    const cards = own.map((template) => toCard(template));
    groups.push({ slug, label, description, icon, href: undefined, count, more, cards });
  }
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return { bands: shareBands(groups), count, papers, paging: undefined };
}

/** Everything, grouped by type; with a query, only its results (`found`, best first), the best type first. */
export async function listAll(
  types: readonly CatalogueType[],
  whole: Shelf,
  selection: Selection,
  found: readonly ListedTemplate[] | undefined,
): Promise<Listing> {
  const shelf = found ? shelfOf(found, "as given") : whole;
  const papers = await papersToChoose(shelf);
  const chosen = types.find(({ slug }) => slug === selection.type);
  if (chosen) {
    const choice = { ...choiceIn(chosen, selection.category), papers: selection.papers };
    const { count, shown, paging } = await cutPage(shelf, choice, selection);
    const group = groupOf(chosen, count, shown, undefined);
    return { bands: count > 0 ? [[group]] : [], count, papers, paging };
  }
  const groups: Group[] = [];
  for (const type of found ? inOrderOf(types, found) : types) {
    const choice = { type: type.slug, papers: selection.papers };
    const count = await shelf.countTemplates(choice);
    if (count === 0) continue;
    const own = await shelf.listTemplates(choice, { order: selection.sort, from: 0, max: TYPE_BAND_SIZE });
    const { papers, sort } = selection;
    const all = { query: "", type: undefined, category: undefined, papers, sort, page: 1 };
    const more = found
      ? selectionQuery(selection, { type: type.slug })
      : `/${type.slug}${selectionQuery(all)}`;
    groups.push(groupOf(type, count, own, count > TYPE_BAND_SIZE ? more : undefined));
  }
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return { bands: shareBands(groups), count, papers, paging: undefined };
}

/** How many of each type there are: of all, or of the results of a query. */
export function countTypes(
  types: readonly CatalogueType[],
  found: readonly ListedTemplate[] | undefined,
): { value: string; label: string; count: number }[] {
  return types
    .map(({ slug, plural, count }) => ({
      value: slug,
      label: plural,
      count: found ? found.filter(({ type }) => type === slug).length : count,
    }))
    .filter(({ count }) => count > 0);
}

/** The type of the best find first. */
function inOrderOf(
  types: readonly CatalogueType[],
  found: readonly ListedTemplate[],
): readonly CatalogueType[] {
  const order = [...new Set(found.map(({ type }) => type))];
  return order.flatMap((slug) => types.filter((type) => type.slug === slug));
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
    icon: undefined,
    href: `/${slug}`,
    count,
    more,
    cards: shown.map((template) => toCard(template)),
  };
}

const BAND_COLUMNS = 4;

/** Two small groups share a band if their sheets and the second heading fit side by side. */
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
