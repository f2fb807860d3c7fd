import { useEffect, useState } from "react";
import type { Draft } from "../../../../../contract/templates/drafts.ts";
import { createStore, type Store } from "../../../../lib/browser/store.ts";
import { createProofs, type Proofs } from "../samples/proofs.ts";
import { type Autosave, createAutosave, readDeviceCopy } from "../saving/autosave.ts";
import {
  createFieldReader,
  createWork,
  type KnownFields,
  type Tie,
  type Work,
  type WorkStore,
  workOf,
} from "../work.ts";

/** What works on one draft while it is open: what is typed, how it is saved, how it is drawn. */
export type Bench = {
  work: WorkStore;
  tie: Store<Tie>;
  fieldsOf(work: Pick<Work, "fields" | "content">): KnownFields;
  autosave: Autosave;
  proofs: Proofs;
};

/** Undefined until the browser has it: nothing of a draft is drawn on the server. */
export function useBench(draft: Draft): Bench | undefined {
  const [bench, setBench] = useState<Bench>();
  useEffect(() => {
    const work = createWork(readDeviceCopy(draft)?.work ?? workOf(draft));
    const autosave = createAutosave(draft, work);
    const proofs = createProofs(work);
    setBench({ work, tie: createStore<Tie>(undefined), fieldsOf: createFieldReader(), autosave, proofs });
    return () => {
      autosave.stop();
      proofs.stop();
    };
  }, [draft]);
  return bench;
}
