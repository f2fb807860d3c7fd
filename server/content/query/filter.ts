import type { Field, FieldType } from "../../../contract/collections/collections.ts";
import { MAX_CONDITIONS, MAX_FILTER_DEPTH } from "../../../contract/limits.ts";
import { forbiddenCollection, forbiddenField, invalidQuery, messageOf } from "../../errors/errors.ts";
import type { QueryBudget } from "./budget.ts";
import { targetOf } from "./fields.ts";
import { type FieldValue, fieldOfValue, readFieldValue } from "./functions.ts";
import { isIndexed, isObject } from "./parameters.ts";
import type { Condition, Operator, Readable, Value } from "./query.ts";
import { resolveVariable, type Variables } from "./variables.ts";

const ANY: Operator[] = ["_null", "_nnull"];
const EQUAL: Operator[] = [...ANY, "_eq", "_neq", "_in", "_nin"];
const ORDERED: Operator[] = [...EQUAL, "_lt", "_lte", "_gt", "_gte", "_between", "_nbetween"];
const WORDS: Operator[] = [
  ...EQUAL,
  "_empty",
  "_nempty",
  "_contains",
  "_ncontains",
  "_icontains",
  "_nicontains",
  "_starts_with",
  "_nstarts_with",
  "_istarts_with",
  "_nistarts_with",
  "_ends_with",
  "_nends_with",
  "_iends_with",
  "_niends_with",
];

const OPERATORS: Record<FieldType, Operator[]> = {
  uuid: [...EQUAL, "_empty", "_nempty"],
  string: WORDS,
  text: WORDS,
  integer: ORDERED,
  float: ORDERED,
  timestamp: ORDERED,
  json: ANY,
  alias: [],
};

type Place = {
  collection: string;
  readable: Readable;
  path: string[];
  depth: number;
  budget: QueryBudget;
  variables: Variables;
};

export function parseFilter(
  value: unknown,
  collection: string,
  readable: Readable,
  budget: QueryBudget,
  variables: Variables,
): Condition | null {
  if (value === undefined || value === "") return null;
  const filter = typeof value === "string" ? parseJson(value) : value;
  if (!isObject(filter)) throw invalidQuery('"filter" has to be an object of fields and operators');
  return parseLevel(filter, { collection, readable, path: [], depth: 1, budget, variables });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidQuery(`"filter" is not valid JSON: ${messageOf(error)}`);
  }
}

function parseLevel(level: Record<string, unknown>, place: Place): Condition {
  if (place.depth > MAX_FILTER_DEPTH)
    throw invalidQuery(`"filter" is nested deeper than ${MAX_FILTER_DEPTH} levels`);
  const all: Condition[] = [];
  for (const [name, value] of Object.entries(level)) {
    if (name === "_and" || name === "_or") all.push(parseGroup(name, value, place));
    else all.push(...parseField(name, value, place));
  }
  // An empty group costs too; the others were counted when they were read.
  if (all.length === 0) place.budget.takeConditions(1);
  const [first, ...others] = all;
  return first && others.length === 0 ? first : { kind: "and", of: all };
}

function parseGroup(name: "_and" | "_or", value: unknown, place: Place): Condition {
  const list = Array.isArray(value)
    ? value
    : isIndexed(value)
      ? Object.values(value)
      : value === ""
        ? []
        : undefined;
  if (!list) throw invalidQuery(`"${name}" has to be a list of filters`);
  if (list.length > MAX_CONDITIONS)
    throw invalidQuery(
      `"${name}" holds ${list.length} filters, at most ${MAX_CONDITIONS} conditions are allowed in a query`,
    );
  const of = list.map((item) => {
    if (!isObject(item)) throw invalidQuery(`"${name}" has to be a list of filters`);
    return parseLevel(item, { ...place, depth: place.depth + 1 });
  });
  return { kind: name === "_and" ? "and" : "or", of };
}

function parseField(name: string, value: unknown, place: Place): Condition[] {
  const allowed = place.readable(place.collection);
  if (!allowed) throw forbiddenCollection(place.collection);
  const asked = readFieldValue(name);
  const own = Object.hasOwn(allowed, asked.field) ? allowed[asked.field] : undefined;
  if (!own) throw forbiddenField(asked.field, place.collection, place.path);
  const field = fieldOfValue(asked, own);
  const target = targetOf(field);
  if (!isObject(value) || isIndexed(value)) return [compare(asked, field, "_eq", value, place)];

  const below = { ...place, path: [...place.path, name], depth: place.depth + 1 };
  const conditions: Condition[] = [];
  const related: Record<string, unknown> = {};
  for (const [key, operand] of Object.entries(value)) {
    // Assigned below, it would be lost; no collection has a field of this name.
    if (key === "__proto__") throw forbiddenField(key, target ?? place.collection, below.path);
    if (target && (key === "_some" || key === "_none")) {
      if (!isObject(operand)) throw invalidQuery(`"${key}" has to be a filter`);
      conditions.push(relate(name, target, key === "_some" ? "some" : "none", operand, below));
    } else if (key.startsWith("_") && key !== "_and" && key !== "_or") {
      conditions.push(compare(asked, field, key, operand, place));
    } else if (target) {
      related[key] = operand;
    } else {
      // A name that is no operator is a field, also "eq" without its underscore.
      throw forbiddenField(key, place.collection, below.path);
    }
  }
  if (target && Object.keys(related).length > 0)
    conditions.push(relate(name, target, "some", related, below));
  return conditions;
}

