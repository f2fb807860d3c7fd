import type { LinguiConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { INTERFACE_LANGUAGES, SOURCE_LANGUAGE } from "./contract/site/interface-languages.ts";
import { CATALOGUES } from "./locales/catalogues.ts";

/** Folders within these that another catalogue names. */
function foldersWithin(include: readonly string[]): string[] {
  return Object.values(CATALOGUES)
    .flat()
    .filter((other) => include.some((each) => other.startsWith(`${each}/`)))
    .map((other) => `${other}/`);
}

const config: Partial<LinguiConfig> = {
  sourceLocale: SOURCE_LANGUAGE,
  locales: [...INTERFACE_LANGUAGES],
  catalogs: Object.entries(CATALOGUES).map(([name, include]) => ({
    path: `<rootDir>/locales/{locale}/${name}`,
    include: include.map((each) => (each.endsWith(".tsx") ? each : `${each}/`)),
    exclude: ["**/*.test.*", ...foldersWithin(include)],
  })),
  // Line numbers would change every catalogue with every line of code.
  format: formatter({ lineNumbers: false }),
  orderBy: "origin",
  // The macros take both from here, so that a message is in the language of its request on the server.
  runtimeConfigModule: { i18n: ["#i18n", "i18n"], Trans: ["#i18n", "Trans"] },
};

export default config;
