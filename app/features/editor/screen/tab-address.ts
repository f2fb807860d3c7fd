import { useCallback, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type DraftPlace, draftOf } from "../autosave/opened-draft.ts";

export type SideTab = "fields" | "design" | "batch";

const PARAMETER = "tab";
const BATCH = "many";

/**
 * Which tab is open. "Many at once" has an address of its own: the browser's Back leads from it to the words, and a link
 * to it opens it. The draft stays open meanwhile.
 */
export function useSideTab(): [tab: SideTab, choose: (tab: SideTab) => void] {
  const { search, state, key } = useLocation();
  const navigate = useNavigate();
  const [sideTab, setSideTab] = useState<Exclude<SideTab, "batch">>("fields");
  const isBatch = new URLSearchParams(search).get(PARAMETER) === BATCH;
  const tab = isBatch ? "batch" : sideTab;

  const latest = useRef({ isBatch, state, key, navigate });
  latest.current = { isBatch, state, key, navigate };
  const choose = useCallback((next: SideTab) => {
    const { isBatch, state, key, navigate } = latest.current;
    if (next !== "batch") setSideTab(next);
    if (isBatch === (next === "batch")) return;
    const place: DraftPlace = { draft: draftOf(state) ?? key };
    // The step back takes the words' own place in the history; who came by a link has none.
    if (isBatch && draftOf(state)) void navigate(-1);
    else void navigate(addressOf(next), { state: place, replace: isBatch, preventScrollReset: true });
  }, []);
  return [tab, choose];
}

/** The browser's address, and not the router's: autosave names the document in it. */
function addressOf(tab: SideTab): string {
  const parameters = new URLSearchParams(location.search);
  if (tab === "batch") parameters.set(PARAMETER, BATCH);
  else parameters.delete(PARAMETER);
  return `${location.pathname}?${parameters}`.replace(/\?$/, "");
}
