import { useEffect, useState } from "react";
import type { TemplateDraft } from "../../../../contract/templates/drafts.ts";
import { createStore } from "../../../lib/browser/store.ts";
import {
  type ContentStore,
  contentOf,
  createContentStore,
  createFieldReader,
  type SelectedField,
} from "../editor/draft-content.ts";
import type { PanesParts } from "../editor/panes-context.ts";
import { createProofs, type Proofs } from "../editor/samples/proofs.ts";

/** A draft that is looked at and tried, and never saved: what is typed into it stays on this screen. */
export type Reading = {
  /** As its author handed it in, at the place that the operator gives it. */
  own: ContentStore;
  /** What is drawn: the same, or with other words in it. */
  parts: PanesParts;
  proofs: Proofs;
};

/** Undefined until the browser has it: nothing of a draft is drawn on the server. */
export function useReading(draft: TemplateDraft): Reading | undefined {
  const [reading, setReading] = useState<Reading>();
  useEffect(() => {
    const work = createContentStore(contentOf(draft));
    const proofs = createProofs(work);
    setReading({
      own: createContentStore(contentOf(draft)),
      proofs,
      parts: {
        work,
        selectedField: createStore<SelectedField>(undefined),
        fieldsOf: createFieldReader(),
        source: { current: undefined },
        show: () => {},
        close: () => {},
      },
    });
    return () => proofs.stop();
  }, [draft]);
  return reading;
}
