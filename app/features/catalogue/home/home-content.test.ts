import { describe, expect, it } from "vitest";
import type { Catalogue, CatalogueTemplate, CatalogueType } from "../../../../contract/page-services.ts";
import type { PageFile } from "../../../../contract/templates/template-file.ts";
import { loadHomeContent } from "./home-content.ts";

const A4: PageFile = { papers: ["a4"], orientation: "portrait" };
const CARD: PageFile = { width: 85, height: 55 };
const POSTER: PageFile = { width: 297, height: 420 };

/** A catalogue with so many templates of each type. */
function aCatalogue(
  counts: Record<string, number>,
  pageOf: (type: string) => PageFile,
  ruler?: readonly string[],
): Catalogue {
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
    listRuler: async () => ruler?.flatMap((wanted) => templates.filter(({ id }) => id === wanted)),
    wantPictures: () => undefined,
    countTemplates: unused,
    listPapers: unused,
    listTemplates: unused,
    listAddresses: unused,
    listNewest: unused,
    findTemplate: unused,
    findUsable: unused,
    findVersionFields: unused,
    searchTemplates: unused,
    nearestTypes: unused,
    countMissedSearch: unused,
    findAuthor: unused,
    listAuthors: unused,
    suggestTemplates: unused,
  };
}

const pages: Record<string, PageFile> = { cards: CARD, posters: POSTER };
const load = (counts: Record<string, number>, ruler?: readonly string[]) =>
  loadHomeContent(aCatalogue(counts, (type) => pages[type] ?? A4, ruler));

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

  it("leaves a sheet for every type", async () => {
    const { tiles, row } = await load({ invoices: 2, posters: 1, cards: 3, letters: 1 });
    expect(tiles.map(({ cards }) => cards.length > 0)).toEqual([true, true, true, true]);
    expect(row.entries.length).toBeGreaterThan(0);
  });

  it("shows the operators' selection in order, the first ones on phones", async () => {
    const chosen = ["cards-0", "invoices-2", "posters-0", "invoices-0", "letters-0", "invoices-1"];
    const { row, tiles } = await load({ invoices: 4, posters: 1, cards: 3, letters: 1 }, chosen);
    expect(row.entries.map(({ cards }) => cards.map(({ id }) => id))).toEqual(chosen.map((id) => [id]));
    expect(row.entries.map(({ from }) => from)).toEqual([
      "phone",
      "phone",
      "phone",
      "tablet",
      "tablet",
      "desktop",
    ]);
    expect(row.sums).toEqual({ phone: 592, tablet: 1_012, desktop: 1_222 });
    // Also if all templates of a type are on the ruler.
    expect(tiles.every(({ cards }) => cards.length > 0)).toBe(true);
  });

  it("starts with the largest types while no template was used", async () => {
    const counts = { agendas: 2, badges: 1, calendars: 3, invoices: 11, posters: 2, resumes: 6, cards: 3 };
    const { row } = await load(counts);
    const onPhone = row.entries.filter(({ from }) => from === "phone").map(({ cards }) => cards[0]?.id);
    expect(onPhone).toEqual(["posters-0", "invoices-0", "resumes-0", "cards-0"]);
  });

  it("chooses automatically when no chosen template is left", async () => {
    const chosen = await load({ invoices: 4, posters: 2 }, []);
    expect(chosen.row).toEqual((await load({ invoices: 4, posters: 2 })).row);
  });
});
