import { type MeaningValues, NO_VALUES } from "../../../../contract/people/details.ts";
import type { ProfileField } from "../../../../contract/people/profile-fields.ts";
import { profileFieldOf } from "../../../../contract/templates/field-meaning.ts";
import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
  type PageFile,
  papersOf,
} from "../../../../contract/templates/template-file.ts";
import { filledPlaces } from "../../../../shared/filling/filling.ts";
import type { Draft, FieldPath } from "../draft.ts";
import { stepsOf, writeAt } from "../form/field-path.ts";
import { type LocalDefaults, localTheme } from "./local-defaults.ts";

/** What a profile can put into a draft; the photo as a picture of its own. */
export type ProfileValues = Partial<Record<ProfileField, string>>;

/** What is known about the person before they type: their details and profile, where they are, and the day it is there. */
export type Known = {
  values?: ProfileValues;
  /** The sender of new documents; its values take precedence over the profile. */
  details?: MeaningValues;
  local?: LocalDefaults;
  today?: string;
};

type BegunTemplate = { fields: GroupField; page: PageFile };

/**
 * An untouched draft: lists have one empty row, details and profile fill what they can, and what has a default has it as a value, which
 * the form, the preview and every export then show alike.
 */
export function beginDraft({ fields, page }: BegunTemplate, known: Known = {}): Draft {
  const papers = papersOf(page);
  const { details = NO_VALUES, local = {} } = known;
  const theme = localTheme(local, papers);
  const data = filledPlaces(fields, details, theme.language).reduce(
    (data, { path, value }) => writeAt(data, stepsOf(path), value),
    beginGroup(fields, known),
  );
  return { data, theme };
}

/** Rows stay empty: they are about other people or things, and a default would make them non-empty. */
function beginGroup(group: GroupField, known: Known | undefined): Record<string, unknown> {
  const entries = orderedProperties(group).flatMap(([name, field]) => {
    const value = initialValue(field, known);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function initialValue(field: FieldSchema, known: Known | undefined): unknown {
  if (field.type === "object") {
    const group = beginGroup(field, known);
    return Object.keys(group).length > 0 ? group : undefined;
  }
  if (field.type === "array")
    return [field.items.type === "object" ? beginGroup(field.items, undefined) : ""];
  return (
    known &&
    (profileValue(field, known) ?? localChoice(field, known) ?? dayOfWriting(field, known) ?? field.default)
  );
}

function profileValue(field: FieldSchema, { values = {} }: Known): string | undefined {
  const name = field.type === "string" && profileFieldOf(field);
  return name ? values[name]?.slice(0, field.maxLength) : undefined;
}

function dayOfWriting(field: FieldSchema, { today }: Known): string | undefined {
  return field.type === "string" && field["x-today"] ? today : undefined;
}

function localChoice(field: FieldSchema, { local }: Known): string | undefined {
  return field.type === "string" && field["x-widget"] === "currency" ? local?.currency : undefined;
}

/** Fields of a draft that still have the profile's values. */
export function pathsFromProfile(fields: GroupField, data: unknown, words: ProfileValues): FieldPath[] {
  const values = new Map<string, unknown>(
    typeof data === "object" && data !== null ? Object.entries(data) : [],
  );
  return orderedProperties(fields).flatMap(([name, field]) => {
    if (field.type === "object")
      return pathsFromProfile(field, values.get(name), words).map((path) => `${name}.${path}`);
    const known = field.type === "string" && profileFieldOf(field);
    const word = known ? words[known]?.slice(0, field.maxLength) : undefined;
    return word && values.get(name) === word ? [name] : [];
  });
}

/** Whether a template's fields take a person's photo, which has to be fetched first. */
export function takesPhoto(field: FieldSchema): boolean {
  if (field.type === "object") return Object.values(field.properties).some(takesPhoto);
  return profileFieldOf(field) === "photo";
}
