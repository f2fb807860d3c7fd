import type { Field } from "../../../contract/collections/collections.ts";
import {
  MAX_AGGREGATES,
  MAX_FIELD_DEPTH,
  MAX_FIELD_NAMES,
  MAX_GROUP_FIELDS,
  MAX_LIMIT,
  MAX_SEARCH_LENGTH,
  MAX_SORT_FIELDS,
} from "../../../contract/limits.ts";
import { INTERFACE_LANGUAGES } from "../../../contract/site/interface-languages.ts";
import { forbiddenCollection, forbiddenField, invalidQuery } from "../../errors/errors.ts";
import { createQueryBudget, type QueryBudget } from "./budget.ts";
import { parseFields, type ReadRelated } from "./fields.ts";
import { asText, parseFilter } from "./filter.ts";
import { fieldOfValue, readFieldValue } from "./functions.ts";
import { isObject, type RawQuery, readNames } from "./parameters.ts";
import {
  AGGREGATE_FUNCTIONS,
  type Aggregate,
  type AggregateFunction,
  type Condition,
  type FieldTree,
  type Group,
  type MetaName,
  type Query,
  type Readable,
} from "./query.ts";
import type { Variables } from "./variables.ts";

/** Pages beyond this one hold nothing in any library there is. */
const MAX_OFFSET = 100_000_000;

/** Parses and limits a query to what this viewer may read. */
export function parseQuery(
  raw: RawQuery,
  collection: string,
  readable: Readable,
  variables: Variables,
): Query {
  if (!readable(collection)) throw forbiddenCollection(collection);
  const budget = createQueryBudget();
  const aggregate = parseAggregate(raw.aggregate, collection, readable);
  const groupBy = parseGroupBy(raw.groupBy, collection, readable);
  if (groupBy.length > 0 && aggregate.length === 0) aggregate.push({ fn: "count", field: "*" });
  return {
    fields: parseFields(raw, collection, readable, readRelated(readable, variables, budget)),
    filter: amongKeys(raw.keys, parseFilter(raw.filter, collection, readable, budget, variables), budget),
    sort: parseSort(raw.sort, collection, readable),
    limit: parseLimit(raw.limit ?? raw.keys?.length),
    offset: parseInteger(raw.offset, "offset", 0) ?? 0,
    page: parseInteger(raw.page, "page", 0),
    search: parseSearch(raw.search, budget),
    language: INTERFACE_LANGUAGES.find((each) => each === raw.language),
    meta: parseMeta(raw.meta),
    aggregate,
    groupBy,
  };
}

/** What an answer about single items shows. */
export function parseShape(
  raw: Pick<RawQuery, "fields" | "alias" | "deep">,
  collection: string,
  readable: Readable,
  variables: Variables,
): FieldTree {
  return parseFields(raw, collection, readable, readRelated(readable, variables, createQueryBudget()));
}

const RELATED_PARAMETERS = ["_filter", "_sort", "_limit", "_offset", "_page", "_search", "_alias"];

/** The query of `deep[relation]`, within the budget of the whole query. */
function readRelated(readable: Readable, variables: Variables, budget: QueryBudget): ReadRelated {
  return (given, collection) => {
    const unknown = Object.keys(given).find(
      (name) => name.startsWith("_") && !RELATED_PARAMETERS.includes(name),
    );
    if (unknown !== undefined)
      throw invalidQuery(`"deep" takes ${RELATED_PARAMETERS.join(", ")}, not "${unknown.slice(0, 40)}"`);
    const limit = parseLimit(given._limit);
    const page = parseInteger(given._page, "_page", 0);
    const offset = parseInteger(given._offset, "_offset", 0) ?? 0;
    return {
      filter: parseFilter(given._filter, collection, readable, budget, variables),
      search: parseSearch(given._search, budget),
      sort: parseSort(given._sort, collection, readable),
      limit,
      offset: page !== undefined && limit !== undefined ? Math.max(page - 1, 0) * limit : offset,
    };
  };
}

/** The filter, narrowed to the items that are named. */
function amongKeys(keys: RawQuery["keys"], filter: Condition | null, budget: QueryBudget): Condition | null {
  if (!keys) return filter;
  budget.takeValues(keys.length);
  const named: Condition = { kind: "compare", field: "id", operator: "_in", values: keys.map(asText) };
  return filter ? { kind: "and", of: [named, filter] } : named;
}

function parseLimit(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const limit = parseInteger(value, "limit", -1) ?? 0;
  if (limit === -1) return MAX_LIMIT;
  if (limit > MAX_LIMIT)
    throw invalidQuery(
      `"limit" must be less than or equal to ${MAX_LIMIT}; what lies beyond is reached with "page"`,
    );
  return limit;
}

/** An empty value counts as 0, as Directus has it. */
function parseInteger(value: unknown, name: string, minimum: number): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === "number" ? value : typeof value === "string" ? Number(value) : Number.NaN;
  if (!Number.isInteger(number) || number > MAX_OFFSET)
    throw invalidQuery(`"${name}" must be a whole number`);
  if (number < minimum) throw invalidQuery(`"${name}" must be greater than or equal to ${minimum}`);
  return number;
}

