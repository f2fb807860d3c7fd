import { describe, expect, it } from "vitest";
import type { Catalogue, CatalogueTemplate, CatalogueType } from "../../../../contract/page-services.ts";
import type { PageFile } from "../../../../contract/template-file.ts";
import { loadHomeContent } from "./home-content.ts";

const A4: PageFile = { papers: ["a4"], orientation: "portrait" };
const CARD: PageFile = { width: 85, height: 55 };
const POSTER: PageFile = { width: 297, height: 420 };

/** A catalogue with so many templates of each type. */
function aCatalogue(counts: Record<string, number>, pageOf: (type: string) => PageFile): Catalogue {
  const types = Object.entries(counts).map(
    ([slug, count]): CatalogueType => ({
      slug,
      singular: slug,
      plural: slug,
      description: "",
      icon: "",
      count,
      categories: [],
    }),
  );
  const templates = types.flatMap(({ slug, count }) =>
    Array.from(
      { length: count },
      (_, i): CatalogueTemplate => ({
        id: `${slug}-${i}`,
        url: `/${slug}/${i}`,
        type: slug,
        category: "any",
        template_name: `${slug} ${i}`,
        rating: null,
        rating_count: 0,
        image: `picture-${slug}-${i}`,
        page: pageOf(slug),
        used: 0,
        date_created: "2026-01-01",
      }),
    ),
  );
  const unused = () => {
    throw new Error("home does not ask for this");
  };
  return {
    version: () => 1,
    listTypes: async () => types,
    listFirstOfEach: async () => templates,
    wantPictures: () => undefined,
    countTemplates: unused,
    listPapers: unused,
    listTemplates: unused,
    listAddresses: unused,
    findTemplate: unused,
    findUsable: unused,
    searchTemplates: unused,
    nearestTypes: unused,
    countMissedSearch: unused,
    suggestTemplates: unused,
  };
}

const pages: Record<string, PageFile> = { cards: CARD, posters: POSTER };
const load = (counts: Record<string, number>) =>
  loadHomeContent(aCatalogue(counts, (type) => pages[type] ?? A4));

describe("home", () => {
  it.each([
    ["a full library", { invoices: 11, resumes: 6, posters: 5, cards: 5, letters: 4, planners: 4 }],
    ["a small one", { invoices: 2, posters: 1, cards: 3 }],
    ["one template", { invoices: 1 }],
  ])("shows no sheet twice: %s", async (_, counts) => {
    const { row, tiles, others } = await load(counts);
    const shown = [...row.entries, ...tiles, { cards: others }].flatMap(({ cards }) =>
      cards.map(({ id }) => id),
    );
    expect(shown.toSorted()).toEqual([...new Set(shown)].toSorted());
  });

  it("leaves a sheet for the compartment of every type", async () => {
    const { tiles, row } = await load({ invoices: 2, posters: 1, cards: 3, letters: 1 });
    expect(tiles.map(({ cards }) => cards.length > 0)).toEqual([true, true, true, true]);
    expect(row.entries.length).toBeGreaterThan(0);
  });
});
