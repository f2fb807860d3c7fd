import { describe, expect, it } from "vitest";
import type { CatalogueType } from "../../../contract/page-services.ts";
import type { ListedTemplate } from "../catalogue/index.ts";
import { createPaletteSearch } from "./palette-search.ts";

const types: CatalogueType[] = [
  {
    slug: "invoices",
    singular: "Invoice",
    plural: "Invoices",
    description: "",
    icon: "lucide:receipt",
    count: 2,
    categories: [{ slug: "studio", label: "Studio", description: "", icon: "", count: 2 }],
  },
  {
    slug: "resumes",
    singular: "Resume",
    plural: "Resumes",
    description: "",
    icon: "lucide:file",
    count: 1,
    categories: [{ slug: "classic", label: "Classic", description: "", icon: "", count: 1 }],
  },
];

function aTemplate(name: string, type: string, rating: number): ListedTemplate {
  return {
    id: name,
    type,
    category: type === "invoices" ? "studio" : "classic",
    url: `/${type}/${name.toLowerCase()}`,
    template_name: name,
    rating,
    rating_count: 20,
    image: null,
    page: { papers: ["a4"], orientation: "portrait" },
    used: 0,
    date_created: "2026-01-01",
  };
}

const search = createPaletteSearch(
  [
    aTemplate("Kiln", "invoices", 4.1),
    aTemplate("Quarto", "invoices", 4.9),
    aTemplate("Élan", "resumes", 4.5),
  ],
  types,
);
const names = (query: string) => search(query).templates.map(({ card }) => card.name);

describe("the palette's search", () => {
  it("finds templates by type, best rated first", () => {
    expect(names("invoice")).toEqual(["Quarto", "Kiln"]);
    expect(search("invoice").types.map(({ slug }) => slug)).toEqual(["invoices"]);
  });

  it("uses the server’s results for a query that is unknown here, with their types", () => {
    const found = search("facture", ["Kiln", "gone", "Élan"]);
    expect(found.templates.map(({ card }) => card.name)).toEqual(["Kiln", "Élan"]);
    expect(found.types.map(({ slug }) => slug)).toEqual(["invoices", "resumes"]);
    expect(found).toMatchObject({ count: 2, corrected: undefined, isExact: false });
    expect(search("invioce", ["Quarto"]).corrected).toBe("invoice");
    expect(search("quarto", ["Kiln"]).templates.map(({ card }) => card.name)).toEqual(["Quarto"]);
  });

  it("corrects a typo and shows it", () => {
    expect(names("invioce")).toEqual(["Quarto", "Kiln"]);
    expect(search("invioce").corrected).toBe("invoice");
    expect(search("invoice").corrected).toBeUndefined();
  });

  it("finds prefixes and ignores accents", () => {
    expect(names("qua")).toEqual(["Quarto"]);
    expect(names("elan")).toEqual(["Élan"]);
  });

  describe.each([
    ["en", { letters: "Letter", newsletters: "Newsletter", posters: "Poster", resumes: "Resume" }],
    ["de", { letters: "Brief", newsletters: "Newsletter", posters: "Plakat", resumes: "Lebenslauf" }],
    ["ar", { letters: "رسالة", newsletters: "نشرة إخبارية", posters: "ملصق", resumes: "سيرة ذاتية" }],
  ])("on a page in %s", (_, typeNames) => {
    const translated = Object.entries(typeNames).map(([slug, name]) => ({
      slug,
      singular: name,
      plural: name,
      description: "",
      icon: "",
      count: 1,
      categories: [],
    }));
    const onUsLetter = (type: string) => ({
      ...aTemplate(`A ${type}`, type, type === "letters" || type === "posters" ? 3 : 5),
      template_name: "Slate",
      page: { papers: ["us-letter" as const], orientation: "portrait" as const },
    });
    const find = createPaletteSearch(Object.keys(typeNames).map(onUsLetter), translated);

    it.each([
      ["letter", "letters"],
      ["poster", "posters"],
      [typeNames.letters, "letters"],
      [typeNames.posters, "posters"],
    ])("finds %s first", (query, type) => {
      const { templates, types: found } = find(query);
      expect(templates[0]?.card.url).toContain(`/${type}/`);
      expect(found[0]?.slug).toBe(type);
    });
  });

  it("finds nothing for unknown words", () => {
    expect(search("zzzzzz")).toEqual({
      templates: [],
      types: [],
      count: 0,
      corrected: undefined,
      isExact: false,
    });
  });
});
