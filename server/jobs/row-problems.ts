import type { RowProblem } from "../../contract/rendering/jobs.ts";
import type { PackedRow } from "../../contract/rendering/row-pack.ts";
import type { RenderTemplate } from "../../engine/input/render-template.ts";
import { fieldLabel } from "../../shared/text/field-label.ts";
import { JOBS } from "../limits/limits.ts";
import type { JobRow } from "./job-store.ts";

/** What is wrong with a row, in the words of the template: the label of the field and the refused value. */
export function problemsOf(
  { errors }: Extract<PackedRow, { errors: unknown }>,
  row: number,
  { data, name }: JobRow,
  template: Pick<RenderTemplate, "fields"> | undefined,
): RowProblem[] {
  return errors.slice(0, JOBS.problemsOfRow).map(({ message, extensions }) => {
    const given = String(extensions?.field ?? "");
    const isInvoice = extensions?.type === "einvoice";
    // Of an e-invoice, paths begin with the part of the request; what isn't in the data has no label.
    const field = isInvoice ? given.replace(/^data\./, "") : given;
    const path = field === "" || (isInvoice && given === field) ? [] : field.split(".");
    const value = path.length > 0 ? shorten(valueAt(data, path)) : undefined;
    return {
      row,
      ...(name ? { name } : {}),
      field,
      ...(template && path.length > 0 ? { label: fieldLabel(template.fields, path) } : {}),
      ...(value ? { value } : {}),
      message,
      ...(extensions?.text ? { text: extensions.text as NonNullable<RowProblem["text"]> } : {}),
    };
  });
}

function valueAt(data: unknown, path: readonly string[]): string | undefined {
  let value = data;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return typeof value === "object" ? undefined : String(value);
}

const shorten = (value: string | undefined) =>
  value && value.length > JOBS.shownValue ? `${value.slice(0, JOBS.shownValue)}…` : value;
