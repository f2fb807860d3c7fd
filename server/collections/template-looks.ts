import { pageFile } from "../../contract/template-file.ts";
import { isObject } from "../content/query/parameters.ts";
import { failedValidation } from "../kernel/errors.ts";

/** Lists show every sheet in its proportion and pages list its fields, so what makes no sense would fail a page. */
export function requireLooks({ page, fields }: { page?: string; fields?: string }): void {
  if (page !== undefined && !pageFile.safeParse(JSON.parse(page)).success)
    throw failedValidation(
      "page",
      "page",
      'Value has to be { "papers": ["a4", "us-letter"], "orientation": "portrait" } or a size in millimetres, { "width": 85, "height": 55 }.',
    );
  if (fields !== undefined && !isGroup(JSON.parse(fields)))
    throw failedValidation(
      "fields",
      "schema",
      'Value has to be the JSON Schema of an object: { "type": "object", "properties": { … } }.',
    );
}

function isGroup(schema: unknown): boolean {
  if (!isObject(schema) || schema.type !== "object" || !isObject(schema.properties)) return false;
  const order = schema["x-order"];
  return (
    (order === undefined || (Array.isArray(order) && order.every((name) => typeof name === "string"))) &&
    Object.values(schema.properties).every(isField)
  );
}

function isField(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  if (schema.title !== undefined && typeof schema.title !== "string") return false;
  return schema.type !== "object" || isGroup(schema);
}
