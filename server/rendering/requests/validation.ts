import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { InvalidValue } from "../../../contract/rendering/render.ts";
import { createBoundedCache } from "../../cache/bounded-cache.ts";
import { createPatternTests } from "../../limits/patterns.ts";
import type { Json, JsonObject } from "../data.ts";
import { RenderError } from "../errors.ts";

/** Checks data against a template's fields. Schemas are compiled once per template version; the least recently used are dropped. */
export type Validation = {
  /** The errors, each with its field. */
  check(key: string, fields: object, data: JsonObject): InvalidValue[];
  /**
   * For a form still being filled in: missing values are fine, long ones are cut, other invalid ones are left out. Cut and left-out values
   * are listed in `ignored`; `leftOut` has the paths at which not even the sample is shown.
   */
  fitPreview(
    key: string,
    fields: object,
    data: JsonObject,
  ): { data: JsonObject; ignored: InvalidValue[]; leftOut: string[][] };
};

const MOST_SCHEMAS = 500;
const MOST_ERRORS = 50; // enough to report
const ROUNDS = 5; // leaving a row out can break "at least one row"; no real form needs more steps

export function createValidation(mostSchemas = MOST_SCHEMAS): Validation {
  const patterns = createPatternTests(tooMuchToCheck);
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    verbose: true,
    code: { regExp: patterns.regExp },
  });
  addFormats.default(ajv);
  const compiled = createBoundedCache<ValidateFunction>({
    mostEntries: mostSchemas,
    onForget: ({ schema }) => {
      if (typeof schema === "object") ajv.removeSchema(schema);
    },
  });

  function compile(key: string, fields: object): ValidateFunction {
    const known = compiled.get(key);
    if (known) return known;
    const validate = ajv.compile(fields);
    compiled.set(key, validate);
    return validate;
  }

  function errorsOf(key: string, fields: object, data: JsonObject): ErrorObject[] {
    const validate = compile(key, fields);
    return patterns.within(() => validate(data))
      ? []
      : (validate.errors ?? []).filter((error) => error.keyword !== "if");
  }

  return {
    check: (key, fields, data) => {
      const tooLong = findLongLists(fields, data).map(({ shorten: _, ...invalid }) => invalid);
      if (tooLong.length > 0) return tooLong.slice(0, MOST_ERRORS);
      return errorsOf(key, fields, data).slice(0, MOST_ERRORS).map(describe);
    },
    fitPreview: (key, fields, given) => {
      const data = structuredClone(given);
      const ignored: InvalidValue[] = [];
      const leftOut: string[][] = [];
      for (const { shorten, ...invalid } of findLongLists(fields, data)) {
        shorten();
        if (ignored.length < MOST_ERRORS) ignored.push(invalid);
      }
      for (let round = 0; round < ROUNDS; round++) {
        const misfits = errorsOf(key, fields, data).filter(
          (error) => !isUnfinished(error) && !isBlankRow(error),
        );
        if (misfits.length === 0) break;
        for (const misfit of misfits) {
          if (ignored.length < MOST_ERRORS) ignored.push(describe(misfit));
          const path = pathOf(misfit);
          if (cutAt(data, path, misfit)) continue;
          removeAt(data, path);
          leftOut.push(path);
        }
      }
      return { data, ignored, leftOut };
    },
  };
}

function tooMuchToCheck(): RenderError {
  return new RenderError(
    "DATA_TOO_LARGE",
    "There are too many values to check against a pattern, or they are too long.",
  );
}

const UNFINISHED = new Set(["required", "minItems", "minLength", "minProperties", "dependentRequired"]);

function isUnfinished(error: ErrorObject): boolean {
  return UNFINISHED.has(error.keyword);
}

/** An empty row, also in a list of texts, where it is not a text yet. */
function isBlankRow({ keyword, data }: ErrorObject): boolean {
  if (keyword === "additionalProperties") return false; // it has at least one key; counting them for each error would take a minute
  return typeof data === "object" && data !== null && Object.keys(data).length === 0;
}

function pathOf(error: ErrorObject): string[] {
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const { missingProperty, additionalProperty }: Record<string, string | undefined> = error.params;
  const named = missingProperty ?? additionalProperty;
  return named ? [...path, named] : path;
}

function describe(error: ErrorObject): InvalidValue {
  const field = pathOf(error).join(".");
  const title: string | undefined = error.parentSchema?.title;
  return {
    field,
    type: error.keyword,
    message: `"${field}"${nameOf(title, error)} ${requirementOf(error)}.`,
  };
}

