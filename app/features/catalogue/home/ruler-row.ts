import type { CatalogueTemplate, CatalogueType } from "../../../../contract/page-services.ts";
import { pageSize } from "../../../lib/pictures/page-format.ts";
import { type Card, toCard } from "../card.ts";

export type RowEntry = { cards: Card[]; width: number; from: "phone" | "tablet" | "desktop" };
export type SheetRow = { entries: RowEntry[]; sums: Record<RowEntry["from"], number> };

type Size = "poster" | "page" | "wide" | "small" | "card";

export function sizeOf({ page }: CatalogueTemplate): Size {
  const { width, height } = pageSize(page);
  if (Math.max(width, height) > 330) return "poster";
  if (Math.max(width, height) <= 110) return "card";
  if (width > height) return "wide";
  return height > 250 && width > 180 ? "page" : "small";
}

// Large next to small, so that the common scale is visible.
const PATTERN: { size: Size; from: RowEntry["from"] }[] = [
  { size: "poster", from: "phone" },
  { size: "page", from: "phone" },
  { size: "small", from: "tablet" },
  { size: "page", from: "phone" },
  { size: "card", from: "phone" },
  { size: "page", from: "desktop" },
  { size: "small", from: "desktop" },
  { size: "wide", from: "desktop" },
];
const DESK_MILLIMETRES = 1_480;
const INSTEAD: Partial<Record<Size, Size[]>> = {
  poster: ["wide", "page"],
  small: ["page"],
  card: ["small"],
  wide: [],
};

/**
 * Home's own choice: sheets of different formats, most used first, each of another type if possible. One of
 * each type is left for its tile. In an unused library the types with the most templates are first, not the
 * first in the alphabet.
 */
export function pickRow(
  templates: readonly CatalogueTemplate[],
  types: readonly Pick<CatalogueType, "slug" | "count">[],
): SheetRow {
  const counts = new Map(types.map(({ slug, count }) => [slug, count]));
  const countOf = ({ type }: CatalogueTemplate) => counts.get(type) ?? 0;
  const left = templates.toSorted((a, b) => b.used - a.used || countOf(b) - countOf(a));
  const usedTypes = new Set<string>();
  const isLast = ({ type }: CatalogueTemplate) => left.filter((each) => each.type === type).length === 1;
  const take = (size: Size): CatalogueTemplate | undefined => {
    const ofSize = left.filter((template) => sizeOf(template) === size && !isLast(template));
    const fitting = ofSize.filter((template) => template.image !== null);
    const pool = fitting.length > 0 ? fitting : ofSize;
    const chosen = pool.find(({ type }) => !usedTypes.has(type)) ?? pool[0];
    if (!chosen) return undefined;
    left.splice(left.indexOf(chosen), 1);
    usedTypes.add(chosen.type);
    return chosen;
  };
  const entries: RowEntry[] = [];
  const sums = { phone: 0, tablet: 0, desktop: 0 };
  // Sheets that a phone shows too are chosen first.
  const places = PATTERN.map((wanted, place) => ({ ...wanted, place }));
  for (const { size, from, place } of [
    ...places.filter((each) => each.from === "phone"),
    ...places.filter((each) => each.from !== "phone"),
  ]) {
    const first = [size, ...(INSTEAD[size] ?? [])].reduce<CatalogueTemplate | undefined>(
      (found, each) => found ?? take(each),
      undefined,
    );
    if (!first) continue;
    const { width } = pageSize(first.page);
    if (sums.desktop + width > DESK_MILLIMETRES) continue;
    const second = sizeOf(first) === "card" ? take("card") : undefined;
    const cards = [first, ...(second ? [second] : [])].map((template) => toCard(template));
    entries[place] = { cards, width, from };
    sums.desktop += width;
    if (from !== "desktop") sums.tablet += width;
    if (from === "phone") sums.phone += width;
  }
  return { entries: entries.filter(Boolean), sums };
}

/** How many millimetres of sheets stay legible on each screen. */
const ROOM = { phone: 720, tablet: 1_100 };

/**
 * The operators' choice, in their order. A narrow screen shows the first ones, as many as stay legible; at
 * least one.
 */
export function layRow(chosen: readonly CatalogueTemplate[]): SheetRow {
  const sums = { phone: 0, tablet: 0, desktop: 0 };
  const entries = chosen.map((template): RowEntry => {
    const { width } = pageSize(template.page);
    sums.desktop += width;
    const fits = (screen: keyof typeof ROOM) => sums.desktop <= ROOM[screen] || sums.desktop === width;
    const from = fits("phone") ? "phone" : fits("tablet") ? "tablet" : "desktop";
    if (from !== "desktop") sums.tablet = sums.desktop;
    if (from === "phone") sums.phone = sums.desktop;
    return { cards: [toCard(template)], width, from };
  });
  return { entries, sums };
}