function parseSort(value: unknown, collection: string, readable: Readable): Query["sort"] {
  if (value === undefined || value === "") return [];
  return readNames(value, "sort", MAX_SORT_FIELDS).map((name) => {
    const descending = name.startsWith("-");
    const path = descending ? name.slice(1) : name;
    const [first = "", second, ...further] = path.split(".");
    if (second === undefined) {
      const value = readFieldValue(first);
      requireOrderable(path, fieldOfValue(value, readableField(value.field, collection, readable)), "sorted");
      return { field: value.field, fn: value.fn, descending };
    }
    const own = readableField(first, collection, readable);
    if (!own.to || further.length > 0)
      throw invalidQuery(`"sort" follows one relation to one item: "${path.slice(0, 80)}" does not`);
    const { field, fn, key } = readFieldValue(second);
    const value = fieldOfValue({ field, fn, key }, readableField(field, own.to, readable));
    requireOrderable(path, value, "sorted");
    return { field, fn, descending, through: { field: first, collection: own.to } };
  });
}

function requireOrderable(name: string, { type, source }: Field, done: string): void {
  if (source) throw invalidQuery(`"${name}" holds source text and cannot be ${done} by`);
  if (type === "alias" || type === "json")
    throw invalidQuery(`"${name}" is a ${type} and cannot be ${done} by`);
}

function parseSearch(value: unknown, budget: QueryBudget): string | null {
  if (value === undefined || value === "") return null;
  if (typeof value !== "string") throw invalidQuery('"search" has to be text');
  if (value.length > MAX_SEARCH_LENGTH)
    throw invalidQuery(`"search" is longer than ${MAX_SEARCH_LENGTH} characters`);
  const query = value.replaceAll("\u0000", " ").toWellFormed().trim();
  if (query === "") return null;
  budget.takeConditions(query.split(/\s+/).length);
  return query;
}

function parseMeta(value: unknown): MetaName[] {
  if (value === undefined || value === "") return [];
  const names = readNames(value, "meta", MAX_FIELD_NAMES);
  if (names.includes("*")) return ["total_count", "filter_count"];
  for (const name of names)
    if (name !== "total_count" && name !== "filter_count")
      throw invalidQuery(`"meta" takes total_count and filter_count, not "${name.slice(0, 40)}"`);
  return (["total_count", "filter_count"] as const).filter((name) => names.includes(name));
}

function parseAggregate(value: unknown, collection: string, readable: Readable): Aggregate[] {
  if (value === undefined || value === "") return [];
  const functions = typeof value === "string" ? readAggregateJson(value) : value;
  if (!isObject(functions))
    throw invalidQuery('"aggregate" has to name functions and their fields: aggregate[count]=id');
  const aggregates = Object.entries(functions).flatMap(([name, names]) => {
    const fn = AGGREGATE_FUNCTIONS.find((each) => each === name);
    if (!fn)
      throw invalidQuery(
        `"${name.slice(0, 40)}" is not an aggregate function; there are ${AGGREGATE_FUNCTIONS.join(", ")}`,
      );
    const fields = fn === "countAll" ? ["*"] : readNames(names, `aggregate[${fn}]`, MAX_AGGREGATES);
    return fields.map((field) => checkAggregate(fn, field, collection, readable));
  });
  if (aggregates.length > MAX_AGGREGATES)
    throw invalidQuery(
      `"aggregate" asks for ${aggregates.length} values, at most ${MAX_AGGREGATES} are allowed`,
    );
  return aggregates;
}

function readAggregateJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkAggregate(
  fn: AggregateFunction,
  field: string,
  collection: string,
  readable: Readable,
): Aggregate {
  if (field === "*" && (fn === "count" || fn === "countAll")) return { fn, field };
  const { type, source } = readableField(field, collection, readable);
  if (source && fn !== "count")
    throw invalidQuery(`"${fn}" cannot be taken of "${field}", which holds source text`);
  const isNumber = type === "integer" || type === "float";
  const fits = fn.startsWith("count")
    ? type !== "alias"
    : fn === "min" || fn === "max"
      ? isNumber || type === "timestamp"
      : isNumber;
  if (!fits) throw invalidQuery(`"${fn}" cannot be taken of "${field}", which is a ${type}`);
  return { fn, field };
}

/** Relations may be followed; the first entry of a list counts. */
function parseGroupBy(value: unknown, collection: string, readable: Readable): Group[] {
  if (value === undefined || value === "") return [];
  return readNames(value, "groupBy", MAX_GROUP_FIELDS).map((name) => {
    const path = name.split(".");
    if (path.length - 1 > MAX_FIELD_DEPTH)
      throw invalidQuery(`"groupBy" follows at most ${MAX_FIELD_DEPTH} relations`);
    const { field, fn, key } = readFieldValue(path.pop() ?? "");
    const steps: Group["steps"] = [];
    let reached = collection;
    for (const step of path) {
      const { to, entries } = readableField(step, reached, readable);
      const next = to ?? entries;
      if (!next)
        throw invalidQuery(`"${step.slice(0, 40)}" leads to no other item, so "groupBy" can't follow it`);
      steps.push({ field: step, collection: next });
      reached = next;
    }
    const value = fieldOfValue({ field, fn, key }, readableField(field, reached, readable));
    requireOrderable(name, value, "grouped");
    return { name, field, fn, key: [...path, key].join("."), steps };
  });
}

function readableField(name: string, collection: string, readable: Readable): Field {
  const fields = readable(collection);
  const field = fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw forbiddenField(name, collection);
  return field;
}
