import type { Catalogue, CatalogueType, PageServices } from "../../../contract/page-services.ts";
import {
  libraryKey,
  type Translate,
  translateCategory,
  translateFields,
  translateType,
} from "../../../shared/text/library-texts.ts";

/** Translations by context and English text; see `libraryPlaces` in scripts/build/messages.ts. */
export type LibraryTexts = { get(key: string): string | undefined };

/** The services of a page with the texts of the library in its language. A text without a translation stays as written. */
export function translateServices(services: PageServices, texts: LibraryTexts): PageServices {
  const translate: Translate = (text, context) =>
    texts.get(libraryKey(text, context)) ?? texts.get(text) ?? text;
  return {
    ...services,
    catalogue: translateCatalogue(services.catalogue, translate),
    async findShared(secret) {
      const shared = await services.findShared(secret);
      return shared && { ...shared, singular: translate(shared.singular, "type", "") };
    },
  };
}

function translateCatalogue(catalogue: Catalogue, translate: Translate): Catalogue {
  const inLanguage = (type: CatalogueType): CatalogueType => ({
    ...translateType(type, translate),
    categories: type.categories.map((category) => translateCategory(category, type.slug, translate)),
  });
  const describe = <Described extends { description: string | null }>(template: Described): Described => ({
    ...template,
    description: template.description && translate(template.description, undefined, ""),
  });
  return {
    ...catalogue,
    listTypes: async () => (await catalogue.listTypes()).map(inLanguage),
    listNewest: async (max) => (await catalogue.listNewest(max)).map(describe),
    async findTemplate(url) {
      const template = await catalogue.findTemplate(url);
      return template && { ...describe(template), fields: translateFields(template.fields, translate) };
    },
    async findUsable(url) {
      const template = await catalogue.findUsable(url);
      if (!template) return undefined;
      const singular = translate(template.type.singular, "type", "");
      const fields = translateFields(template.fields, translate);
      return { ...template, type: { ...template.type, singular }, fields };
    },
    async findVersionFields(version) {
      const fields = await catalogue.findVersionFields(version);
      return fields && translateFields(fields, translate);
    },
    nearestTypes: async (query) =>
      (await catalogue.nearestTypes(query)).map((near) => ({ ...near, type: inLanguage(near.type) })),
  };
}
