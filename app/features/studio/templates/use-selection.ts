import { useState } from "react";
import type { DraftRow, TemplateRow } from "./listed-templates.ts";
import type { Selected } from "./possible-actions.ts";

const NOTHING: ReadonlySet<string> = new Set();

/** The selected rows. Rows that are no longer shown are no longer selected. */
export function useSelection(templates: readonly TemplateRow[], drafts: readonly DraftRow[]) {
  const [wanted, setWanted] = useState(NOTHING);
  const [last, setLast] = useState<string>();
  const shown = [...drafts, ...templates].map(({ id }) => id);
  const ids = new Set(shown.filter((id) => wanted.has(id)));
  const chosen: Selected = {
    templates: templates.filter(({ id }) => ids.has(id)),
    drafts: drafts.filter(({ id }) => ids.has(id)),
  };
  return {
    ids,
    chosen,
    /** With `isRange`, everything from the last toggled row to this one. */
    toggle(id: string, isRange: boolean) {
      const next = new Set(ids);
      const from = isRange && last ? shown.indexOf(last) : -1;
      const [first, end] = [from, shown.indexOf(id)].sort((one, other) => one - other);
      for (const each of from < 0 ? [id] : shown.slice(first, (end ?? 0) + 1))
        if (ids.has(id)) next.delete(each);
        else next.add(each);
      setWanted(next);
      setLast(id);
    },
    toggleAll: () => setWanted(ids.size === shown.length ? NOTHING : new Set(shown)),
    clear: () => setWanted(NOTHING),
  };
}
