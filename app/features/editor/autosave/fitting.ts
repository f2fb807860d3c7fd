import { type RenderTheme, renderTheme } from "../../../../contract/rendering/render.ts";
import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
} from "../../../../contract/templates/template-file.ts";

/**
 * The part of some data that a template's fields can hold: data from a link, a file or an older version may
 * have unknown fields or a list in place of a text. The rest may still be invalid, and its field reports it.
 */
export function fitData(fields: GroupField, data: unknown): Record<string, unknown> {
  return fitGroup(fields, data) ?? {};
}

/** A choice that is no longer offered is left out; the template's own takes its place. */
export function fitTheme(given: unknown): RenderTheme {
  const chosen = typeof given === "object" && given !== null ? Object.entries(given) : [];
  return Object.assign({}, ...chosen.map(([name, value]) => renderTheme.safeParse({ [name]: value }).data));
}

function fitValue(field: FieldSchema, value: unknown): unknown {
  switch (field.type) {
    case "object":
      return fitGroup(field, value);
    case "array":
      if (!Array.isArray(value)) return undefined;
      return value.map((entry) => fitValue(field.items, entry)).filter((entry) => entry !== undefined);
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "string":
      return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
    default:
      // A number that is still being typed is text.
      return typeof value === "number" || typeof value === "string" ? value : undefined;
  }
}

function fitGroup(group: GroupField, value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const given = new Map<string, unknown>(Object.entries(value));
  const entries = orderedProperties(group).flatMap(([name, field]) => {
    const fits = fitValue(field, given.get(name));
    return fits === undefined ? [] : [[name, fits]];
  });
  return Object.fromEntries(entries);
}
