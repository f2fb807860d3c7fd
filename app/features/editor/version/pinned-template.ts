import { ownTypefaces } from "../../../../contract/templates/own-typefaces.ts";
import { readItem } from "../../../lib/http/content-client.ts";
import { readVersionFields } from "../../../lib/http/version-fields.ts";
import type { StoredDocument } from "../../documents/index.ts";
import type { EditorTemplate } from "../editor-template.ts";

/** The version of the template that the open document uses, and the newer one it could use. */
export type DocumentVersion = {
  documentId: string;
  number: number;
  /** A newer version that the person hasn't declined. */
  newer: { id: string; number: number } | undefined;
  /** The compiler or its fonts have changed since, which a version can't preserve. */
  hasOtherEngine: boolean;
};

/** Actions for a newer version. */
export type VersionChoice = {
  version: DocumentVersion;
  /** As in `version`, until it is declined. */
  newer: DocumentVersion["newer"];
  take(): Promise<void>;
  leave(): Promise<void>;
};

type Pinned = Pick<StoredDocument, "id" | "left_version" | "template_versions_id">;

const VERSION_FIELDS = ["template_name", "title", "page", "theme", "sample", "samples", "content"] as const;

/** The template in the document's version: its fields, sample and source. */
export async function readPinned(template: EditorTemplate, document: Pinned): Promise<EditorTemplate> {
  const pin = document.template_versions_id;
  if (!pin) return template;
  if (pin.id === template.version?.id) return { ...template, versionId: pin.id };
  const [version, fields] = await Promise.all([
    readItem("template_versions", pin.id, { fields: VERSION_FIELDS }),
    readVersionFields(pin.id),
  ]);
  return {
    ...template,
    versionId: pin.id,
    name: version.template_name,
    titlePattern: version.title ?? version.template_name,
    page: version.page,
    theme: { ...template.theme, ...version.theme },
    typefaces: ownTypefaces(version.content),
    fields,
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
