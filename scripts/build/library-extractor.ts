import type { CatalogFormatter, ExtractorType } from "@lingui/conf";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import type { TypeFile } from "../../contract/templates/template-file.ts";
import {
  KEYWORDS,
  type Translate,
  translateCategory,
  translateFields,
  translateType,
} from "../../shared/text/library-texts.ts";

const KEYWORDS_COMMENT = "Search keywords, separated by commas: what people search for in your language";

/** Collects the texts of the library: those of types.json and of every template.json. */
export const libraryExtractor: ExtractorType = {
  match: (file) => /(?:^|\/)library\/(?:types|.+\/template)\.json$/.test(file),
  extract(file, source, onMessage) {
    let place = 0;
    const collect: Translate = (text, context, comment) => {
      const id = generateMessageId(text, context);
      place += 1; // as a line number, so that texts stay in the order of their file
      onMessage({ id, message: text, comment, origin: [file, place], ...(context ? { context } : {}) });
      return text;
    };
    const content = JSON.parse(source);
    if (Array.isArray(content)) collectTypes(content, collect);
    else {
      collect(content.description, undefined, `Description of the template “${content.name}”`);
      collect(content.words, KEYWORDS, KEYWORDS_COMMENT);
      translateFields(content.fields, collect);
    }
  },
};

/** The keywords of types have all languages in types.json. */
function collectTypes(types: TypeFile[], collect: Translate): void {
  for (const type of types) {
    translateType(type, collect);
    for (const category of type.categories) {
      translateCategory(category, type.slug, collect);
      if (category.words) collect(category.words, KEYWORDS, KEYWORDS_COMMENT);
    }
  }
}

const MAX_PLACES = 3; // "Name" is in a hundred templates

/** The library's catalogue names a few of the places of a text. */
export function shortenPlaces(format: CatalogFormatter): CatalogFormatter {
  return {
    ...format,
    serialize: (catalog, context) =>
      format.serialize(
        context.filename.endsWith("library.po")
          ? Object.fromEntries(
              Object.entries(catalog).map(([id, { origin = [], comments = [], ...message }]) => [
                id,
                {
                  ...message,
                  origin: origin.slice(0, MAX_PLACES),
                  comments: [...new Set(comments)].slice(0, MAX_PLACES),
                },
              ]),
            )
          : catalog,
        context,
      ),
  };
}
