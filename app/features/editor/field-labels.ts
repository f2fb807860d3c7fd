import type { FieldSchema, GroupField } from "../../../contract/templates/template-file.ts";
import { formatList } from "../../lib/i18n/intl.ts";
import type { FieldPath } from "./draft.ts";

/** A field's label with its position: "Items 2, Unit price". */
export function labelOf(fields: GroupField, path: FieldPath): string {
  const labels: string[] = [];
  let field: FieldSchema | undefined = fields;
  for (const part of path.split(".")) {
    if (field?.type === "array") {
      labels.push(`${labels.pop() ?? ""} ${Number(part) + 1}`.trim());
      field = field.items;
    } else {
      field = field?.type === "object" ? field.properties[part] : undefined;
      labels.push(field?.title ?? part.replaceAll("_", " "));
    }
  }
  return formatList(labels, "unit");
}

/** The field at a path; undefined if the template has none. */
export function fieldAt(fields: GroupField, path: FieldPath): FieldSchema | undefined {
  let field: FieldSchema | undefined = fields;
  for (const step of path.split(".")) {
    if (field?.type === "object") field = field.properties[step];
    else field = field?.type === "array" ? field.items : undefined;
  }
  return field;
}

/** The label of "items.0.price" in the margin, without its position: "Unit price". */
export function shortLabelOf(fields: GroupField, path: FieldPath): string {
  const steps = path.split(".");
  const titles = steps.map((_, index) => fieldAt(fields, steps.slice(0, index + 1).join("."))?.title);
  return titles.findLast((title) => title !== undefined) ?? "";
}
