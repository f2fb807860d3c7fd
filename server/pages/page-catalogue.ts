import type { RecordOf } from "../../contract/collections/records.ts";
import { MAX_LIMIT } from "../../contract/limits.ts";
import {
  type Catalogue,
  type CatalogueTemplate,
  type CatalogueType,
  OTHER_CATEGORY,
  type PublicRating,
  type TemplateRatings,
} from "../../contract/page-services.ts";
import { MAX_STARS } from "../../contract/people/ratings.ts";
import type { InterfaceLanguage } from "../../contract/site/interface-languages.ts";
import { ownTypefaces } from "../../contract/templates/own-typefaces.ts";
import { PAPER_KINDS } from "../../contract/templates/paper-kinds.ts";
import { compareTemplates, DEFAULT_ORDER } from "../../contract/templates/template-order.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { TemplateIndex } from "../catalogue/search/template-index.ts";
import { findAuthor, listAuthors } from "../catalogue/template-authors.ts";
import type { MadeWith } from "../catalogue/versions/kits.ts";
import type { Content } from "../content/content.ts";
import type { Db } from "../database/connect.ts";
import { nextTurn } from "../process/loop-turns.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";
import { VISITOR } from "../request/viewer.ts";
import type { SiteSettings } from "../site/site-settings.ts";
import { findNearestTypes, SHOWN_OF_EACH } from "./nearest-types.ts";
import {
  type Facet,
  readAddresses,
  readCards,
  readCardsById,
  readFacets,
  readNewest,
  readTemplateAt,
  storedPapersWith,
} from "./template-cards.ts";

type Parts = {
  content: Content;
  catalogue: Pick<CatalogueVersion, "version">;
  index: Pick<TemplateIndex, "search" | "isReady">;
  templates: TemplateSource;
  madeWith: Pick<MadeWith, "engine">;
  countMissedSearch: Catalogue["countMissedSearch"];
  site: Pick<SiteSettings, "homeRuler">;
  preferPictures(ids: readonly string[], shown: "sheets" | "pages"): void;
};
type Overview = { types: CatalogueType[]; facets: Facet[] };

/** The catalogue for one page. `show` is called with the id of every template that the page gets; searches prefer its language. */
export type PageCatalogue = (show: (id: string) => void, language?: InterfaceLanguage) => Catalogue;

