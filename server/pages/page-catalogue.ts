import { MAX_LIMIT } from "../../contract/limits.ts";
import type { Catalogue, CatalogueTemplate, CatalogueType } from "../../contract/page-services.ts";
import { type Answer, CARD_FIELDS, type FieldPath, type RecordOf } from "../../contract/records.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { TemplateIndex } from "../catalogue/template-index.ts";
import type { Content } from "../content/content.ts";
import { VISITOR } from "../kernel/viewer.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";

type Parts = {
  content: Content;
  catalogue: Pick<CatalogueVersion, "version">;
  index: Pick<TemplateIndex, "search">;
  templates: TemplateSource;
};
type Listing = { types: CatalogueType[]; templates: CatalogueTemplate[] };

/** The catalogue as pages show it: as a visitor may read it, read once per version. */
export function createPageCatalogue({ content, catalogue, index, templates }: Parts): Catalogue {
  let kept: { version: number; listing: Promise<Listing> } | undefined;

  function getListing(): Promise<Listing> {
    const version = catalogue.version();
    if (kept?.version === version) return kept.listing;
    const listing = readListing();
    kept = { version, listing };
    listing.catch(() => {
      kept = undefined; // a failed reading must not be remembered
    });
    return listing;
  }

  async function listAll<Collection extends "types" | "templates", Path extends FieldPath<Collection>>(
    collection: Collection,
    query: { fields: readonly Path[]; sort: string },
  ): Promise<Answer<Collection, Path>[]> {
    const items: Answer<Collection, Path>[] = [];
    for (let page = 1; ; page++) {
      const { data } = await content.list(VISITOR, collection, {
        fields: query.fields.join(","),
        sort: query.sort,
        limit: String(MAX_LIMIT),
        page: String(page),
      });
      // The engine knows no collection by name, so it can't say that what it answers has the fields that were asked for.
      items.push(...(data as Answer<Collection, Path>[]));
      if (data.length < MAX_LIMIT) return items;
    }
  }

  async function readListing(): Promise<Listing> {
    const [types, templates] = await Promise.all([
      listAll("types", { fields: ["*"], sort: "sort,id" }),
      listAll("templates", { fields: [...CARD_FIELDS, "description"], sort: "-rating,template_name,id" }),
    ]);
    return {
      types: types.map((type) => countIn(type, templates)).filter((type) => type.count > 0),
      templates,
    };
  }

  async function findDetails(id: string) {
    const fields = ["fields", "theme", "used"] as const satisfies FieldPath<"templates">[];
    const found = await content.find(VISITOR, "templates", id, { fields: fields.join(",") });
    return found as Answer<"templates", (typeof fields)[number]>; // as in listAll
  }

  return {
    version: catalogue.version,
    listTypes: async () => (await getListing()).types,
    listTemplates: async () => (await getListing()).templates,
    async findTemplate(url) {
      const card = (await getListing()).templates.find((template) => template.url === url);
      if (!card) return undefined;
      return { ...card, ...(await findDetails(card.id)), pictures: await listPictures(content, card) };
    },
    async findUsable(url) {
      const row = await content.database.db
        .selectFrom("templates")
        .select(["id", "image", "published"])
        .where("url", "=", url)
        .executeTakeFirst();
      const template = row && (await templates.find(row.id));
      if (!template) return undefined;
      const { id, name, type, singular, page, title, theme, fields, sample } = template;
      return {
        id,
        url,
        name,
        type: { slug: type, singular },
        page,
        titlePattern: title ?? name,
        theme,
        fields,
        sample,
        pictures: await listPictures(content, row),
        isPublished: row.published === 1,
      };
    },
    searchTemplates: (words) => index.search(words),
  };
}

function countIn({ id, ...type }: RecordOf<"types">, templates: CatalogueTemplate[]): CatalogueType {
  const own = templates.filter((template) => template.type === id);
  const categories = type.categories
    .map(({ slug, label, description, icon }) => ({
      slug,
      label,
      description,
      icon,
      count: own.filter((template) => template.category === slug).length,
    }))
    .filter((category) => category.count > 0);
  const { singular, plural, description, icon } = type;
  return { slug: id, singular, plural, description, icon, count: own.length, categories };
}

/** The first page is the template's picture; the others are kept beside it as `page-2`, `page-3` and so on. */
async function listPictures(
  content: Content,
  { id, image }: { id: string; image: string | null },
): Promise<string[]> {
  if (!image) return [];
  const others = await content.database.db
    .selectFrom("files")
    .select(["id", "variant"])
    .where("templates_id", "=", id)
    .where("purpose", "=", "template")
    .where("id", "<>", image)
    .execute();
  const pageOf = (variant: string | null) => Number(/(\d+)$/.exec(variant ?? "")?.[1] ?? 0);
  const further = others.filter(({ variant }) => pageOf(variant) > 1);
  return [image, ...further.sort((a, b) => pageOf(a.variant) - pageOf(b.variant)).map((file) => file.id)];
}
