import { useLocation } from "react-router";
import { localPath } from "../../../shared/text/local-path.ts";
import { useBrowserValue } from "../../lib/browser/store.ts";

/** Sign-in and sign-up pages, which are no destination to return to. */
const ON_THE_WAY = /^\/(login|signup|forgot-password|reset-password|verify-email|setup)(\/|$)/;

/**
 * `?next=…` for links to sign-in and sign-up, so that they lead back to this page; on a page that is itself on the way to an
 * account, back to where that page leads. Known in the browser only: the server's page is the same for every query.
 */
export function useNextQuery(): string {
  const { pathname, search } = useLocation();
  return useBrowserValue(() => nextQuery(pathname, search), "");
}

export function nextQuery(pathname: string, search: string): string {
  const next = ON_THE_WAY.test(pathname)
    ? localPath(new URLSearchParams(search).get("next"))
    : pathname + search;
  return next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
}
