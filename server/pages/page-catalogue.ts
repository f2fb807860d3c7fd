import { MAX_LIMIT } from "../../contract/limits.ts";
import type {
  Catalogue,
  CatalogueCategory,
  CatalogueTemplate,
  CatalogueTemplateDetail,
  CatalogueType,
} from "../../contract/page-services.ts";
import type { Catalogue as CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { TemplateIndex } from "../catalogue/template-index.ts";
import type { Content } from "../content/content.ts";
import type { RawQuery } from "../content/query/parameters.ts";
import { VISITOR } from "../kernel/viewer.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";

const CARD_FIELDS = "id,type,category,url,template_name,rating,image,description,page,used,date_created";

type TypeItem = Omit<CatalogueType, "slug" | "categories" | "count"> & {
  id: string;
  categories: Omit<CatalogueCategory, "count">[];
};
type Parts = {
  content: Content;
  catalogue: Pick<CatalogueVersion, "version">;
  index: Pick<TemplateIndex, "search">;
  sheets: TemplateSource;
};
type Shelf = { types: CatalogueType[]; templates: CatalogueTemplate[] };

/** The catalogue as pages show it: as a visitor may read it, read once per version. */
export function createPageCatalogue({ content, catalogue, index, sheets }: Parts): Catalogue {
  let kept: { version: number; shelf: Promise<Shelf> } | undefined;

  function openShelf(): Promise<Shelf> {
    const version = catalogue.version();
    if (kept?.version === version) return kept.shelf;
    const shelf = readShelf();
    kept = { version, shelf };
    shelf.catch(() => {
      kept = undefined; // a failed reading must not be remembered
    });
    return shelf;
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

  async function readShelf(): Promise<Shelf> {
    const [types, templates] = await Promise.all([
      listAll<TypeItem>("types", { sort: "sort,id" }),
      listAll<CatalogueTemplate>("templates", { fields: CARD_FIELDS, sort: "-rating,template_name,id" }),
    ]);
    return {
      types: types.map((type) => countIn(type, templates)).filter((type) => type.count > 0),
      templates,
    };
  }

  return {
    version: catalogue.version,
    listTypes: async () => (await openShelf()).types,
    listTemplates: async () => (await openShelf()).templates,
    async findTemplate(url) {
      const card = (await openShelf()).templates.find((template) => template.url === url);
      if (!card) return undefined;
      const fields = "fields,theme,used";
      const rest = (await content.find(VISITOR, "templates", card.id, { fields })) as Omit<
        CatalogueTemplateDetail,
        keyof CatalogueTemplate
      >;
      return { ...card, ...rest, pictures: await listPictures(content, card) };
    },
    async findUsable(url) {
      const row = await content.database.db
        .selectFrom("templates")
        .select(["id", "image", "published"])
        .where("url", "=", url)
        .executeTakeFirst();
      const sheet = row && (await sheets.find(row.id));
      if (!sheet) return undefined;
      const { id, name, type, singular, page, title, theme, fields, sample } = sheet;
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

function countIn({ id, ...type }: TypeItem, templates: CatalogueTemplate[]): CatalogueType {
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
