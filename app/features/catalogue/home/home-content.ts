import { t } from "@lingui/core/macro";
import {
  type Catalogue,
  type CatalogueTemplate,
  type CatalogueType,
  OTHER_CATEGORY_SLUG,
} from "../../../../contract/page-services.ts";
import { formatList } from "../../../lib/i18n/intl.ts";
import { type Card, toCard } from "../card.ts";
import { formatCategory } from "../listing/listing.ts";
import { layOutGrid } from "./grid-layout.ts";
import { layRow, pickRow, type SheetRow, sizeOf } from "./ruler-row.ts";

export type TypeTile = {
  slug: string;
  plural: string;
  count: number;
  cards: Card[];
  stacked: boolean;
  spans: { desktop: number; tablet: number; phone: number };
};
type HomeContent = {
  count: number;
  /** Kinds of pages in a few words, for the search field. */
  hint: string;
  row: SheetRow;
  tiles: TypeTile[];
  others: Card[];
  searches: { text: string; href: string }[];
};

const OTHERS = 6;
const MAX_OF_A_TYPE_AMONG_OTHERS = 2;

/** Home chooses among so many of each type. */
const CHOSEN_FROM = 24;

export async function loadHomeContent(catalogue: Catalogue): Promise<HomeContent> {
  const [types, first, ruler = []] = await Promise.all([
    catalogue.listTypes(),
    catalogue.listFirstOfEach(CHOSEN_FROM),
    catalogue.listRuler(),
  ]);
  const home = pickHomeContent(types, first, ruler);
  const cards = [home.row.entries, home.tiles].flatMap((parts) => parts.flatMap((part) => part.cards));
  catalogue.wantPictures([...cards, ...home.others].filter(({ image }) => !image).map(({ id }) => id));
  return home;
}

/**
 * `templates` are the first of each type in the default order, `ruler` the operators' choice; without one,
 * home chooses. No sheet is shown twice.
 */
function pickHomeContent(
  types: readonly CatalogueType[],
  templates: readonly CatalogueTemplate[],
  ruler: readonly CatalogueTemplate[],
): HomeContent {
  const filled = types.filter((type) => type.count > 0);
  const singular = new Map(types.map((type) => [type.slug, type.singular]));
  const row = ruler.length > 0 ? layRow(ruler) : pickRow(templates, types);
  const shown = new Set(row.entries.flatMap(({ cards }) => cards.map((card) => card.id)));
  const tiles = pickTiles(filled, templates, shown);
  for (const { cards } of tiles) for (const { id } of cards) shown.add(id);
  const fresh = templates.filter(({ id }) => !shown.has(id));
  const others = takeVaried(fresh, OTHERS, MAX_OF_A_TYPE_AMONG_OTHERS);
  return {
    count: filled.reduce((sum, { count }) => sum + count, 0),
    hint: searchHint(filled),
    row,
    tiles,
    others: others.map((template) => toCard(template, singular.get(template.type))),
    searches: suggestSearches(filled),
  };
}

/** The first, but no type more often than `most`. */
function takeVaried(
  templates: readonly CatalogueTemplate[],
  count: number,
  max: number,
): CatalogueTemplate[] {
  const taken = new Map<string, number>();
  const varied = templates.filter(({ type }) => {
    const before = taken.get(type) ?? 0;
    taken.set(type, before + 1);
    return before < max;
  });
  return varied.slice(0, count);
}

function pickTiles(
  types: readonly CatalogueType[],
  templates: readonly CatalogueTemplate[],
  shownAbove: ReadonlySet<string>,
): TypeTile[] {
  const filled = types.map((type) => {
    const own = templates.filter((template) => template.type === type.slug);
    const fresh = own.filter(({ id }) => !shownAbove.has(id));
    // If operators put all templates of a type on the ruler, its tile shows them too.
    const cards = (fresh.length > 0 ? fresh : own)
      .toSorted((a, b) => Number(b.image !== null) - Number(a.image !== null))
      .map((template) => toCard(template));
    const ratio = cards[0]?.ratio ?? 1;
    const small = own[0] !== undefined && sizeOf(own[0]) === "card";
    // Cards are stacked, landscape first.
    const laid = small ? cards.toSorted((a, b) => Number(b.ratio > 1) - Number(a.ratio > 1)) : cards;
    return { type, cards: laid, wide: ratio > 1.2, small };
  });
  const wishes = filled.map(({ wide, small, type }) => ({ wide: wide && !small, small, count: type.count }));
  const desktop = layOutGrid(wishes, 8);
  const tablet = layOutGrid(wishes, 6);
  const phone = layOutPhone(filled.length);
  return filled.map(({ type, cards, small }, i) => {
    const span = desktop[i] ?? 1;
    const lying = cards.filter((card) => card.ratio > 1).length;
    const stacked = small && span === 1;
    return {
      slug: type.slug,
      plural: type.plural,
      count: type.count,
      cards: stacked ? cards.slice(0, Math.min(2, Math.max(1, lying))) : takeSideBySide(cards, span),
      stacked,
      spans: { desktop: span, tablet: tablet[i] ?? 1, phone: phone[i] ?? 1 },
    };
  });
}

const RATIO_OF_A_COLUMN = 0.75; // a portrait sheet with the air round it

/** The sheets that fit side by side at full height, skipping those that are too wide. At least one. */
function takeSideBySide(cards: readonly Card[], span: number): Card[] {
  let sum = 0;
  const fitting = cards.filter((card) => {
    if (sum + card.ratio > span * RATIO_OF_A_COLUMN) return false;
    sum += card.ratio;
    return true;
  });
  return fitting.length > 0 ? fitting : cards.slice(0, 1);
}

/** Two columns; the first tile, and an odd last one, span both. */
function layOutPhone(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i === 0 || (i === count - 1 && i % 2 === 1) ? 2 : 1));
}

/** "Resume, Invoice, Letter, Poster": types of one word. */
function searchHint(types: readonly CatalogueType[]): string {
  const names = types.map(({ singular }) => singular).filter((word) => /^\p{L}+$/u.test(word));
  return names.length > 0 ? formatList(names.slice(0, 4), "unit") : t`Search templates`;
}

const SUGGESTIONS = 4;

/** "Studio (Invoices)", "Week (Planners)": the fullest one-word category of types all over the list. */
function suggestSearches(types: readonly CatalogueType[]): { text: string; href: string }[] {
  const found = types.flatMap((type) => {
    const plain = type.categories.filter(
      ({ slug, label, count }) => slug !== OTHER_CATEGORY_SLUG && count > 0 && /^\p{L}+$/u.test(label),
    );
    const fullest = plain.toSorted((a, b) => b.count - a.count)[0];
    if (!fullest) return [];
    const text = formatCategory(type, fullest);
    return [{ text, href: `/${type.slug}?category=${fullest.slug}`, count: fullest.count }];
  });
  return found
    .toSorted((a, b) => b.count - a.count)
    .slice(0, SUGGESTIONS)
    .map(({ text, href }) => ({ text, href }));
}
