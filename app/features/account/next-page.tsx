import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { inLanguage } from "../../../contract/site/interface-languages.ts";
import { localPath } from "../../../shared/text/local-path.ts";
import { deviceStorage } from "../../lib/browser/local-storage.ts";
import { useBrowserValue } from "../../lib/browser/store.ts";
import { languageAfterSignIn, useSession } from "../session/index.ts";

/**
 * Where to go on after signing in, and who probably wants to. Read in the browser only: the server leaves
 * parameters it doesn't know out of a page, so that it is the same for everyone.
 */
export function useNextPage(): { next: string; query: string; email: string } {
  const { search } = useLocation();
  const parameters = new URLSearchParams(useBrowserValue(() => search, ""));
  const next = localPath(parameters.get("next"));
  const query = next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
  return { next, query, email: parameters.get("email") ?? "" };
}

const AFTER_CONFIRMING_KEY = "after-confirming";

/** Stores the next page until the link in the email is opened, perhaps in another tab. */
export function rememberNextPage(next: string): void {
  deviceStorage.write(AFTER_CONFIRMING_KEY, next);
}

/** That page, once. */
export function takeNextPage(): string {
  const next = localPath(deviceStorage.read(AFTER_CONFIRMING_KEY));
  deviceStorage.remove(AFTER_CONFIRMING_KEY);
  return next;
}

/** The token of a link that was mailed or passed on. */
export function readToken(): string {
  return new URLSearchParams(location.search).get("token") ?? "";
}

/** Redirects to the next page as soon as someone is signed in, in the language of their account. */
export function RedirectWhenKnown({ next, children }: { next: string; children: ReactNode }) {
  const isKnown = useSession().kind === "known";
  const language = isKnown ? languageAfterSignIn() : undefined;
  useEffect(() => {
    if (language) location.replace(inLanguage(language, next));
  }, [language, next]);
  if (!isKnown || language) return children;
  return <Navigate to={next} replace />;
}
