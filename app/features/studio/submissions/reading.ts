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

/** A submission under review. Changes to its sample stay on this screen and are never saved. */
export type Reading = {
  /** As submitted, with the type and category that the operator chooses. */
  own: ContentStore;
  /** The rendered copy, whose sample the operator may edit. */
  parts: PanesParts;
  proofs: Proofs;
};

/** Undefined on the server, which renders no drafts. */
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
