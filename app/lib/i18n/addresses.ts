import { inLanguage, splitLanguage } from "../../../contract/site/interface-languages.ts";
import { pageLanguage } from "./i18n.tsx";

/** The path of an address without the prefix of its language: as routes, links and data have it. */
export function pathOf({ pathname }: { pathname: string }): string {
  return splitLanguage(pathname).path;
}

/** Path and query of the page that the browser shows, without the prefix. */
export function currentPath(): string {
  return pathOf(location) + location.search;
}

/** A path of the site with the prefix of the page's language, where the browser follows it without the router. */
export function inPageLanguage(path: string): string {
  return inLanguage(pageLanguage(), path);
}
