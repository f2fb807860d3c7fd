import { plural, t } from "@lingui/core/macro";
import type { ProfileField } from "../../../../contract/people/profile-fields.ts";
import { profileFieldOf } from "../../../../contract/templates/field-meaning.ts";
import type { FieldSchema, GroupField } from "../../../../contract/templates/template-file.ts";

/** The fields of a template as lists of labels, each shortened to a few. */
export type FieldSummary = {
  required: string[];
  recommended: string[];
  /** Filled in without typing: dates, running numbers, totals, the profile. */
  automatic: string[];
  optional: string[];
  /** How many fields there are, and how many of them are required. */
  counts: { all: number; required: number };
};

const MOST = 6; // labels in one list

const PROFILE_LABELS: Record<ProfileField, () => string> = {
  name: () => t`Your name`,
  profession: () => t`Your profession`,
  email: () => t`Your e-mail address`,
  phone_number: () => t`Your phone number`,
  bio: () => t`Your biography`,
  photo: () => t`Your photo`,
};

type Asked = { label: string; field: FieldSchema; isRequired: boolean; isWanted: boolean };

export function describeFields(fields: GroupField): FieldSummary {
  const asked = listAsked(fields, true);
  const typed = asked.filter(({ field }) => !profileFieldOf(field) && !isFilledIn(field));
  const labelsOf = (list: Asked[]) => list.map(({ label }) => label);
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
  const hidden = different.length - MOST;
  return hidden > 1
    ? [...different.slice(0, MOST), plural(hidden, { one: "# more", other: "# more" })]
    : different;
}

/** All fields in their order, also those inside groups. */
function listAsked(group: GroupField, isRequired: boolean): Asked[] {
  const first = group["x-order"] ?? [];
  const names = [...first, ...Object.keys(group.properties).filter((name) => !first.includes(name))];
  return names.flatMap((name): Asked[] => {
    const field = group.properties[name];
    if (!field) return [];
    const isOwnRequired = isRequired && (group.required?.includes(name) ?? false);
    if (field.type === "object") return listAsked(field, isOwnRequired);
    const label = labelOf(field, name, group);
    return [
      { label, field, isRequired: isOwnRequired, isWanted: "x-wanted" in field && !!field["x-wanted"] },
    ];
  });
}

const SENDER = /^(from|you|your\b.*|letterhead)$/i;
const RECIPIENT = /^(to|bill to|sold to|for)$/i;
/** Labels that mean something only within their group. */
const VAGUE =
  /^(name|address|e-?mail|phone|title|number|company|caption|contact|website|position|reference|logo|account)$/i;

/** "Address" is "Address (yours)" or "Address (Client)", by the group it is in. */
function labelOf(field: FieldSchema, name: string, { title: group = "" }: GroupField): string {
  const label = (field.title ?? name.replaceAll("_", " ")).trim();
  const owner = group.trim();
  if (!owner || !VAGUE.test(label)) return label;
  if (SENDER.test(owner)) return t`${label} (yours)`;
  return RECIPIENT.test(owner) ? t`${label} (recipient)` : t`${label} (${owner})`;
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
