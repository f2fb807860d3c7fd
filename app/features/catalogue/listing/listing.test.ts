import { describe, expect, it } from "vitest";
import { type CatalogueType, OTHER_CATEGORY_SLUG } from "../../../../contract/page-services.ts";
import type { ListedTemplate } from "../card.ts";
import { listAll, listType, recountType } from "./listing.ts";
import { readSelection } from "./selection.ts";
import { shelfOf } from "./shelf.ts";

let made = 0;
function aTemplate(values: Partial<ListedTemplate> = {}): ListedTemplate {
  made++;
  return {
    id: `t${made}`,
    type: "invoices",
    category: "studio",
    url: `/invoices/t${made}`,
    template_name: `Name ${made}`,
    rating: null,
    rating_count: 0,
    image: null,
    page: { papers: ["a4"], orientation: "portrait" },
    used: 0,
    date_created: "2026-01-01T00:00:00.000Z",
    ...values,
  };
}

function aType(slug: string, ...categories: string[]): CatalogueType {
  return {
    slug,
    singular: slug,
    plural: slug,
    description: "",
    icon: "lucide:file",
    count: 1,
    categories: categories.map((label) => ({ slug: label, label, description: "", icon: "", count: 1 })),
  };
}

const invoices = aType("invoices", "studio", "trades", "shops");
const select = (query = "") => readSelection(new URLSearchParams(query));
const several = (count: number, values: Partial<ListedTemplate> = {}) =>
  Array.from({ length: count }, () => aTemplate(values));

describe("a type's listing", () => {
  it("is grouped by category in the type's order, most used first", async () => {
    const best = aTemplate({ used: 5, category: "trades" });
    const templates = shelfOf([...several(2, { category: "trades" }), ...several(4), best]);
    const listing = await listType(invoices, templates, select());
    expect(listing.bands.map((band) => band.map(({ slug }) => slug))).toEqual([["studio"], ["trades"]]);
    expect(listing.bands[1]?.[0]?.cards[0]?.id).toBe(best.id);
  });

  it("lets two small categories share a band", async () => {
    const templates = shelfOf([
      ...several(2),
      ...several(1, { category: "trades" }),
      ...several(1, { category: "shops" }),
    ]);
    const { bands } = await listType(invoices, templates, select());
    expect(bands.map((band) => band.length)).toEqual([2, 1]);
  });

  it("shows some of a large category and the rest on pages of its own", async () => {
    const templates = shelfOf(several(130));
    const [band] = (await listType(invoices, templates, select())).bands;
    expect([band?.[0]?.cards.length, band?.[0]?.more]).toEqual([24, "?category=studio"]);
    const last = await listType(invoices, templates, select("category=studio&page=3"));
    expect(last.paging).toEqual({ page: 3, pages: 3, from: 121, to: 130, total: 130 });
    const beyond = await listType(invoices, templates, select("category=studio&page=99"));
    expect(beyond.paging?.page).toBe(3);
  });

  it("shows templates of removed categories last", async () => {
    const templates = shelfOf([
      ...several(4),
      ...several(2, { category: "dropped" }),
      ...several(1, { category: "dropped-too" }),
    ]);
    const type = {
      ...aType("invoices", "studio", OTHER_CATEGORY_SLUG),
      count: 7,
    };
    const listing = await listType(type, templates, select());
    expect(listing.bands.flat().map(({ slug, cards }) => [slug, cards.length])).toEqual([
      ["studio", 4],
      [OTHER_CATEGORY_SLUG, 3],
    ]);
    expect(listing.count).toBe(7);
    const left = await listType(type, templates, select(`category=${OTHER_CATEGORY_SLUG}`));
    expect([left.count, left.bands.flat()[0]?.cards.length]).toEqual([3, 3]);
  });

  it("counts templates and puts unknown categories into Other", async () => {
    const shelf = shelfOf([...several(11), ...several(5, { category: "renamed" })]);
    const type = await recountType({ ...invoices, count: 16 }, shelf);
    expect(type.categories.map(({ label, count }) => [label, count])).toEqual([
      ["studio", 11],
      ["Other", 5],
    ]);
    const listing = await listType(type, shelf, select());
    expect([type.count, listing.count, listing.bands.flat().length]).toEqual([16, 16, 2]);
  });

  it("offers papers only if there is a choice", async () => {
    const letter = aTemplate({ page: { papers: ["us-letter"], orientation: "portrait" } });
    expect((await listType(invoices, shelfOf(several(3)), select())).papers).toEqual([]);
    const listing = await listType(invoices, shelfOf([...several(3), letter]), select("paper=us-letter"));
    expect([listing.papers, listing.count]).toEqual([["a4", "us-letter"], 1]);
  });
});

describe("everything", () => {
  const types = [invoices, aType("resumes", "classic")];
  const resume = aTemplate({ type: "resumes", category: "classic" });

  it("is grouped by type with links", async () => {
    const { bands } = await listAll(types, shelfOf([...several(9), resume]), select("sort=name"), undefined);
    expect(bands.flat().map(({ slug, more }) => [slug, more])).toEqual([
      ["invoices", "/invoices?sort=name"],
      ["resumes", undefined],
    ]);
  });

  it("puts the type of the best match first", async () => {
    const other = aTemplate();
    const { bands, count } = await listAll(types, shelfOf([other, resume]), select("q=x"), [resume, other]);
    expect([bands.flat().map(({ slug }) => slug), count]).toEqual([["resumes", "invoices"], 2]);
  });
});