function nameOf(title: string | undefined, error: ErrorObject): string {
  const isOfParent = error.keyword === "required" || error.keyword === "additionalProperties";
  return title && !isOfParent ? ` (${title})` : "";
}

function requirementOf({ keyword, params, message }: ErrorObject): string {
  if (keyword === "required") return "is required";
  if (keyword === "additionalProperties") return "is not a field of this template";
  if (keyword === "enum") return `must be one of ${params.allowedValues.slice(0, 20).join(", ")}`;
  return message ?? "is not valid";
}

/** Cuts a value that is too long. Returns whether it did. */
function cutAt(data: JsonObject, path: string[], { keyword, params }: ErrorObject): boolean {
  if (keyword !== "maxLength") return false;
  const [holder, last] = placeOf(data, path);
  if (!holder || last === undefined) return false;
  const value: unknown = Reflect.get(holder, last);
  if (typeof value !== "string") return false;
  return Reflect.set(holder, last, [...value].slice(0, params.limit).join(""));
}

export function removeAt(data: JsonObject, path: string[]) {
  const [holder, last] = placeOf(data, path);
  if (!holder || last === undefined) return;
  // A row stays in its list, empty, so that the rows after it stay in place. The list never gets longer.
  if (Array.isArray(holder)) {
    if (Number(last) < holder.length) holder[Number(last)] = {};
  } else Reflect.deleteProperty(holder, last);
}

/** The object or list that contains the value at a path, and its key there. */
function placeOf(data: JsonObject, path: string[]): [object | undefined, string | undefined] {
  let holder: unknown = data;
  for (const key of path.slice(0, -1)) {
    holder =
      typeof holder === "object" && holder !== null && Object.hasOwn(holder, key)
        ? Reflect.get(holder, key)
        : undefined;
  }
  return [typeof holder === "object" && holder !== null ? holder : undefined, path.at(-1)];
}

/** The part of a template's fields that is read without compiling them. */
type Field = {
  type?: string;
  title?: string;
  properties?: Record<string, Field>;
  additionalProperties?: unknown;
  items?: Field;
  maxItems?: number;
};

/**
 * Removes most of the data that no field takes: unknown keys, rows beyond a list's maximum, and the contents of objects and lists in
 * place of another type. A few of each stay, so that validation still reports them. Otherwise each of twenty thousand keys would be an
 * error of its own, and all clients would wait for them.
 */
export function cutToFields(fields: object, data: JsonObject): JsonObject {
  let unknownKeys = 0;

  function cut(field: Field | undefined, value: Json): Json {
    if (typeof value !== "object" || value === null || !field?.type) return value;
    if (Array.isArray(value)) {
      if (field.type !== "array") return value.slice(0, MOST_ERRORS);
      // One row too many is as wrong as a thousand.
      return value.slice(0, (field.maxItems ?? value.length) + 1).map((row) => cut(field.items, row));
    }
    return field.type === "object" ? cutGroup(field, value) : firstOf(value);
  }

  function cutGroup({ properties = {}, additionalProperties }: Field, group: JsonObject): JsonObject {
    const entries: [string, Json][] = [];
    for (const name of Object.keys(group)) {
      const value = group[name] ?? null;
      if (Object.hasOwn(properties, name)) entries.push([name, cut(properties[name], value)]);
      else if (additionalProperties !== false) entries.push([name, value]);
      else if (unknownKeys++ < MOST_ERRORS) entries.push([name, value]);
    }
    // fromEntries makes "__proto__" a plain key, where an assignment would not.
    return Object.fromEntries(entries);
  }

  return cutGroup(fields, data);
}

function firstOf(group: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(group).slice(0, MOST_ERRORS));
}

type LongList = InvalidValue & { shorten(): void };

/**
 * Lists with more rows than their field allows. They are found before the data is validated: each invalid row is an error of its own,
 * and thousands of them take longer than the page.
 */
function findLongLists(fields: object, data: JsonObject): LongList[] {
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
    if (value.length > limit) found.push(describeLongList(value, limit, path, field.title));
    for (const [row, each] of value.slice(0, limit).entries())
      visit(field.items, each, [...path, String(row)]);
  }
}

function describeLongList(
  list: unknown[],
  limit: number,
  path: string[],
  title: string | undefined,
): LongList {
  const field = path.join(".");
  return {
    field,
    type: "maxItems",
    message: `"${field}"${title ? ` (${title})` : ""} must NOT have more than ${limit} items.`,
    shorten: () => list.splice(limit),
  };
}
