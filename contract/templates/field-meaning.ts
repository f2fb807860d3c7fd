import { BY_PROFILE, PROFILE_FIELDS, type ProfileField } from "../people/profile-fields.ts";
import type { MeaningKind, MeaningName } from "./meanings.ts";
import type { FieldSchema, TextField } from "./template-file.ts";

/** Looks up a field by its meaning. The list itself is long and isn't imported here: browsers do without it. */

/** `invoice.lines[].price` is a price in the rows of `invoice.lines`. */
export function listOf(name: string): string | undefined {
  const end = name.lastIndexOf("[]");
  return end < 0 ? undefined : name.slice(0, end);
}

/**
 * The meaning of a field: its `x-means`, or the profile field it takes, as templates declared it before there were meanings.
 */
export function meaningOf(field: FieldSchema): string | undefined {
  if (field.type !== "string" && field.type !== "number" && field.type !== "integer") return undefined;
  const meaning = field["x-means"];
  return (
    meaning ?? (field.type === "string" && field["x-profile"] ? BY_PROFILE[field["x-profile"]] : undefined)
  );
}

/** The profile field that fills in a field. */
export function profileFieldOf(field: FieldSchema): ProfileField | undefined {
  if (field.type !== "string") return undefined;
  return field["x-profile"] ?? PROFILE_FIELDS.find((name) => BY_PROFILE[name] === field["x-means"]);
}

/** The meaning in a person's details that prefills a field with another meaning: the host of a party is its sender. */
export function beginsWith(field: FieldSchema): MeaningName | undefined {
  return field.type === "string" && field["x-profile"] ? BY_PROFILE[field["x-profile"]] : undefined;
}

/** The kind of a field, as far as meanings distinguish kinds; undefined if no meaning is of that kind. */
export function kindOfField(field: FieldSchema): MeaningKind | undefined {
  if (field.type === "number" || field.type === "integer") return "number";
  return field.type === "string" ? kindOfText(field) : undefined;
}

const BY_WIDGET: Partial<Record<NonNullable<TextField["x-widget"]>, MeaningKind>> = {
  date: "date",
  time: "time",
  money: "money",
  currency: "currency",
  image: "image",
};

function kindOfText({
  "x-widget": widget,
  format,
  pattern,
  enum: choices,
  oneOf,
}: TextField): MeaningKind | undefined {
  if (widget === "color" || choices || oneOf) return undefined;
  if (format === "date" || format === "time") return format;
  const byWidget = widget && BY_WIDGET[widget];
  if (byWidget) return byWidget;
  // Quantities and percentages are texts with a pattern of digits, so that no digit is lost.
  return pattern?.includes("\\d") ? "number" : "text";
}
