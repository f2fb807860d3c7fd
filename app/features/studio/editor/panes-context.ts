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
/** The tabs on a phone. Checks are a tab there and part of the source pane elsewhere. */
export type PhoneTab = "fields" | "page" | "sheet" | "checks";

/** Shared by all panes. */
export type PanesParts = {
  work: ContentStore;
  selectedField: Store<SelectedField>;
  fieldsOf(work: Pick<DraftContent, "fields" | "content">): KnownFields;
  /** Set while the source editor is open. */
  source: { current: SourceHandle | undefined };
  /** Opens a pane, or its tab on a phone. */
  show(pane: PaneName | "checks"): void;
  close(pane: PaneName): void;
};

export const PanesContext = createContext<PanesParts | undefined>(undefined);

export function usePanes(): PanesParts {
  const parts = useContext(PanesContext);
  if (!parts) throw new Error("This pane is used outside of the template editor.");
  return parts;
}

export function useKnownFields(): KnownFields {
  const { work, fieldsOf } = usePanes();
  return fieldsOf(useStore(work));
}

export function useSelectedField(): string | undefined {
  return useStore(usePanes().selectedField)?.path;
}
