import { MAX_LIMIT } from "../../contract/limits.ts";
import { VISITOR } from "../accounts/viewer.ts";
import type { Content } from "../content/content.ts";
import type { RawQuery } from "../content/query/parameters.ts";
import type { Catalogue, CatalogueCategory, CatalogueTemplate, CatalogueType } from "./page-services.ts";

type TypeItem = Omit<CatalogueType, "slug" | "categories"> & {
  id: string;
  categories: Omit<CatalogueCategory, "templates">[];
};

/** The catalogue as pages show it: as a visitor may read it, arranged once per version. */
export function createPageCatalogue(content: Content): Catalogue {
  let kept: { version: number; types: Promise<CatalogueType[]> } | undefined;

  function listTypesWithTemplates(): Promise<CatalogueType[]> {
    const version = content.catalogue.version();
    if (kept?.version === version) return kept.types;
    const types = arrange();
    kept = { version, types };
    types.catch(() => {
      kept = undefined; // a failed reading must not be remembered
    });
    return types;
  }

  async function listAll<Row>(collection: "types" | "templates", query: RawQuery): Promise<Row[]> {
    const rows: Row[] = [];
    for (let page = 1; ; page++) {
      const { data } = await content.list(VISITOR, collection, {
        ...query,
        limit: String(MAX_LIMIT),
        page: String(page),
      });
      rows.push(...(data as Row[]));
      if ((data as Row[]).length < MAX_LIMIT) return rows;
    }
  }

  async function arrange(): Promise<CatalogueType[]> {
    const [types, templates] = await Promise.all([
      listAll<TypeItem>("types", { sort: "sort,id" }),
      listAll<CatalogueTemplate>("templates", {
        fields: "id,type,category,url,template_name,image",
        sort: "template_name,id",
      }),
    ]);
    const shelves = Map.groupBy(templates, (template) => `${template.type}/${template.category}`);
    return types.map(({ id, categories, ...type }) => ({
      ...type,
      slug: id,
      categories: categories
        .map((category) => ({ ...category, templates: shelves.get(`${id}/${category.slug}`) ?? [] }))
        .filter((category) => category.templates.length > 0),
    }));
  }

  return {
    version: content.catalogue.version,
    listTypesWithTemplates,
    findType: async (slug) => (await listTypesWithTemplates()).find((type) => type.slug === slug),
  };
}
