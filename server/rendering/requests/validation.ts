import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { InvalidValue } from "../../../contract/render.ts";
import { createBoundedCache } from "../../kernel/bounded-cache.ts";
import { createPatternTests } from "../../limits/patterns.ts";
import type { JsonObject } from "../data.ts";
import { RenderError } from "../errors.ts";
import { findLongLists } from "./long-lists.ts";

/** Checks data against a template's fields. Schemas are compiled once per template version; the least recently used are dropped. */
export type Validation = {
  /** What is wrong, each with the field it is in. */
  check(key: string, fields: object, data: JsonObject): InvalidValue[];
  /**
   * For a form still being filled in: what is missing is fine, what is too long is cut, what else doesn't fit is left out. Both
   * are listed in `ignored`; `leftOut` has the paths at which nothing is to be shown, the sample's words neither.
   */
  fitPreview(
    key: string,
    fields: object,
    data: JsonObject,
  ): { data: JsonObject; ignored: InvalidValue[]; leftOut: string[][] };
};

/** The fields of a template, in one version of it. */
export function schemaKey({ id, version }: { id: string; version: string }): string {
  return `${id} ${version}`;
}

const MOST_SCHEMAS = 500;
const MOST_ERRORS = 50;
const ROUNDS = 5; // leaving a row out can break "at least one row"; more than a few such steps are not a form

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
    "The values whose form is checked by a pattern are too many or too long.",
  );
}

const UNFINISHED = new Set(["required", "minItems", "minLength", "minProperties", "dependentRequired"]);

function isUnfinished(error: ErrorObject): boolean {
  return UNFINISHED.has(error.keyword);
}

/** A row that is there and empty; in a list of texts, too, where it is not even a text yet. */
function isBlankRow({ keyword, data }: ErrorObject): boolean {
  if (keyword === "additionalProperties") return false; // it has at least that one; counting them for each would take a minute
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

/** Whether what is there was too long, and is now as much of it as fits. */
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
  // A row keeps its place in its list, or the fields after it would be shown as others' rows. No list gets longer by it.
  if (Array.isArray(holder)) {
    if (Number(last) < holder.length) holder[Number(last)] = {};
  } else Reflect.deleteProperty(holder, last);
}

/** What holds the value at a path, and by which key. */
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
