import { useEffect, useState } from "react";
import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { createStore, type Store } from "../../../../lib/browser/store.ts";
import {
  type ContentStore,
  contentOf,
  createContentStore,
  createFieldReader,
  type DraftContent,
  type KnownFields,
  type SelectedField,
} from "../draft-content.ts";
import { createProofs, type Proofs } from "../samples/proofs.ts";
import { type StudioAutosave, startAutosave } from "../saving/autosave.ts";

/** What works on one draft while it is open: what is typed, how it is saved, how it is drawn. */
export type DraftSession = {
  work: ContentStore;
  selectedField: Store<SelectedField>;
  fieldsOf(work: Pick<DraftContent, "fields" | "content">): KnownFields;
  autosave: StudioAutosave;
  proofs: Proofs;
};

/** Undefined until the browser has it: nothing of a draft is drawn on the server. */
export function useDraftSession(draft: TemplateDraft): DraftSession | undefined {
  const [session, setSession] = useState<DraftSession>();
  useEffect(() => {
    const work = createContentStore(contentOf(draft));
    const autosave = startAutosave(draft, work);
    const proofs = createProofs(work);
    setSession({
      work,
      selectedField: createStore<SelectedField>(undefined),
      fieldsOf: createFieldReader(),
      autosave,
      proofs,
    });
    return () => {
      autosave.close();
      proofs.stop();
    };
  }, [draft]);
  return session;
}
