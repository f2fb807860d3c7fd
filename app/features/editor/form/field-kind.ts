import type {
  FieldSchema,
  GroupField,
  ListField,
  Widget,
} from "../../../../contract/templates/template-file.ts";

/** How a single value is entered. The form decides everything else about a field by this. */
export type FieldKind = Exclude<Widget, "currency"> | "text" | "choice" | "decimal" | "whole" | "switch";

export type LeafField = Exclude<FieldSchema, GroupField | ListField>;

export function isLeaf(field: FieldSchema): field is LeafField {
  return field.type !== "object" && field.type !== "array";
}

export function kindOf(field: LeafField): FieldKind {
  if (field.type === "boolean") return "switch";
  if (field.enum || field.oneOf) return "choice";
  if (field.type !== "string") return field.type === "integer" ? "whole" : "decimal";
  const widget = field["x-widget"];
  if (widget === "currency") return "choice";
  if (widget) return widget;
  if (field.format === "date" || field.format === "time" || field.format === "email") return field.format;
  if (field.format === "uri") return "url";
  return field.pattern ? kindOfPattern(field.pattern) : "text";
}

/** Amounts are strings with a pattern; what the pattern accepts tells which kind it is. */
function kindOfPattern(pattern: string): FieldKind {
  const fits = (text: string) => new RegExp(pattern).test(text);
  if (!fits("1") || fits("x")) return "text";
  return fits("1.5") ? "decimal" : "whole";
}

export function isNumeric(field: FieldSchema): boolean {
  return isLeaf(field) && ["money", "decimal", "whole"].includes(kindOf(field));
}
