import { BY_PROFILE, PROFILE_FIELDS, type ProfileField } from "../people/profile-fields.ts";
import type { MeaningKind, MeaningName } from "./meanings.ts";
import type { FieldSchema, TextField } from "./template-file.ts";

/** What is known of a field by its meaning. The list itself is long and stays where it is needed: browsers do without it. */

/** `invoice.lines[].price` is a price in the rows of `invoice.lines`. */
export function listOf(name: string): string | undefined {
  const end = name.lastIndexOf("[]");
  return end < 0 ? undefined : name.slice(0, end);
}

/** What a field means: what it says, or what it takes from a profile, as templates said before there were meanings. */
export function meaningOf(field: FieldSchema): string | undefined {
  if (field.type !== "string" && field.type !== "number" && field.type !== "integer") return undefined;
  const said = field["x-means"];
  return said ?? (field.type === "string" && field["x-profile"] ? BY_PROFILE[field["x-profile"]] : undefined);
}

/** What of a profile fills a field in. */
export function profileFieldOf(field: FieldSchema): ProfileField | undefined {
  if (field.type !== "string") return undefined;
  return field["x-profile"] ?? PROFILE_FIELDS.find((name) => BY_PROFILE[name] === field["x-means"]);
}

/** Of what a person keeps of themselves the meaning that begins a field which means something else: the host of a party is its sender. */
export function beginsWith(field: FieldSchema): MeaningName | undefined {
  return field.type === "string" && field["x-profile"] ? BY_PROFILE[field["x-profile"]] : undefined;
}

/** What a field can hold, as far as meanings tell kinds apart; undefined for what no meaning is of. */
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
