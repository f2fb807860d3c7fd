import { fullFormats } from "ajv-formats/dist/formats.js";
import { createPatternTests } from "../../shared/text/patterns.ts";

/**
 * Checks values against the fields of a template. A template's schema has few keywords (contract/templates/template-file.ts), so they are
 * interpreted: ajv compiles a schema into code, which the policy of a worker in the browser forbids. Both find the same faults.
 */

/** What a template's JSON Schema may have; what isn't listed is not checked. */
export type CheckedField = {
  type?: string;
  title?: string;
  properties?: Record<string, CheckedField>;
  required?: readonly string[];
  additionalProperties?: unknown;
  items?: CheckedField;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  pattern?: string;
  format?: string;
  enum?: readonly unknown[];
  oneOf?: readonly { const?: unknown }[];
};

/** A value, or a missing or unknown key, that its field doesn't accept. */
export type Misfit = {
  keyword: string;
  path: string[];
  // biome-ignore lint/suspicious/noExplicitAny: each keyword has its own, as in ajv
  params: Record<string, any>;
  field: CheckedField;
  value: unknown;
};

/** All misfits. Patterns have a number of steps together; beyond them `tooMuch` is thrown. */
export function findMisfits(fields: CheckedField, data: unknown, tooMuch: () => Error): Misfit[] {
  const patterns = createPatternTests(tooMuch);
  const found: Misfit[] = [];
  patterns.within(() => check(fields, data, []));
  return found;

  function check(field: CheckedField, value: unknown, path: string[]) {
    const report = (keyword: string, params: Misfit["params"], at = path) =>
      found.push({ keyword, path: at, params, field, value });

    if (field.type && !hasType(value, field.type)) report("type", { type: field.type });
    if (field.enum && !field.enum.includes(value)) report("enum", { allowedValues: field.enum });
    if (field.oneOf && !field.oneOf.some((choice) => choice.const === value)) report("oneOf", {});
    if (typeof value === "number") checkNumber(field, value, report);
    else if (typeof value === "string") checkText(field, value, report);
    else if (Array.isArray(value)) checkList(field, value, path, report);
    else if (typeof value === "object" && value !== null) checkGroup(field, value, path, report);
  }

  function checkNumber(
    { maximum, minimum, multipleOf }: CheckedField,
    value: number,
    report: (keyword: string, params: object) => void,
  ) {
    if (maximum !== undefined && value > maximum) report("maximum", { limit: maximum });
    if (minimum !== undefined && value < minimum) report("minimum", { limit: minimum });
    if (multipleOf !== undefined && !Number.isInteger(value / multipleOf))
      report("multipleOf", { multipleOf });
  }

  function checkText(
    { maxLength, minLength, pattern, format }: CheckedField,
    value: string,
    report: (keyword: string, params: object) => void,
  ) {
    if (maxLength !== undefined && value.length > maxLength && lengthOf(value) > maxLength)
      report("maxLength", { limit: maxLength });
    if (minLength !== undefined && lengthOf(value) < minLength) report("minLength", { limit: minLength });
    if (pattern !== undefined && !patterns.regExp(pattern, "u").test(value)) report("pattern", { pattern });
    if (format !== undefined && !hasFormat(value, format)) report("format", { format });
  }

  function checkList(
    { maxItems, minItems, items }: CheckedField,
    rows: unknown[],
    path: string[],
    report: (keyword: string, params: object) => void,
  ) {
    if (maxItems !== undefined && rows.length > maxItems) report("maxItems", { limit: maxItems });
    if (minItems !== undefined && rows.length < minItems) report("minItems", { limit: minItems });
    if (items) for (const [index, row] of rows.entries()) check(items, row, [...path, String(index)]);
  }

  function checkGroup(
    { required = [], properties = {}, additionalProperties }: CheckedField,
    group: object,
    path: string[],
    report: (keyword: string, params: object, at: string[]) => void,
  ) {
    for (const name of required)
      if (!Object.hasOwn(group, name)) report("required", { missingProperty: name }, [...path, name]);
    if (additionalProperties === false)
      for (const name of Object.keys(group))
        if (!Object.hasOwn(properties, name))
          report("additionalProperties", { additionalProperty: name }, [...path, name]);
    for (const [name, field] of Object.entries(properties))
      if (Object.hasOwn(group, name)) check(field, Reflect.get(group, name), [...path, name]);
  }
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

/** In characters, not in UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function hasFormat(text: string, format: string): boolean {
  const known: unknown = Object.hasOwn(fullFormats, format) ? Reflect.get(fullFormats, format) : undefined;
  if (known instanceof RegExp) return known.test(text);
  if (typeof known === "function") return Boolean(known(text));
  if (typeof known !== "object" || known === null || !("validate" in known)) return true;
  const { validate } = known;
  return typeof validate === "function" ? Boolean(validate(text)) : true;
}
