import { splitLanguage } from "../../contract/site/interface-languages.ts";
import { isApiPath } from "../errors/program-paths.ts";

/** The name under which requests of a path are counted: its pattern, of which there are some dozens, and never the path itself. */
export type RouteNames = {
  /** By the path alone, for answers that are sent before anything else is looked at. */
  ofPath(path: string): string;
  /** The pattern of the mount table that answered; catch-all patterns are distinguished by the path. */
  ofMounted(pattern: string, path: string): string;
};

export const UNKNOWN_ROUTE = "unknown";
const BUILT_FILE = "/builds/assets/:name";
/** Routes whose responses are cached, as pages are. */
const CACHED_ROUTES = ["/items/:collection", "/items/:collection/:id"];
/** How the browser asks for a page's data. */
const DATA = /(?:\/_root|\/_)?\.data$/;

export function createRouteNames(pages: readonly string[]): RouteNames {
  const patterns = [...pages, ...CACHED_ROUTES].map((pattern) => ({ pattern, parts: partsOf(pattern) }));

  function ofPath(path: string): string {
    if (path.startsWith("/builds/")) return BUILT_FILE;
    const requested = partsOf(splitLanguage(path.replace(DATA, "")).path);
    const fitting = patterns.filter(
      ({ parts }) =>
        parts.length === requested.length &&
        parts.every((part, at) => part === requested[at] || part.startsWith(":")),
    );
    const countFixedParts = ({ parts }: { parts: string[] }) =>
      parts.filter((part) => !part.startsWith(":")).length;
    return (
      fitting.sort((one, other) => countFixedParts(other) - countFixedParts(one))[0]?.pattern ?? UNKNOWN_ROUTE
    );
  }

  return {
    ofPath,
    ofMounted: (pattern, path) => {
      if (!/^\/?\*$/.test(pattern)) return pattern;
      return isApiPath(path) && !path.startsWith("/builds/") ? UNKNOWN_ROUTE : ofPath(path);
    },
  };
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** The framework's list of routes, each with its parent. */
export type ListedRoutes = Record<string, { path?: string; parentId?: string } | undefined>;

export function pagePatterns(routes: ListedRoutes): string[] {
  const full = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    if (!route) return "";
    return full(route.parentId) + (route.path ? `/${route.path}` : "");
  };
  const all = Object.keys(routes).map((id) => full(id) || "/");
  return [...new Set(all)].filter((pattern) => !pattern.endsWith("*"));
}
