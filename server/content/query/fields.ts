import type { Field } from "../../../contract/collections/collections.ts";
import { MAX_FIELD_DEPTH, MAX_FIELD_NAMES } from "../../../contract/limits.ts";
import { forbiddenCollection, forbiddenField, invalidQuery } from "../../errors/errors.ts";
import { readNames } from "./parameters.ts";
import type { FieldTree, Readable } from "./query.ts";

/** Turns `fields` into a tree of names that this viewer may read. */
export function parseFields(value: unknown, collection: string, readable: Readable): FieldTree {
  const names = value === undefined || value === "" ? [] : readNames(value, "fields", MAX_FIELD_NAMES);
  const tree: FieldTree = new Map();
  for (const name of names.length === 0 ? ["*"] : names) {
    const parts = name.split(".");
    if (parts.length > MAX_FIELD_DEPTH)
      throw invalidQuery(
        `"${name}" follows too far: at most ${MAX_FIELD_DEPTH} names are allowed, with dots between them`,
      );
    addPath(tree, parts, collection, readable, []);
  }
  return tree;
}

/** The collection that a field leads to, whether to one item or to the entries of a list. */
export function targetOf(field: Field | undefined): string | undefined {
  return field?.to ?? field?.entries;
}

function addPath(
  tree: FieldTree,
  parts: string[],
  collection: string,
  readable: Readable,
  path: string[],
): void {
  const [name, ...rest] = parts as [string, ...string[]];
  const allowed = readable(collection);
  if (!allowed) throw forbiddenCollection(collection);
  if (name === "*") {
    if (rest.length > 0)
      for (const [each, field] of Object.entries(allowed)) {
        const target = targetOf(field);
        if (target && readable(target)) addPath(tree, [each, ...rest], collection, readable, path);
      }
    for (const [each, { onlyWhenNamed }] of Object.entries(allowed))
      if (!onlyWhenNamed && !tree.has(each)) tree.set(each, null);
    return;
  }
  if (!Object.hasOwn(allowed, name)) throw forbiddenField(name, collection, path);
  const target = targetOf(allowed[name]);
  if (rest.length === 0) {
    if (!tree.has(name)) tree.set(name, null);
  } else if (target) {
    const below = tree.get(name) ?? new Map();
    tree.set(name, below);
    addPath(below, rest, target, readable, [...path, name]);
  }
  // What is asked for below a plain value is left out, as Directus does.
}
