import { t } from "@lingui/core/macro";
import { useContext, useMemo } from "react";
import {
  createPath,
  matchRoutes,
  type Path,
  UNSAFE_DataRouterContext,
  UNSAFE_FrameworkContext,
} from "react-router";
import { notify } from "../browser/toasts.ts";
import { notifyPageUnavailable, reachServer } from "../http/connection.ts";
import { inPageLanguage } from "../i18n/addresses.ts";

export const RELOAD_KEY = "reloaded-at";
export const RELOAD_GUARD_MS = 10_000; // one load per failed script, never a loop

/** The scripts of one route: its own and those split from it. */
type RouteScripts = {
  module: string;
  clientLoaderModule?: string | undefined;
  clientActionModule?: string | undefined;
  clientMiddlewareModule?: string | undefined;
};

type Page = Pick<Path, "pathname" | "search" | "hash">;

type PageScripts = {
  /** Whether all scripts of a page have been loaded. */
  areLoaded(page: Page): boolean;
  load(page: Page): Promise<void>;
  /** Loads them for a navigation. On failure it shows a message, or the browser loads the whole page. */
  loadToOpen(page: Page): Promise<"loaded" | "failed">;
};

/**
 * The scripts of pages. If one fails, the router reloads the current page and loses what is typed in it. So no
 * navigation starts before the scripts of its page are loaded (docs/decisions/31-app-structure.md). The router
 * has no public API for them.
 */
export function usePageScripts(): PageScripts {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const framework = useContext(UNSAFE_FrameworkContext);
  return useMemo(() => {
    const missingFor = (page: Page) => {
      const ids = matchRoutes(router?.routes ?? [], page)?.map(({ route }) => route.id) ?? [];
      return framework ? missingScripts(ids, framework.manifest.routes, framework.routeModules) : [];
    };
    const load = async (page: Page) => {
      await Promise.all(missingFor(page).map((address) => import(/* @vite-ignore */ address)));
    };
    return {
      areLoaded: (page) => missingFor(page).length === 0,
      load,
      loadToOpen: (page) =>
        load(page).then(
          () => "loaded",
          (error) => reportFailure(error, inPageLanguage(createPath(page))),
        ),
    };
  }, [router, framework]);
}

/** The addresses of what the routes with these ids still lack. */
export function missingScripts(
  ids: readonly string[],
  routes: Readonly<Record<string, RouteScripts | undefined>>,
  loaded: Readonly<Record<string, unknown>>,
): string[] {
  return ids.flatMap((id) => {
    const route = routes[id];
    if (!route || loaded[id]) return [];
    const { module, clientLoaderModule, clientActionModule, clientMiddlewareModule } = route;
    return [module, clientLoaderModule, clientActionModule, clientMiddlewareModule].filter(
      (address) => address !== undefined,
    );
  });
}

async function reportFailure(error: unknown, page: string): Promise<"failed"> {
  console.error(`The scripts of ${page} failed to load`, error);
  if (await reachServer()) loadWhole(page);
  else notifyPageUnavailable();
  return "failed";
}

/** Whether the browser may load a whole page now; if so, the guard's time starts. */
export function mayReload(
  now: number,
  memory: Pick<Storage, "getItem" | "setItem"> = sessionStorage,
): boolean {
  try {
    if (now - Number(memory.getItem(RELOAD_KEY)) < RELOAD_GUARD_MS) return false;
    memory.setItem(RELOAD_KEY, String(now));
    return true;
  } catch {
    return false; // without storage a reload loop can't be prevented
  }
}

/**
 * Lets the browser load the whole page, because a release has removed its scripts; shows a message if that was
 * just tried.
 */
function loadWhole(address: string): void {
  if (mayReload(Date.now())) location.assign(address);
  else
    notify({
      kind: "failure",
      message: t`We couldn’t load that page.`,
      action: { label: t`Try again`, run: () => location.assign(address) },
    });
}
