import { t } from "@lingui/core/macro";
import type { ProfileField } from "../../../../contract/people/profile-fields.ts";
import { meaningOf, profileFieldOf } from "../../../../contract/templates/field-meaning.ts";
import type { FieldSchema, GroupField } from "../../../../contract/templates/template-file.ts";
import { formatMore } from "../../../lib/format/page-formats.ts";

/** The fields of a template as lists of labels, each shortened to a few. */
type FieldSummary = {
  required: string[];
  recommended: string[];
  /** Filled in without typing: dates, running numbers, totals, the profile. */
  automatic: string[];
  optional: string[];
  /** How many fields there are, and how many of them are required. */
  counts: { all: number; required: number };
};

const MAX = 6; // labels in one list

const PROFILE_LABELS: Record<ProfileField, () => string> = {
  name: () => t`Your name`,
  profession: () => t`Your profession`,
  email: () => t`Your email address`,
  phone_number: () => t`Your phone number`,
  bio: () => t`Your biography`,
  photo: () => t`Your photo`,
};

type Asked = {
  /** Its title, which another group may have too. */
  label: string;
  name: string;
  field: FieldSchema;
  group: GroupField;
  groupName: string;
  isRequired: boolean;
  isWanted: boolean;
};

export function describeFields(fields: GroupField): FieldSummary {
  const asked = listAsked(fields, true);
  const typed = asked.filter(({ field }) => !profileFieldOf(field) && !isFilledIn(field));
  const labelsOf = (list: Asked[]) => list.map((each) => labelOf(each, asked));
  return {
    required: shorten(labelsOf(typed.filter(({ isRequired }) => isRequired))),
    recommended: shorten(labelsOf(typed.filter(({ isRequired, isWanted }) => !isRequired && isWanted))),
    automatic: shorten([
      ...labelsOf(asked.filter(({ field }) => isGenerated(field))),
      ...(asked.some(({ field }) => hasSums(field)) ? [t`Totals`] : []),
      ...asked.flatMap(({ field }) => profileLabel(field)),
    ]),
    optional: shorten(labelsOf(typed.filter(({ isRequired, isWanted }) => !isRequired && !isWanted))),
    counts: { all: asked.length, required: asked.filter(({ isRequired }) => isRequired).length },
  };
}

function profileLabel(field: FieldSchema): string[] {
  const name = profileFieldOf(field);
  return name ? [PROFILE_LABELS[name]()] : [];
}

/** The first labels and how many more there are, each label once. */
function shorten(labels: readonly string[]): string[] {
  const different = [...new Set(labels)];
  const hidden = different.length - MAX;
  return hidden > 1 ? [...different.slice(0, MAX), formatMore(hidden)] : different;
}

/** All fields in their order, also those inside groups. */
function listAsked(group: GroupField, isRequired: boolean, groupName = ""): Asked[] {
  const first = group["x-order"] ?? [];
  const names = [...first, ...Object.keys(group.properties).filter((name) => !first.includes(name))];
  return names.flatMap((name): Asked[] => {
    const field = group.properties[name];
    if (!field) return [];
    const isOwnRequired = isRequired && (group.required?.includes(name) ?? false);
    if (field.type === "object") return listAsked(field, isOwnRequired, name);
    const label = (field.title ?? name.replaceAll("_", " ")).trim();
    const isWanted = "x-wanted" in field && !!field["x-wanted"];
    return [{ label, name, field, group, groupName, isRequired: isOwnRequired, isWanted }];
  });
}

/** Names of fields whose label means something only within their group. */
const VAGUE = new Set(
  "account address caption contact email logo number phone position reference website".split(" "),
);
/** Used only if another group has the same label: "Client" is clear enough. */
const OFTEN_VAGUE = new Set(["name", "company", "organisation", "title"]);

/** "Address" is "Address (yours)" or "Address (Tenant)", by what it means and the group it is in. */
function labelOf({ label, name, field, group, groupName }: Asked, all: readonly Asked[]): string {
  const owner = group.title?.trim();
  const isShared = () => all.some((other) => other.label === label && other.group !== group);
  if (!owner || !(VAGUE.has(name) || (OFTEN_VAGUE.has(name) && isShared()))) return label;
  const [whose] = meaningOf(field)?.split(".") ?? [];
  if (whose === "sender" || groupName === "from") return t`${label} (yours)`;
  return whose === "recipient" || groupName === "to" ? t`${label} (recipient)` : t`${label} (${owner})`;
}

/** Today's date, or a number that counts on from the last one. */
function isGenerated(field: FieldSchema): boolean {
  return field.type === "string" && (field["x-today"] === true || field["x-counts"] === true);
}

function isFilledIn(field: FieldSchema): boolean {
  return isGenerated(field) || ("default" in field && field.default !== undefined);
}

/** Rows with an amount in them are added up. */
function hasSums(field: FieldSchema): boolean {
  return (
    field.type === "array" &&
    field.items.type === "object" &&
    Object.values(field.items.properties).some(
      (part) => part.type === "string" && part["x-widget"] === "money",
    )
  );
}
