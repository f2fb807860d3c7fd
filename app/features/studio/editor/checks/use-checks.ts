import { useEffect, useMemo, useState } from "react";
import type { DraftCheck, DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { type ContentStore, type DraftContent, filesOf } from "../draft-content.ts";
import { checkDraft } from "../drafts-client.ts";
import { gatherFaults, type Proofs } from "../samples/proofs.ts";
import {
  type CheckCounts,
  type CheckLine,
  countBlockingErrors,
  countChecks,
  listChecks,
} from "./check-list.ts";

const PAUSE_MS = 1_200; // a check renders everything several times, so it waits until typing stops
const RETRY_MS = 5_000;

export type Checks = {
  lines: readonly CheckLine[];
  counts: CheckCounts;
  /** Faults found while rendering the samples, for the source editor. */
  drawn: readonly DraftDiagnostic[];
  /** The number of errors to fix before the publish dialog makes sense. */
  blockingErrors: number;
  /** Whether all library checks passed. */
  passes: boolean;
  /** Whether the last check was of the current text. */
  isCurrent: boolean;
};

/** The result of the library checks, a moment after each change. */
export function useChecks(store: ContentStore, proofs: Proofs, templatesId: string | null): Checks {
  const strip = useStore(proofs.strip);
  const [checked, setChecked] = useState<{ check: DraftCheck; content: DraftContent }>();
  const now = useStore(store);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request: AbortController | undefined;
    const runCheck = async () => {
      const content = store.get();
      const { type, category, slug, description, words } = content;
      request = new AbortController();
      const { signal } = request;
      try {
        const about = { templates_id: templatesId, type, category, slug, description, words };
        const check = await checkDraft({ ...filesOf(content), ...about }, signal);
        setChecked({ check, content: content });
      } catch {
        // Replaced by a newer change, or the server is busy or out of reach: the previous result stays until then, marked as outdated.
        if (!signal.aborted) timer = setTimeout(runCheck, RETRY_MS);
      }
    };
    const wait = () => {
      request?.abort();
      clearTimeout(timer);
      timer = setTimeout(runCheck, PAUSE_MS);
    };
    wait();
    const leave = store.subscribe(wait);
    return () => {
      leave();
      clearTimeout(timer);
      request?.abort();
    };
  }, [store, templatesId]);

  const drawn = useMemo(() => gatherFaults(strip), [strip]);
  return useMemo(() => {
    const lines = listChecks({ proofs: strip, drawn, check: checked?.check });
    const isCurrent = checked?.content === now;
    const passes = checked?.check.passes === true;
    return {
      lines,
      counts: countChecks(lines),
      drawn,
      blockingErrors: countBlockingErrors(lines),
      passes,
      isCurrent,
    };
  }, [strip, drawn, checked, now]);
}
