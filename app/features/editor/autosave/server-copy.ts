import { readLeftovers } from "../../../../shared/switching/leftover-values.ts";
import type { DocumentContent, StoredDocument } from "../../documents/index.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { fitData, fitTheme } from "./fitting.ts";
import { ownTitle, titleOf } from "./titles.ts";

export function toContent(template: EditorTemplate, draft: Draft): DocumentContent {
  const { data, theme, kept } = draft;
  return { title: titleOf(template, draft), data, theme, ...(kept ? { kept } : {}) };
}

export function fromStored(
  template: EditorTemplate,
  stored: Pick<StoredDocument, "title" | "data" | "theme"> & { kept?: unknown },
): Draft {
  const data = fitData(template.fields, stored.data);
  const theme = fitTheme(stored.theme);
  const title = ownTitle(template, stored.title, { data, theme });
  const kept = readLeftovers(stored.kept);
  return { data, theme, ...(title ? { title } : {}), ...(kept ? { kept } : {}) };
}

/** Whether two drafts are equal, in any order of keys. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return one === other || canonical(one) === canonical(other);
}

function canonical({ data, theme, title }: Draft): string {
  return JSON.stringify([data, theme, title ?? ""], (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
