import { createContext, useContext } from "react";
import { type Store, useStore } from "../../../lib/browser/store.ts";
import type {
  ContentStore,
  DraftContent,
  KnownFields,
  SelectedField,
  SourceHandle,
} from "./draft-content.ts";

export const PANES = ["fields", "source", "samples", "sheet"] as const;
export type PaneName = (typeof PANES)[number];
/** The tabs on a phone. Checks are a tab there and part of the source pane elsewhere. */
export type PhoneTab = "fields" | "source" | "sheet" | "checks";

/** Shared by all panes. */
export type EditorParts = {
  store: ContentStore;
  selectedField: Store<SelectedField>;
  fieldsOf(content: Pick<DraftContent, "fields" | "content">): KnownFields;
  /** Set while the source editor is open. */
  source: { current: SourceHandle | undefined };
  /** Opens a pane, or its tab on a phone. */
  show(pane: PaneName | "checks"): void;
  close(pane: PaneName): void;
};

export const EditorContext = createContext<EditorParts | undefined>(undefined);

export function useTemplateEditor(): EditorParts {
  const parts = useContext(EditorContext);
  if (!parts) throw new Error("This pane is used outside of the template editor.");
  return parts;
}

export function useKnownFields(): KnownFields {
  const { store, fieldsOf } = useTemplateEditor();
  return fieldsOf(useStore(store));
}

export function useSelectedField(): string | undefined {
  return useStore(useTemplateEditor().selectedField)?.path;
}
