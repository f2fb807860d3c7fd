import { meaningOf } from "../../contract/templates/field-meaning.ts";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { placesIn } from "../switching/field-pairs.ts";

/** Whether a template is an invoice: it has a number and lines with prices. */
export function isInvoiceTemplate(fields: GroupField): boolean {
  const places = placesIn(fields);
  const lines = places.find(
    ({ field, means }) => field.type === "array" && means === "invoice.lines[]",
  )?.field;
  const row = lines?.type === "array" && lines.items.type === "object" ? lines.items.properties : {};
  return (
    places.some(({ means }) => means === "invoice.number") &&
    Object.values(row).some((field) => meaningOf(field) === "invoice.lines[].price")
  );
}

/** Whether a template is a credit note: it names the invoice that it corrects. */
export function isCreditNoteTemplate(fields: GroupField): boolean {
  return placesIn(fields).some(({ means }) => means === "invoice.corrected");
}
