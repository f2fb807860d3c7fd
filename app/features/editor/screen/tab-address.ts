import { useCallback, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { pathOf } from "../../../lib/i18n/addresses.ts";
import { type DraftPlace, draftOf } from "../autosave/opened-draft.ts";

export type SideTab = "fields" | "design" | "batch";

const PARAMETER = "tab";
const BATCH = "many";

/**
 * The open tab. Batch has its own address, so Back returns from it to the fields and a link can open it. The
 * draft stays open.
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
    // Going back reuses the history entry of the fields; a visit by link has none.
    if (isBatch && draftOf(state)) void navigate(-1);
    else void navigate(addressOf(next), { state: place, replace: isBatch, preventScrollReset: true });
  }, []);
  return [tab, choose];
}

/** The browser's address, not the router's: autosave adds the document's id to it. */
function addressOf(tab: SideTab): string {
  const parameters = new URLSearchParams(location.search);
  if (tab === "batch") parameters.set(PARAMETER, BATCH);
  else parameters.delete(PARAMETER);
  return `${pathOf(location)}?${parameters}`.replace(/\?$/, "");
}
