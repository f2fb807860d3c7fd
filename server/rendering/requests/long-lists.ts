import type { InvalidValue } from "../../../contract/render.ts";
import type { JsonObject } from "../data.ts";

/** What is read of a template's fields here; anything else is left to the schema's validation. */
type Field = {
  title?: string;
  properties?: Record<string, Field>;
  items?: Field;
  maxItems?: number;
};

type LongList = InvalidValue & { shorten(): void };

/**
 * Lists with more rows than their field allows, whatever the rows are. They are found before the data is validated: each row that
 * is not what it should be is an error of its own, and thousands of them take longer than the page.
 */
export function findLongLists(fields: object, data: JsonObject): LongList[] {
  const found: LongList[] = [];
  visit(fields, data, []);
  return found;

  function visit(field: Field | undefined, value: unknown, path: string[]) {
    if (!field || typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) {
      for (const [name, each] of Object.entries(value))
        if (field.properties && Object.hasOwn(field.properties, name))
          visit(field.properties[name], each, [...path, name]);
      return;
    }
    const limit = field.maxItems ?? Number.POSITIVE_INFINITY;
    if (value.length > limit) found.push(describe(value, limit, path, field.title));
    for (const [row, each] of value.slice(0, limit).entries())
      visit(field.items, each, [...path, String(row)]);
  }
}

function describe(list: unknown[], limit: number, path: string[], title: string | undefined): LongList {
  const field = path.join(".");
  return {
    field,
    type: "maxItems",
    message: `"${field}"${title ? ` (${title})` : ""} must NOT have more than ${limit} items.`,
    shorten: () => list.splice(limit),
  };
}
