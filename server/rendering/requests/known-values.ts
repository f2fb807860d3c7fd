import type { Json, JsonObject } from "../data.ts";

/** What is read of a template's fields here; anything else is left to the schema's validation. */
type Field = {
  type?: string;
  properties?: Record<string, Field>;
  additionalProperties?: unknown;
  items?: Field;
  maxItems?: number;
};

/** Enough to say what is wrong: no more errors than that are ever named (validation.ts). */
const MOST_STRANGE = 50;

/**
 * The data without the bulk of what no field takes: keys that the template does not know, rows beyond a list's last, and what is
 * inside an object or a list where something else belongs. A few of each stay, so that validation finds and names them as before.
 * Otherwise each of twenty thousand keys is an error of its own, and everybody waits for them.
 */
export function cutToFields(fields: object, data: JsonObject): JsonObject {
  let strange = 0;

  function cut(field: Field | undefined, value: Json): Json {
    if (typeof value !== "object" || value === null || !field?.type) return value;
    if (Array.isArray(value)) {
      if (field.type !== "array") return value.slice(0, MOST_STRANGE);
      // One row too many is as wrong as a thousand.
      return value.slice(0, (field.maxItems ?? value.length) + 1).map((row) => cut(field.items, row));
    }
    return field.type === "object" ? cutGroup(field, value) : firstOf(value);
  }

  function cutGroup({ properties = {}, additionalProperties }: Field, group: JsonObject): JsonObject {
    const kept: [string, Json][] = [];
    for (const name of Object.keys(group)) {
      const value = group[name] ?? null;
      if (Object.hasOwn(properties, name)) kept.push([name, cut(properties[name], value)]);
      else if (additionalProperties !== false) kept.push([name, value]);
      else if (strange++ < MOST_STRANGE) kept.push([name, value]);
    }
    // fromEntries makes "__proto__" a plain key, where an assignment would not.
    return Object.fromEntries(kept);
  }

  return cutGroup(fields, data);
}

function firstOf(group: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(group).slice(0, MOST_STRANGE));
}
