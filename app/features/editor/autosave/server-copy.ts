import { readDocumentInvoice } from "../../../../shared/bill/document-invoice.ts";
import { isInvoiceTemplate } from "../../../../shared/bill/invoice-template.ts";
import { readLeftovers } from "../../../../shared/switching/leftover-values.ts";
import type { DocumentContent, StoredDocument } from "../../documents/index.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { fitData, fitTheme } from "./fitting.ts";
import { ownTitle, titleOf } from "./titles.ts";

export function toContent(template: EditorTemplate, draft: Draft): DocumentContent {
  const { data, theme, kept: leftovers, invoice } = draft;
  return {
    title: titleOf(template, draft),
    data,
    theme,
    ...(leftovers ? { kept: leftovers } : {}),
    // A document that had details and has none now, after Undo, has to lose them on the server as well.
    ...(isInvoiceTemplate(template.fields) ? { invoice: invoice ?? {} } : {}),
  };
}

export function fromStored(
  template: EditorTemplate,
  stored: Pick<StoredDocument, "title" | "data" | "theme"> & { kept?: unknown; invoice?: unknown },
): Draft {
  const data = fitData(template.fields, stored.data);
  const theme = fitTheme(stored.theme);
  const title = ownTitle(template, stored.title, { data, theme });
  const leftovers = readLeftovers(stored.kept);
  const invoice = readDocumentInvoice(stored.invoice);
  return {
    data,
    theme,
    ...(title ? { title } : {}),
    ...(leftovers ? { kept: leftovers } : {}),
    ...(invoice ? { invoice } : {}),
  };
}

/** Whether two drafts are equal, in any order of keys. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return one === other || canonical(one) === canonical(other);
}

function canonical({ data, theme, title, invoice = {} }: Draft): string {
  return JSON.stringify([data, theme, title ?? "", invoice], (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
