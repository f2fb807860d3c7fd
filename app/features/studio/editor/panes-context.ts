import { createContext, useContext } from "react";
import { type Store, useStore } from "../../../lib/browser/store.ts";
import type {
  ContentStore,
  DraftContent,
  KnownFields,
  SelectedField,
  SourceHandle,
} from "./draft-content.ts";

export const PANES = ["fields", "page", "samples", "sheet"] as const;
export type PaneName = (typeof PANES)[number];
/** What a phone shows under the strip of samples; the checks are a tab there and a part of the page pane elsewhere. */
export type PhoneTab = "fields" | "page" | "sheet" | "checks";

/** What the panes share. */
export type PanesParts = {
  work: ContentStore;
  selectedField: Store<SelectedField>;
  fieldsOf(work: Pick<DraftContent, "fields" | "content">): KnownFields;
  /** Set while the source's editor is there. */
  source: { current: SourceHandle | undefined };
  /** Opens a pane that is closed, and on a phone its tab. */
  show(pane: PaneName | "checks"): void;
  close(pane: PaneName): void;
};

export const PanesContext = createContext<PanesParts | undefined>(undefined);

export function usePanes(): PanesParts {
  const parts = useContext(PanesContext);
  if (!parts) throw new Error("A pane stands outside of its screen.");
  return parts;
}

export function useKnownFields(): KnownFields {
  const { work, fieldsOf } = usePanes();
  return fieldsOf(useStore(work));
}

export function useSelectedField(): string | undefined {
  return useStore(usePanes().selectedField)?.path;
}
