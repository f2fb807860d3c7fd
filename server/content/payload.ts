import type { Field } from "../../contract/collections/collections.ts";
import { MAX_JSON_DEPTH } from "../../contract/limits.ts";
import { type Message, textFor } from "../../contract/texts/text.ts";
import { isId } from "../database/ids.ts";
import { failedValidation, forbiddenField, invalidPayload } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { isObject } from "./query/parameters.ts";
import type { Fields } from "./query/query.ts";

export type Payload = Record<string, unknown>;

export function requirePayload(value: unknown): Payload {
  if (!isObject(value)) throw invalidPayload("an item has to be an object of fields and values");
  return value;
}

type Described = { name: string; fields: Fields; knownBy?: string };

/**
 * Checks what was sent against the fields of the collection and gives back what can be stored. Lists of entries
 * (`alias`) are left to their collection.
 */
export function checkPayload(
  collection: Described,
  payload: Payload,
  writable: readonly string[],
  mode: "create" | "update",
): Payload {
  const { fields } = collection;
  for (const name of Object.keys(payload))
    if (!writable.includes(name) || !Object.hasOwn(fields, name)) throw forbiddenField(name, collection.name);
  const values: Payload = {};
  for (const [name, value] of Object.entries(payload)) {
    const field = fields[name];
    if (field && field.type !== "alias" && value !== undefined) values[name] = checkValue(name, field, value);
  }
  if (mode === "create") requireValues(collection, payload);
  return values;
}

/** The revision that a change started from. */
export function readRevision(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw failedValidation("rev", "number", "Value must be the revision the change started from.");
  return value;
}

function requireValues({ fields, knownBy }: Described, payload: Payload): void {
  const missing = Object.keys(fields).filter((name) => fields[name]?.required && payload[name] === undefined);
  const first = missing.find((name) => name === knownBy) ?? missing[0];
  if (first) throw failedValidation(first, "required", emptyMessage("Value is required."));
}

/** Programs get the message of Directus. */
function emptyMessage(message: string): Message {
  return { message, text: textFor("required") };
}

function checkValue(name: string, field: Field, value: unknown): unknown {
  if (value === null) {
    if (!field.nullable) throw failedValidation(name, "nnull", "Value can't be null.");
    return null;
  }
  switch (field.type) {
    case "uuid":
      if (!isId(value)) throw failedValidation(name, "uuid", "Value must be an id (UUID).");
      return value;
    case "integer":
    case "float":
      return checkNumber(name, field, value);
    case "json":
      return checkJson(name, field, value);
    case "timestamp":
      if (typeof value !== "string" || Number.isNaN(Date.parse(value)))
        throw failedValidation(
          name,
          "timestamp",
          "Value must be a date and time such as 2026-11-15T09:00:00Z.",
        );
      return new Date(value).toISOString();
    default:
      return checkText(name, field, value);
  }
}

function checkNumber(name: string, field: Field, value: unknown): number {
  const kind = field.type === "integer" ? "a whole number" : "a number";
  const bounds = field.maximum === undefined ? "" : ` between ${field.minimum ?? 0} and ${field.maximum}`;
  const fits =
    typeof value === "number" &&
    Number.isFinite(value) &&
    (field.type === "float" || Number.isSafeInteger(value)) &&
    value >= (field.minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (field.maximum ?? Number.POSITIVE_INFINITY);
  if (!fits) throw failedValidation(name, "number", `Value must be ${kind}${bounds}.`);
  return value;
}

function checkText(name: string, field: Field, value: unknown): string {
  if (typeof value !== "string") throw failedValidation(name, "string", "Value must be text.");
  const text = value.toWellFormed();
  if (field.maxLength && text.length > field.maxLength)
    throw failedValidation(
      name,
      "length",
      messageFor("too_long", { length: text.length, limit: field.maxLength }),
    );
  const written = field.multiline ? text.replace(/[\t\n\r]/g, "") : text;
  if (/\p{Cc}/u.test(written))
    throw failedValidation(
      name,
      "characters",
      messageFor(field.multiline ? "no_control_characters" : "one_line"),
    );
  if (field.required && text.trim() === "")
    throw failedValidation(name, "nempty", emptyMessage("Value can't be empty."));
  if (field.oneOf && !field.oneOf.includes(text))
    throw failedValidation(name, "in", `Value must be one of ${field.oneOf.join(", ")}.`);
  return text;
}

function checkJson(name: string, field: Field, value: unknown): string {
  if (field.list ? !Array.isArray(value) : !isObject(value))
    throw failedValidation(name, "json", field.list ? "Value must be a list." : "Value must be an object.");
  if (depthOf(value, MAX_JSON_DEPTH + 1) > MAX_JSON_DEPTH)
    throw failedValidation(name, "depth", `Value is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  return JSON.stringify(value, (_key, each) =>
    typeof each === "string" ? each.toWellFormed().replaceAll("\u0000", "") : each,
  );
}

function depthOf(value: unknown, enough: number): number {
  if (typeof value !== "object" || value === null || enough === 0) return 0;
  let deepest = 0;
  for (const each of Object.values(value)) deepest = Math.max(deepest, depthOf(each, enough - 1));
  return deepest + 1;
}
