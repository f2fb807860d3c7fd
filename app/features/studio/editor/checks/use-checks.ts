import { useEffect, useMemo, useState } from "react";
import type { DraftCheck, DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { type ContentStore, type DraftContent, filesOf } from "../draft-content.ts";
import { checkDraft } from "../drafts-client.ts";
import { gatherFaults, type Proofs } from "../samples/proofs.ts";
import { type CheckCounts, type CheckLine, countChecks, listChecks, toMendFirst } from "./check-list.ts";

const PAUSE_MS = 1_200; // checking draws everything several times: only once somebody has stopped typing

export type Checks = {
  lines: readonly CheckLine[];
  counts: CheckCounts;
  /** What drawing the samples met, for the source. */
  drawn: readonly DraftDiagnostic[];
  /** What stops publishing before it is asked for anything. */
  toMend: number;
  /** Whether the last check was of what is typed now. */
  isCurrent: boolean;
};

/** What `library check` says of the draft, some time after each change. */
export function useChecks(work: ContentStore, proofs: Proofs, templatesId: string | null): Checks {
  const strip = useStore(proofs.strip);
  const [checked, setChecked] = useState<{ check: DraftCheck; work: DraftContent }>();
  const now = useStore(work);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking: AbortController | undefined;
    const ask = async () => {
      const asked = work.get();
      const { type, category, slug, description, words } = asked;
      asking = new AbortController();
      try {
        const about = { templates_id: templatesId, type, category, slug, description, words };
        const check = await checkDraft({ ...filesOf(asked), ...about }, asking.signal);
        setChecked({ check, work: asked });
      } catch {
        // Out of reach, or overtaken by the next change: what was said before stays, marked as old.
      }
    };
    const wait = () => {
      asking?.abort();
      clearTimeout(timer);
      timer = setTimeout(ask, PAUSE_MS);
    };
    wait();
    const leave = work.subscribe(wait);
    return () => {
      leave();
      clearTimeout(timer);
      asking?.abort();
    };
  }, [work, templatesId]);

  const drawn = useMemo(() => gatherFaults(strip), [strip]);
  return useMemo(() => {
    const lines = listChecks({ proofs: strip, drawn, check: checked?.check });
    const isCurrent = checked?.work === now;
    return { lines, counts: countChecks(lines), drawn, toMend: toMendFirst(lines), isCurrent };
  }, [strip, drawn, checked, now]);
}