function relate(
  field: string,
  collection: string,
  quantifier: "some" | "none",
  filter: Record<string, unknown>,
  place: Place,
): Condition {
  place.budget.takeConditions(1);
  return {
    kind: "related",
    field,
    collection,
    quantifier,
    where: parseLevel(filter, { ...place, collection }),
  };
}

function compare(
  { field: name, fn }: FieldValue,
  field: Field,
  written: string,
  operand: unknown,
  { budget, variables }: Pick<Place, "budget" | "variables">,
): Condition {
  budget.takeConditions(1);
  const operator = OPERATORS[field.type].find((each) => each === written);
  if (!operator)
    throw invalidQuery(
      `"${field.type}" field type does not contain the "${written.slice(0, 40)}" filter operator`,
    );
  if (field.source && isWordOperator(operator))
    throw invalidQuery(
      `"${name}" holds source text, which "${operator}" doesn't search; use "search" or another field`,
    );
  const readValue = (item: unknown) =>
    asValue(name, field, operator, typeof item === "string" ? resolveVariable(item, variables) : item);
  if (operator === "_null" || operator === "_nnull" || operator === "_empty" || operator === "_nempty") {
    const inverse = { _null: "_nnull", _nnull: "_null", _empty: "_nempty", _nempty: "_empty" } as const;
    const holds = operand !== "false" && operand !== false && operand !== "0" && operand !== 0;
    return { kind: "compare", field: name, fn, operator: holds ? operator : inverse[operator], values: [] };
  }
  if (operator === "_in" || operator === "_nin") {
    const list = asList(operand);
    budget.takeValues(list.length);
    return {
      kind: "compare",
      field: name,
      fn,
      operator,
      values: list.map(readValue),
    };
  }
  if (operator === "_between" || operator === "_nbetween") {
    const list = asList(operand);
    if (list.length !== 2) throw invalidQuery(`"${operator}" takes two values: the lowest and the highest`);
    return {
      kind: "compare",
      field: name,
      fn,
      operator,
      values: list.map(readValue),
    };
  }
  if (operand === null && (operator === "_eq" || operator === "_neq"))
    return {
      kind: "compare",
      field: name,
      fn,
      operator: operator === "_eq" ? "_null" : "_nnull",
      values: [],
    };
  if (operand === "")
    throw invalidQuery(
      `You can't filter for an empty string in "${operator}". Use "_empty" or "_nempty" instead`,
    );
  return { kind: "compare", field: name, fn, operator, values: [readValue(operand)] };
}

export function isWordOperator(operator: Operator): boolean {
  return /(?:contains|starts_with|ends_with)$/.test(operator);
}

function asList(operand: unknown): unknown[] {
  if (Array.isArray(operand)) return operand;
  if (isIndexed(operand)) return Object.values(operand);
  if (typeof operand === "string") return operand === "" ? [] : operand.split(",");
  return [operand];
}

function asValue(name: string, field: Field, operator: Operator, operand: unknown): Value {
  if (typeof operand === "boolean") return asValue(name, field, operator, String(operand));
  if (typeof operand !== "string" && typeof operand !== "number")
    throw invalidQuery(`"${operator}" on "${name}" takes a ${field.type}`);
  if (field.type === "integer" || field.type === "float") {
    const number =
      typeof operand === "number" ? operand : operand.trim() === "" ? Number.NaN : Number(operand);
    if (!Number.isFinite(number))
      throw invalidQuery(`"${operator}" on "${name}" takes a number, not "${String(operand).slice(0, 40)}"`);
    return number;
  }
  if (field.type === "timestamp") {
    const moment = new Date(operand);
    if (Number.isNaN(moment.getTime()))
      throw invalidQuery(
        `"${operator}" on "${name}" takes a date such as 2026-11-15T09:00:00Z, not "${String(operand).slice(0, 40)}"`,
      );
    return moment.toISOString();
  }
  const text = asText(operand);
  // What can hold no space was written with a plus that the address made a space of: ada+work@example.org.
  return field.spaceless ? text.replaceAll(" ", "+") : text;
}

/** PostgreSQL's text cannot hold NUL; nothing stored has one, so nothing can match it. */
export function asText(value: string | number): string {
  return String(value).replaceAll("\u0000", "\ufffd").toWellFormed();
}
