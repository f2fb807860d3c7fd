import { profileFieldOf } from "../../../../contract/templates/field-meaning.ts";
import type { FieldSchema, GroupField, TextField } from "../../../../contract/templates/template-file.ts";

/** The data of an example request: the required and recommended fields of the sample. */

const MAX_OPTIONAL = 4; // of one group; an example is short

export function pickCallData(fields: GroupField, sample: unknown): Record<string, unknown> {
  const picked = pickGroup(fields, sample, true);
  if (Object.keys(picked).length > 0) return picked;
  // Without required or recommended fields, the first ones.
  const values = isRecord(sample) ? Object.entries(sample) : [];
  return Object.fromEntries(values.filter(([, value]) => typeof value === "string").slice(0, MAX_OPTIONAL));
}

function pickGroup(group: GroupField, sample: unknown, isRequired: boolean): Record<string, unknown> {
  const given = isRecord(sample) ? sample : {};
  let optional = 0;
  const picked = Object.entries(group.properties).flatMap(([name, field]): [string, unknown][] => {
    const value = given[name];
    if (value === undefined) return [];
    const isNeeded = isRequired && (group.required?.includes(name) ?? false);
    if (!isNeeded && (!isUsual(field) || optional === MAX_OPTIONAL)) return [];
    const chosen = pickValue(field, value, isNeeded);
    if (chosen === undefined) return [];
    if (!isNeeded) optional++;
    return [[name, chosen]];
  });
  return Object.fromEntries(picked);
}

function pickValue(field: FieldSchema, value: unknown, isRequired: boolean): unknown {
  if (field.type === "object") {
    const parts = pickGroup(field, value, true);
    return isRequired || Object.keys(parts).length > 0 ? parts : undefined;
  }
  if (field.type === "string" && typeof value === "string") return isFree(field) ? shorten(value) : value;
  if (field.type !== "array" || !Array.isArray(value)) return value;
  const rows = value.slice(0, Math.max(field.minItems ?? 1, 1));
  const { items } = field;
  return items.type === "object" ? rows.map((row) => pickRow(items, row)) : rows;
}

const LONGEST = 64;

/** Whether any text is valid, so that it can be shortened. */
function isFree({ minLength = 0, pattern, format, enum: choices, oneOf }: TextField): boolean {
  return minLength < LONGEST / 2 && !pattern && !format && !choices && !oneOf;
}

/** The first words of a long text. */
function shorten(text: string): string {
  const [first = ""] = text.split(/\n\s*\n/);
  if (first.length <= LONGEST) return first;
  return `${first.slice(0, LONGEST).replace(/\s+\S*$/, "")} …`;
}

/** The short values of a row. */
function pickRow(items: GroupField, row: unknown): unknown {
  if (!isRecord(row)) return row;
  const needed = pickGroup(items, row, true);
  const plain = Object.entries(row).filter(([name, value]) => {
    const widget = items.properties[name];
    return typeof value === "string" && value.length <= 40 && widget && !isPicture(widget);
  });
  return { ...Object.fromEntries(plain.slice(0, MAX_OPTIONAL)), ...needed };
}

function isUsual(field: FieldSchema): boolean {
  if (field.type === "object") return Object.values(field.properties).some(isUsual);
  if (isPicture(field)) return false;
  return ("x-wanted" in field && !!field["x-wanted"]) || isFromProfile(field);
}

const isFromProfile = (field: FieldSchema) => profileFieldOf(field) === "name";
const isPicture = (field: FieldSchema) => field.type === "string" && field["x-widget"] === "image";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
