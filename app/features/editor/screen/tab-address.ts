import { useCallback, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type DraftPlace, draftOf } from "../autosave/opened-draft.ts";

export type SideTab = "words" | "look" | "many";

const PARAMETER = "tab";
const MANY = "many";

/**
 * Which tab is open. "Many at once" has an address of its own: the browser's Back leads from it to the words, and a link
 * to it opens it. The draft stays open meanwhile.
 */
export function useSideTab(): [tab: SideTab, choose: (tab: SideTab) => void] {
  const { search, state, key } = useLocation();
  const navigate = useNavigate();
  const [sideTab, setSideTab] = useState<Exclude<SideTab, "many">>("words");
  const isMany = new URLSearchParams(search).get(PARAMETER) === MANY;
  const tab = isMany ? "many" : sideTab;

  const latest = useRef({ isMany, state, key, navigate });
  latest.current = { isMany, state, key, navigate };
  const choose = useCallback((next: SideTab) => {
    const { isMany, state, key, navigate } = latest.current;
    if (next !== "many") setSideTab(next);
    if (isMany === (next === "many")) return;
    const place: DraftPlace = { draft: draftOf(state) ?? key };
    // The step back takes the words' own place in the history; who came by a link has none.
    if (isMany && draftOf(state)) void navigate(-1);
    else void navigate(addressOf(next), { state: place, replace: isMany, preventScrollReset: true });
  }, []);
  return [tab, choose];
}

/** The browser's address, and not the router's: autosave names the document in it. */
function addressOf(tab: SideTab): string {
  const parameters = new URLSearchParams(location.search);
  if (tab === "many") parameters.set(PARAMETER, MANY);
  else parameters.delete(PARAMETER);
  return `${location.pathname}?${parameters}`.replace(/\?$/, "");
}
