import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
  type ProfileField,
} from "../../../../contract/template-file.ts";
import type { Draft, FieldPath } from "../draft.ts";

/** What a profile can put into a draft; the photo as a picture of its own. */
export type ProfileWords = Partial<Record<ProfileField, string>>;

/** An untouched draft: lists have one empty row, and the profile fills what it can. */
export function beginDraft(fields: GroupField, words: ProfileWords = {}): Draft {
  return { data: beginGroup(fields, words), theme: {} };
}

function beginGroup(group: GroupField, words: ProfileWords): Record<string, unknown> {
  const entries = orderedProperties(group).flatMap(([name, field]) => {
    const value = begin(field, words);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function begin(field: FieldSchema, words: ProfileWords): unknown {
  if (field.type === "object") {
    const group = beginGroup(field, words);
    return Object.keys(group).length > 0 ? group : undefined;
  }
  // A row is about somebody or something else, so the profile stays out of it.
  if (field.type === "array") return [field.items.type === "object" ? beginGroup(field.items, {}) : ""];
  const known = field.type === "string" && field["x-profile"];
  return known ? words[known]?.slice(0, field.maxLength) : undefined;
}

/** Where a draft still says what the profile says. */
export function pathsFromProfile(fields: GroupField, data: unknown, words: ProfileWords): FieldPath[] {
  const values = new Map<string, unknown>(
    typeof data === "object" && data !== null ? Object.entries(data) : [],
  );
  return orderedProperties(fields).flatMap(([name, field]) => {
    if (field.type === "object")
      return pathsFromProfile(field, values.get(name), words).map((path) => `${name}.${path}`);
    const known = field.type === "string" && field["x-profile"];
    const word = known ? words[known]?.slice(0, field.maxLength) : undefined;
    return word && values.get(name) === word ? [name] : [];
  });
}

/** Whether a template's fields take a person's photo, which has to be fetched first. */
export function takesPhoto(field: FieldSchema): boolean {
  if (field.type === "object") return Object.values(field.properties).some(takesPhoto);
  return field.type === "string" && field["x-profile"] === "photo";
}
