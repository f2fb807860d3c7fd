import type { Field } from "../../../contract/collections/collections.ts";
import { MAX_FIELD_DEPTH, MAX_FIELD_NAMES } from "../../../contract/limits.ts";
import { forbiddenCollection, forbiddenField, invalidQuery } from "../../errors/errors.ts";
import { fieldOfValue, readFieldValue } from "./functions.ts";
import { isObject, type RawQuery, readNames } from "./parameters.ts";
import type { FieldTree, Readable, RelatedQuery } from "./query.ts";

type Asked = Pick<RawQuery, "fields" | "alias" | "deep">;

/** How the query that `deep` has for a relation is read: by the parser of whole queries. */
export type ReadRelated = (given: Record<string, unknown>, collection: string) => RelatedQuery;

/** What holds for the names of one level: other names for fields, and queries for the items behind them. */
type Level = { aliases: Record<string, string>; deep: Record<string, unknown> };
type Place = { collection: string; readable: Readable; path: string[]; level: Level; related: ReadRelated };

/** Not with an underscore: `__proto__` would be lost in the answer. */
const ALIAS_NAME = /^[a-z]\w{0,63}$/i;

/** Turns `fields` into a tree of names that this viewer may read, with `alias` and `deep` applied. */
export function parseFields(
  { fields, alias, deep }: Asked,
  collection: string,
  readable: Readable,
  related: ReadRelated,
): FieldTree {
  const names = fields === undefined || fields === "" ? [] : readNames(fields, "fields", MAX_FIELD_NAMES);
  const level = { aliases: readAliases(alias, "alias"), deep: readObject(deep, "deep") };
  const place = { collection, readable, path: [], level, related };
  const tree: FieldTree = new Map();
  for (const name of names.length === 0 ? ["*"] : names) {
    const parts = name.split(".");
    if (parts.length > MAX_FIELD_DEPTH)
      throw invalidQuery(
        `"${name}" follows too far: at most ${MAX_FIELD_DEPTH} names are allowed, with dots between them`,
      );
    addPath(tree, parts, place);
  }
  return tree;
}

function readObject(value: unknown, parameter: string): Record<string, unknown> {
  if (value === undefined || value === "") return {};
  let read = value;
  try {
    if (typeof value === "string") read = JSON.parse(value);
  } catch {
    // Refused below.
  }
  if (!isObject(read)) throw invalidQuery(`"${parameter}" has to be an object with the names of fields`);
  return read;
}

function readAliases(given: unknown, parameter: string): Record<string, string> {
  const aliases: Record<string, string> = {};
  for (const [name, field] of Object.entries(readObject(given, parameter))) {
    if (!ALIAS_NAME.test(name))
      throw invalidQuery(
        `"${name.slice(0, 40)}" can't be an alias: use a letter, then letters, digits and underscores`,
      );
    if (typeof field !== "string")
      throw invalidQuery(`"${parameter}" takes the name of one field for each alias: alias[title]=name`);
    aliases[name] = field;
  }
  return aliases;
}

/** The collection that a field leads to, whether to one item or to the entries of a list. */
export function targetOf(field: Field | undefined): string | undefined {
  return field?.to ?? field?.entries;
}

function addPath(tree: FieldTree, parts: string[], place: Place): void {
  const { collection, readable, path, level } = place;
  const [name, ...rest] = parts as [string, ...string[]];
  const allowed = readable(collection);
  if (!allowed) throw forbiddenCollection(collection);
  requireKnown(level, allowed, place);
  if (name === "*") {
    if (rest.length > 0)
      for (const [each, field] of Object.entries(allowed)) {
        const target = targetOf(field);
        if (target && readable(target)) addPath(tree, [each, ...rest], place);
      }
    for (const [each, field] of Object.entries(allowed))
      if (!field.onlyWhenNamed && !tree.has(each)) tree.set(each, select(each, each, field, place));
    return;
  }
  const aliased = Object.hasOwn(level.aliases, name) ? level.aliases[name] : undefined;
  const value = readFieldValue(aliased ?? name);
  const field = Object.hasOwn(allowed, value.field) ? allowed[value.field] : undefined;
  if (!field) throw forbiddenField(value.field, collection, path);
  const key = aliased === undefined ? value.key : name;
  if (value.fn) {
    fieldOfValue(value, field);
    tree.set(key, { field: value.field, fn: value.fn, below: null });
    return;
  }
  const target = targetOf(field);
  const selected = tree.get(key) ?? select(key, value.field, field, place);
  if (rest.length === 0) {
    tree.set(key, selected);
  } else if (target) {
    selected.below ??= new Map();
    tree.set(key, selected);
    const inner = levelBelow(level, key);
    addPath(selected.below, rest, { ...place, collection: target, path: [...path, key], level: inner });
  }
  // What is asked for below a plain value is left out, as Directus does.
}

function select(key: string, name: string, field: Field, { level, related }: Place) {
  const target = targetOf(field);
  const given = Object.hasOwn(level.deep, key) ? level.deep[key] : undefined;
  const only = target && isObject(given) ? related(given, target) : undefined;
  return { field: name, below: null, only };
}

/** `deep[template_id]` also has what `alias` and `deep` are for the names below. */
function levelBelow({ deep }: Level, key: string): Level {
  const given = Object.hasOwn(deep, key) ? deep[key] : undefined;
  return isObject(given)
    ? { aliases: readAliases(given._alias, "_alias"), deep: given }
    : { aliases: {}, deep: {} };
}

/** A misspelled name must not make an answer larger than was asked for. */
function requireKnown({ aliases, deep }: Level, allowed: Record<string, Field>, place: Place): void {
  for (const [name, value] of Object.entries(deep)) {
    if (name.startsWith("_")) continue; // read with the relation
    const field = (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;
    if (!Object.hasOwn(allowed, field)) throw forbiddenField(field, place.collection, place.path);
    if (!targetOf(allowed[field]) || !isObject(value))
      throw invalidQuery(`"deep" takes relations, each with a query: deep[template_id][_limit]=1`);
  }
}
