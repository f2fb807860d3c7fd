import qs from "qs";
import { MAX_FILTER_DEPTH, MAX_LIST_VALUES } from "../../../contract/limits.ts";
import { invalidPayload, invalidQuery } from "../../errors/errors.ts";
import { LIST_PARAMETERS } from "../../request/api-description.ts";

/** The parameters as they came: names we know of, values not yet looked at. Others are ignored. */
export type RawQuery = {
  fields?: unknown;
  filter?: unknown;
  sort?: unknown;
  limit?: unknown;
  offset?: unknown;
  page?: unknown;
  search?: unknown;
  language?: unknown;
  meta?: unknown;
  aggregate?: unknown;
  groupBy?: unknown;
  deep?: unknown;
  alias?: unknown;
  /** Always refused. */
  export?: unknown;
  /** Only these items; only in the body of a SEARCH. */
  keys?: readonly (string | number)[];
};

const NAMES = [...LIST_PARAMETERS, "export"] as const;

/** Brackets around every level of a filter, one more for the index of a list and one for the operator. */
const MAX_BRACKETS = MAX_FILTER_DEPTH * 3 + 2;
const MAX_PARAMETERS = 2_000;

/** Reads `?filter[type][_eq]=x&fields=a,b` and the same written as JSON. */
export function readParameters(search: string): RawQuery {
  let parsed: Record<string, unknown>;
  /** Parameters that name `__proto__`, which qs drops: `filter[__proto__]` would ask for everything. */
  const withPrototype = new Set<string>();
  try {
    parsed = qs.parse(search.startsWith("?") ? search.slice(1) : search, {
      plainObjects: true,
      depth: MAX_BRACKETS,
      strictDepth: true,
      parameterLimit: MAX_PARAMETERS,
      throwOnLimitExceeded: true,
      arrayLimit: MAX_LIST_VALUES,
      decoder: (text, decode, charset, kind) => {
        const decoded: string = decode(text, decode, charset);
        if (kind === "key" && decoded.includes("[__proto__]"))
          withPrototype.add(decoded.slice(0, decoded.indexOf("[")));
        return decoded;
      },
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidQuery(
      `the query is nested or listed beyond its bounds: filter depth ${MAX_FILTER_DEPTH}, ${MAX_LIST_VALUES} values in a list, ${MAX_PARAMETERS} parameters`,
    );
  }
  // Refused where it is read, as any name that no collection has. qs makes objects without a prototype.
  for (const name of withPrototype)
    parsed[name] = Object.assign(Object.create(null), isObject(parsed[name]) ? parsed[name] : {}, {
      ["__proto__"]: "",
    });
  return pickNames(parsed);
}

/**
 * The key under which an answer is cached: the path with the parameters that could change it, as sent. Parameters that are
 * plainly unknown are left out, so that made-up ones don't fill the cache.
 */
export function answerAddress(url: string): string {
  const { pathname, search } = new URL(url);
  const path = pathname.replace(/\/$/, ""); // with or without, it is the same list
  const relevant = search.slice(1).split("&").filter(couldMatter);
  return relevant.length > 0 ? `${path}?${relevant.join("&")}` : path;
}

/** Only a name in plain letters is judged: an encoded or bracketed one may be known. */
function couldMatter(parameter: string): boolean {
  const name = /^[\w.-]+(?=$|=|\[|%5B)/i.exec(parameter)?.[0];
  return (
    parameter !== "" && (name === undefined || name === "group" || NAMES.some((known) => known === name))
  );
}

/** The body of a SEARCH request: `{ "query": { … }, "keys": ["…"] }`. Without a query, the one in the address applies. */
export function readSearchBody(body: unknown, address: RawQuery): RawQuery {
  if (!isObject(body))
    throw invalidPayload('the body of a SEARCH has to be an object with "query" or "keys"');
  const unknown = Object.keys(body).find((name) => name !== "query" && name !== "keys");
  if (unknown !== undefined)
    throw invalidPayload(`"${unknown.slice(0, 40)}" is not allowed; a SEARCH takes "query" and "keys"`);
  const { query, keys } = body;
  if (query !== undefined && !isObject(query)) throw invalidPayload('"query" must be of type object');
  if (keys !== undefined && !isListOfKeys(keys)) throw invalidPayload('"keys" must be a list of ids');
  return { ...(query ? pickNames(query) : address), ...(keys ? { keys } : {}) };
}

function isListOfKeys(value: unknown): value is (string | number)[] {
  return Array.isArray(value) && value.every((key) => typeof key === "string" || typeof key === "number");
}

function pickNames(from: Record<string, unknown>): RawQuery {
  const raw: RawQuery = {};
  for (const name of NAMES) if (Object.hasOwn(from, name) && from[name] !== undefined) raw[name] = from[name];
  if (raw.export !== undefined)
    throw invalidQuery('"export" is not supported: items are answered as JSON only; leave it out');
  if (raw.groupBy === undefined && Object.hasOwn(from, "group")) raw.groupBy = from.group;
  return raw;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `a,b`, `["a","b"]` and repeated parameters mean the same. */
export function readNames(value: unknown, parameter: string, max: number): string[] {
  const list = Array.isArray(value) ? value : isIndexed(value) ? Object.values(value) : [value];
  const names: string[] = [];
  for (const item of list) {
    if (typeof item !== "string") throw invalidQuery(`"${parameter}" has to be a name or a list of names`);
    for (const name of item.split(",")) if (name.trim() !== "") names.push(name.trim());
  }
  if (names.length > max)
    throw invalidQuery(`"${parameter}" holds ${names.length} names, at most ${max} are allowed`);
  return names;
}

/** A list that came as `x[0]=a&x[7]=b`. */
export function isIndexed(value: unknown): value is Record<string, unknown> {
  return (
    isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key))
  );
}
