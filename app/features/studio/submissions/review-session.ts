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
import type { EditorParts } from "../editor/editor-context.ts";
import { createProofs, type Proofs } from "../editor/samples/proofs.ts";

/** A submission under review. Changes to its sample stay on this screen and are never saved. */
export type ReviewSession = {
  /** As submitted, with the type and category that the operator chooses. */
  own: ContentStore;
  /** The rendered copy, whose sample the operator may edit. */
  parts: EditorParts;
  proofs: Proofs;
};

/** Undefined on the server, which renders no drafts. */
export function useReviewSession(draft: TemplateDraft): ReviewSession | undefined {
  const [reading, setReading] = useState<ReviewSession>();
  useEffect(() => {
    const store = createContentStore(contentOf(draft));
    const proofs = createProofs(store);
    setReading({
      own: createContentStore(contentOf(draft)),
      proofs,
      parts: {
        store,
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
