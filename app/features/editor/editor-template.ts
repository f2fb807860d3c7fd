import type { UsableTemplate } from "../../../contract/page-services.ts";

/** The template as the editor needs it. Sample values are grey where nothing was typed, and never exported. */
export type EditorTemplate = Omit<UsableTemplate, "pictures"> & {
  /** The version of an open document; without one, the current template. */
  versionId?: string;
};
