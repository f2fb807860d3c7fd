import { ownTypefaces } from "../../../../contract/templates/own-typefaces.ts";
import { readItem } from "../../../lib/http/content-client.ts";
import type { StoredDocument } from "../../documents/index.ts";
import type { EditorTemplate } from "../editor-template.ts";

/** With which version of its template the open document is made, and which one it could be made with. */
export type DocumentVersion = {
  documentId: string;
  number: number;
  /** A newer one that its person has not left. */
  newer: { id: string; number: number } | undefined;
  /** The compiler or its fonts have changed since, which no version can keep. */
  hasOtherEngine: boolean;
};

/** What can be done about it. */
export type VersionChoice = {
  version: DocumentVersion;
  /** As in the version, until it was left. */
  newer: DocumentVersion["newer"];
  take(): Promise<void>;
  leave(): Promise<void>;
};

type Pinned = Pick<StoredDocument, "id" | "left_version" | "template_versions_id">;

const VERSION_FIELDS = [
  "template_name",
  "title",
  "page",
  "theme",
  "fields",
  "sample",
  "samples",
  "content",
] as const;

/** The template as the document's version has it: other fields, another sample, another source. */
export async function readPinned(template: EditorTemplate, document: Pinned): Promise<EditorTemplate> {
  const pin = document.template_versions_id;
  if (!pin) return template;
  if (pin.id === template.version?.id) return { ...template, versionId: pin.id };
  const version = await readItem("template_versions", pin.id, { fields: VERSION_FIELDS });
  return {
    ...template,
    versionId: pin.id,
    name: version.template_name,
    titlePattern: version.title ?? version.template_name,
    page: version.page,
    theme: { ...template.theme, ...version.theme },
    typefaces: ownTypefaces(version.content),
    fields: version.fields,
    sample: version.sample,
    samples: version.samples,
  };
}

export function versionOfDocument(
  { version: newest, engine }: Pick<EditorTemplate, "version" | "engine">,
  { id, left_version, template_versions_id: pin }: Pinned,
): DocumentVersion | undefined {
  if (!pin) return undefined;
  const isNewer = newest !== null && newest.number > Math.max(pin.number, left_version ?? 0);
  return {
    documentId: id,
    number: pin.number,
    newer: isNewer ? newest : undefined,
    hasOtherEngine: pin.engine !== null && pin.engine !== engine,
  };
}
