import type { InvalidValue } from "../../contract/rendering/render.ts";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { type Message, type Text, textFor } from "../../contract/texts/text.ts";
import { findSwissProblems } from "../../shared/bill/page-sums.ts";
import { messageFor } from "../../shared/messages/english.ts";
import { RenderError } from "../errors.ts";
import type { Json, JsonObject } from "../job.ts";
import { type CheckedField, findMisfits, type Misfit } from "./check-values.ts";

const MAX_ERRORS = 50; // enough to report
const ROUNDS = 5; // leaving a row out can break "at least one row"; no real form needs more steps

/** The values that a template's fields don't accept, each with its field. */
export function findInvalid(fields: CheckedField, data: JsonObject): InvalidValue[] {
  const tooLong = findLongLists(fields, data).map(({ shorten: _, ...invalid }) => invalid);
  if (tooLong.length > 0) return tooLong.slice(0, MAX_ERRORS);
  return findMisfits(fields, data, tooMuchToCheck).slice(0, MAX_ERRORS).map(describe);
}

/**
 * For a form still being filled in: missing values are fine, long ones are cut, other invalid ones are left out. Cut and left-out values
 * are listed in `ignored`; `leftOut` has the paths at which not even the sample is shown.
 */
export function fitPreview(
  fields: CheckedField,
  given: JsonObject,
): { data: JsonObject; ignored: InvalidValue[]; leftOut: string[][] } {
  const data = structuredClone(given);
  const ignored: InvalidValue[] = [];
  const leftOut: string[][] = [];
  for (const { shorten, ...invalid } of findLongLists(fields, data)) {
    shorten();
    if (ignored.length < MAX_ERRORS) ignored.push(invalid);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const misfits = findMisfits(fields, data, tooMuchToCheck).filter(
      (misfit) => !isUnfinished(misfit) && !isBlankRow(misfit),
    );
    if (misfits.length === 0) break;
    for (const misfit of misfits) {
      if (ignored.length < MAX_ERRORS) ignored.push(describe(misfit));
      if (cutAt(data, misfit)) continue;
      removeAt(data, misfit.path);
      leftOut.push(misfit.path);
    }
  }
  return { data, ignored, leftOut };
}

/** Values that are fine by themselves, but not for the payment part that the page is to have. */
export function findPaymentProblems(fields: GroupField, data: JsonObject): InvalidValue[] {
  return findSwissProblems(fields, data).map(({ path, label, problem }) => ({
    field: path,
    type: "payment",
    ...problemOf(path, label, problem),
  }));
}

function tooMuchToCheck(): RenderError {
  return new RenderError("DATA_TOO_LARGE", messageFor("data_too_much_to_check"));
}

const UNFINISHED = new Set(["required", "minItems", "minLength", "minProperties", "dependentRequired"]);

function isUnfinished({ keyword }: Misfit): boolean {
  return UNFINISHED.has(keyword);
}

/** An empty row, also in a list of texts, where it is not a text yet. */
function isBlankRow({ keyword, value }: Misfit): boolean {
  if (keyword === "additionalProperties") return false; // it has at least one key; counting them for each error would take a minute
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function describe(misfit: Misfit): InvalidValue {
  const field = misfit.path.join(".");
  const isOfParent = misfit.keyword === "required" || misfit.keyword === "additionalProperties";
  const title = isOfParent ? undefined : misfit.field.title;
  return { field, type: misfit.keyword, ...problemOf(field, title, requirementOf(misfit)) };
}

function problemOf(field: string, title: string | undefined, problem: Text): Message {
  return title
    ? messageFor("titled_value_problem", { field, title, problem })
    : messageFor("value_problem", { field, problem });
}

export function requirementOf({ keyword, params }: Pick<Misfit, "keyword" | "params">): Text {
  switch (keyword) {
    case "required":
      return textFor("value_required");
    case "additionalProperties":
      return textFor("value_unknown");
    case "enum":
      return textFor("value_one_of", { choices: params.allowedValues.slice(0, 20).join(", ") });
    case "type":
      return textFor("value_type", { type: params.type });
    case "maxLength":
      return textFor("value_max_length", { most: params.limit });
    case "minLength":
      return textFor("value_min_length", { least: params.limit });
    case "maxItems":
      return textFor("value_max_items", { most: params.limit });
    case "minItems":
      return textFor("value_min_items", { least: params.limit });
    case "maximum":
      return textFor("value_maximum", { most: params.limit });
    case "minimum":
      return textFor("value_minimum", { least: params.limit });
    case "multipleOf":
      return textFor("value_multiple", { step: params.multipleOf });
    case "pattern":
      return textFor("value_pattern", { pattern: params.pattern });
    case "format":
      return textFor("value_format", { format: params.format });
    default:
      return textFor("value_invalid");
  }
}

/** Cuts a value that is too long. Returns whether it did. */
function cutAt(data: JsonObject, { keyword, params, path }: Misfit): boolean {
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

/**
 * Removes most of the data that no field takes: unknown keys, rows beyond a list's maximum, and the contents of objects and lists in
 * place of another type. A few of each stay, so that validation still reports them. Otherwise each of twenty thousand keys would be an
 * error of its own, and all clients would wait for them.
 */
export function cutToFields(fields: CheckedField, data: JsonObject): JsonObject {
  let unknownKeys = 0;

  function cut(field: CheckedField | undefined, value: Json): Json {
    if (typeof value !== "object" || value === null || !field?.type) return value;
    if (Array.isArray(value)) {
      if (field.type !== "array") return value.slice(0, MAX_ERRORS);
      // One row too many is as wrong as a thousand.
      return value.slice(0, (field.maxItems ?? value.length) + 1).map((row) => cut(field.items, row));
    }
    return field.type === "object" ? cutGroup(field, value) : firstOf(value);
  }

  function cutGroup({ properties = {}, additionalProperties }: CheckedField, group: JsonObject): JsonObject {
    const entries: [string, Json][] = [];
    for (const name of Object.keys(group)) {
      const value = group[name] ?? null;
      if (Object.hasOwn(properties, name)) entries.push([name, cut(properties[name], value)]);
      else if (additionalProperties !== false) entries.push([name, value]);
      else if (unknownKeys++ < MAX_ERRORS) entries.push([name, value]);
    }
    // fromEntries makes "__proto__" a plain key, where an assignment would not.
    return Object.fromEntries(entries);
  }

  return cutGroup(fields, data);
}

function firstOf(group: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(group).slice(0, MAX_ERRORS));
}

type LongList = InvalidValue & { shorten(): void };

/**
 * Lists with more rows than their field allows. They are found before the data is validated: each invalid row is an error of its own,
 * and thousands of them take longer than the page.
 */
function findLongLists(fields: CheckedField, data: JsonObject): LongList[] {
  const found: LongList[] = [];
  visit(fields, data, []);
  return found;

  function visit(field: CheckedField | undefined, value: unknown, path: string[]) {
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
    ...problemOf(field, title, textFor("value_max_items", { most: limit })),
    shorten: () => list.splice(limit),
  };
}
