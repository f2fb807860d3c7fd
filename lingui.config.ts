import { createBabelExtractor } from "@lingui/cli/api/extractors/babel";
import type { LinguiConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { INTERFACE_LANGUAGES, SOURCE_LANGUAGE } from "./contract/site/interface-languages.ts";
import {
  CATALOGUES,
  LIBRARY_CATALOGUE,
  MACROS,
  MAIL_CATALOGUE,
  MCP_APP_CATALOGUE,
} from "./locales/catalogues.ts";
import { libraryExtractor, shortenPlaces } from "./scripts/build/library-extractor.ts";

const asPattern = (source: string) => (/\.tsx?$/.test(source) ? source : `${source}/`);

/** Sources within these that another catalogue names. */
function sourcesWithin(include: readonly string[]): string[] {
  return Object.values(CATALOGUES)
    .flat()
    .filter((other) => include.some((each) => other.startsWith(`${each}/`)))
    .map(asPattern);
}

const config: Partial<LinguiConfig> = {
  sourceLocale: SOURCE_LANGUAGE,
  locales: [...INTERFACE_LANGUAGES],
  catalogs: [
    ...Object.entries(CATALOGUES).map(([name, include]) => ({
      path: `<rootDir>/locales/{locale}/${name}`,
      include: include.map(asPattern),
      exclude: ["**/*.test.*", ...sourcesWithin(include)],
    })),
    { path: `<rootDir>/locales/{locale}/${MAIL_CATALOGUE}`, include: ["server/mail/letters.ts"] },
    { path: `<rootDir>/locales/{locale}/${MCP_APP_CATALOGUE}`, include: ["app/mcp-app/texts.ts"] },
    {
      path: `<rootDir>/locales/{locale}/${LIBRARY_CATALOGUE}`,
      include: ["library/types.json", "library/**/template.json"],
    },
  ],
  extractors: [libraryExtractor, createBabelExtractor()],
  // Line numbers would change every catalogue with every line of code.
  format: shortenPlaces(formatter({ lineNumbers: false })),
  orderBy: "origin",
  ...MACROS,
};

export default config;