/** The catalogue as a visitor may read it. Only types and counts are cached, per catalogue version. */
export function createPageCatalogue(parts: Parts): PageCatalogue {
  const { content, catalogue, index, templates } = parts;
  const { db } = content.database;
  let cached: { version: number; overview: Promise<Overview> } | undefined;

  function getOverview(): Promise<Overview> {
    const version = catalogue.version();
    if (cached?.version === version) return cached.overview;
    const overview = readOverview();
    cached = { version, overview };
    overview.catch(() => {
      cached = undefined; // a failed read is not cached
    });
    return overview;
  }

  async function readOverview(): Promise<Overview> {
    const types = await inOwnTurn(listTypes);
    const facets = await inOwnTurn(() => readFacets(db));
    return { types: types.map((type) => countIn(type, facets)).filter((type) => type.count > 0), facets };
  }

  async function listTypes(): Promise<RecordOf<"types">[]> {
    const items: RecordOf<"types">[] = [];
    for (let page = 1; ; page++) {
      const { data } = await content.list(VISITOR, "types", {
        sort: "sort,id",
        limit: String(MAX_LIMIT),
        page: String(page),
      });
      // The engine knows no collection by name, so its type doesn't have the fields of this one.
      items.push(...(data as RecordOf<"types">[]));
      if (data.length < MAX_LIMIT) return items;
    }
  }

  return (show, language) => {
    const markShown = (list: CatalogueTemplate[]) => {
      for (const { id } of list) show(id);
      return list;
    };
    const wantPictures = (ids: readonly string[]) => parts.preferPictures(ids, "sheets");
    const showWithPictures = (list: CatalogueTemplate[]) => {
      wantPictures(list.filter(({ image }) => image === null).map(({ id }) => id));
      return markShown(list);
    };
    const searchTemplates = async (query: string, max: number) =>
      showWithPictures(
        await inOwnTurn(async () => readCardsById(db, (await index.search(query, language)).slice(0, max))),
      );
    return {
      version: catalogue.version,
      listTypes: async () => (await getOverview()).types,
      async countTemplates({ type, category, outside = [], papers = [] }) {
        const fitting = papers.length > 0 ? new Set(storedPapersWith(papers)) : undefined;
        return sumOf(
          (await getOverview()).facets.filter(
            (facet) =>
              (type === undefined || facet.type === type) &&
              (category === undefined || facet.category === category) &&
              !outside.includes(facet.category) &&
              (!fitting || fitting.has(facet.papers)),
          ),
        );
      },
      async listPapers(type) {
        const { facets } = await getOverview();
        const own = facets.filter((facet) => type === undefined || facet.type === type);
        const found = new Set(own.flatMap(({ papers }) => papers.split(" ")));
        return PAPER_KINDS.filter((kind) => found.has(kind));
      },
      listTemplates: async (choice, page) =>
        showWithPictures(await inOwnTurn(() => readCards(db, choice, page))),
      async listFirstOfEach(max) {
        const { types } = await getOverview();
        const page = { order: DEFAULT_ORDER, from: 0, max };
        const first = await inOwnTurn(() =>
          Promise.all(types.map(({ slug }) => readCards(db, { type: slug }, page))),
        );
        return markShown(first.flat().sort(compareTemplates(DEFAULT_ORDER)));
      },
      async listRuler() {
        const ids = parts.site.homeRuler();
        return ids && markShown(await inOwnTurn(() => readCardsById(db, ids)));
      },
      wantPictures,
      listAddresses: (from, max) => inOwnTurn(() => readAddresses(db, from, max)),
      listNewest: (max) => inOwnTurn(() => readNewest(db, max)),
      async findTemplate(url) {
        const template = await readTemplateAt(db, url);
        if (!template) return undefined;
        show(template.id);
        const pictures = await listPictures(db, template.id);
        if (pictures.length === 0) parts.preferPictures([template.id], "pages");
        const given = template.rating === null ? NO_RATINGS : await readTemplateRatings(db, template.id);
        return { ...template, pictures, given };
      },
      async findAuthor(handle) {
        const found = await findAuthor(db, handle);
        if (!found) return undefined;
        const cards = await readCardsById(db, found.templates);
        markShown(cards);
        return { ...found, templates: cards };
      },
      listAuthors: () => inOwnTurn(() => listAuthors(db)),
      async findUsable(url) {
        const row = await db
          .selectFrom("templates")
          .select(["id", "image", "published", "version_number"])
          .where("url", "=", url)
          .executeTakeFirst();
        const template = row && (await templates.find(row.id));
        if (!template) return undefined;
        show(row.id);
        const { id, name, type, singular, page, title, theme, fields, content: source } = template;
        return {
          id,
          url,
          name,
          type: { slug: type, singular },
          page,
          titlePattern: title ?? name,
          theme,
          typefaces: ownTypefaces(source),
          fields,
          sample: template.sample,
          samples: template.samples ?? {},
          pictures: await listPictures(db, row.id),
          version: (await readNewestVersion(db, row)) ?? null,
          engine: parts.madeWith.engine,
          isPublished: row.published === 1,
        };
      },
      async findVersionFields(version) {
        // Anyone may read a version by its id, as in the content API.
        const row = await db
          .selectFrom("template_versions")
          .select("fields")
          .where("id", "=", version)
          .executeTakeFirst();
        return row && JSON.parse(row.fields);
      },
      searchTemplates,
      async nearestTypes(query) {
        const near = await findNearestTypes(query, {
          types: (await getOverview()).types,
          search: (word) => index.search(word, language),
          readCards: (ids) => readCardsById(db, ids),
          mostUsed: (type) => readCards(db, { type }, { order: "used", from: 0, max: SHOWN_OF_EACH }),
        });
        return near.map((each) => ({ ...each, templates: showWithPictures(each.templates) }));
      },
      countMissedSearch: parts.countMissedSearch,
      suggestTemplates: async (query, max) => (index.isReady() ? searchTemplates(query, max) : []),
    };
  };
}

