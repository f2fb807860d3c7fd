import type { UsableTemplate } from "../../../contract/page-services.ts";

/** What the editor knows of its template. The sample is greyed where nothing has been typed and never in an export. */
export type EditorTemplate = Omit<UsableTemplate, "pictures" | "isPublished"> & {
  /** The version that an open document is made with; without one, the template as it is now. */
  versionId?: string;
};
