import { t } from "@lingui/core/macro";
import type { Language } from "../../../../contract/templates/theme.ts";
import type { RefusedCall } from "../../../lib/http/http-client.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { fieldAt, labelOf } from "../field-labels.ts";
import { describeProblem } from "../form/field-problems.ts";
import type { ExportNotes } from "./export-notes.tsx";

/** What a refused request says about the fields. `lead`: what wasn't done. */
export function notesOf(
  template: EditorTemplate,
  language: Language,
  { faults }: RefusedCall,
  lead = t`Nothing was downloaded. Check these fields and try again:`,
): ExportNotes {
  const isEmptyOnly = faults.every(({ type }) => ["required", "minItems", "minLength"].includes(type));
  return {
    title: isEmptyOnly ? t`Required fields are empty` : t`Some fields have errors`,
    lead,
    notes: faults.map((fault) => {
      const { message } = fault;
      // Of an e-invoice, paths begin with the part of the request.
      if (fault.path.startsWith("invoice.")) return { path: undefined, label: t`E-invoice`, message };
      const path = fault.type === "einvoice" ? fault.path.replace(/^data\./, "") : fault.path;
      const schema = fieldAt(template.fields, path);
      const text = schema ? describeProblem(fault, schema, language) : message;
      return { path, label: labelOf(template.fields, path), message: text };
    }),
  };
}