function readNewestVersion(db: Db, { id, version_number }: { id: string; version_number: number }) {
  return db
    .selectFrom("template_versions")
    .select(["id", "number"])
    .where("templates_id", "=", id)
    .where("number", "=", version_number)
    .executeTakeFirst();
}

/** On SQLite a read blocks the event loop, and so does rendering the page: each gets a turn of its own. */
async function inOwnTurn<T>(read: () => Promise<T>): Promise<T> {
  await nextTurn();
  const found = await read();
  await nextTurn();
  return found;
}

function sumOf(facets: readonly Facet[]): number {
  return facets.reduce((sum, { count }) => sum + count, 0);
}

function countIn({ id, ...type }: RecordOf<"types">, facets: readonly Facet[]): CatalogueType {
  const own = facets.filter((facet) => facet.type === id);
  const categories = type.categories
    .map(({ slug, label, description, icon }) => ({
      slug,
      label,
      description,
      icon,
      count: sumOf(own.filter(({ category }) => category === slug)),
    }))
    .filter((category) => category.count > 0);
  const { singular, plural, description, icon } = type;
  const count = sumOf(own);
  // A template may have a category that its type no longer has.
  const left = count - categories.reduce((sum, category) => sum + category.count, 0);
  if (left > 0) categories.push({ ...OTHER_CATEGORY, count: left });
  return { slug: id, singular, plural, description, icon, count, categories };
}

const NO_RATINGS = { counts: [], comments: [] };

/** The pictures of the sample's pages, stored as `page-1`, `page-2` and so on. The template's `image` may be another picture. */
async function listPictures(db: Db, template: string): Promise<string[]> {
  const found = await db
    .selectFrom("files")
    .select(["id", "variant"])
    .where("templates_id", "=", template)
    .where("purpose", "=", "template")
    .execute();
  const pageOf = (variant: string | null) => Number(/(\d+)$/.exec(variant ?? "")?.[1] ?? 0);
  const pages = found.filter(({ variant }) => pageOf(variant) > 0);
  return pages.sort((a, b) => pageOf(a.variant) - pageOf(b.variant)).map((file) => file.id);
}

const MAX_COMMENTS = 6;

/** Reads the ratings that everyone may see, by the indices of migration 11. */
async function readTemplateRatings(db: Db, template: string): Promise<TemplateRatings> {
  const groups = await db
    .selectFrom("ratings")
    .select(({ fn }) => ["stars", fn.countAll<number>().as("count")])
    .where("templates_id", "=", template)
    .where("state", "=", "shown")
    .groupBy("stars")
    .execute();
  const counts = Array<number>(MAX_STARS).fill(0);
  for (const { stars, count } of groups) counts[stars - 1] = Number(count);
  return { counts, comments: await readComments(db, template) };
}

function readComments(db: Db, template: string): Promise<PublicRating[]> {
  return db
    .selectFrom("ratings")
    .select(["id", "stars", "words", "hidden", "date_updated"])
    .where("templates_id", "=", template)
    .where("state", "=", "shown")
    .where(({ or, eb }) => or([eb("words", "is not", null), eb("hidden", "is not", null)]))
    .orderBy("date_updated", "desc")
    .orderBy("id", "desc")
    .limit(MAX_COMMENTS)
    .execute();
}
