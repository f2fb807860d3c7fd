import { MISSING } from "../case.ts";

/** A Directus numbers its items; ours have UUIDs. The mapping is learned from the responses, line by line. */
export type Numbers = {
  bind(collection: string, number: number, id: string): void;
  idOf(collection: string, number: number): string;
  /** Whether an id belongs to this number. An unknown number is assigned the id. */
  matches(collection: string, number: unknown, id: unknown): boolean;
};

/** The collection that a field, or the items of its list, refers to. */
const NAMED: Record<string, string> = {
  user_id: "user",
  templates_id: "templates",
  saved_templates_id: "saved_templates",
  history_id: "history",
};
const ENTRIES: Record<string, string> = {
  saved_templates: "saved_templates_templates",
  history: "history_templates",
};

export const namedBy = (field: string, collection: string): string | undefined =>
  field === "id" ? collection : NAMED[field];
export const entriesOf = (collection: string): string => ENTRIES[collection] ?? collection;

export function createNumbers(): Numbers {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  const key = (collection: string, number: unknown) => `${collection} ${number}`;
  function bind(collection: string, number: number, id: string): void {
    ids.set(key(collection, number), id);
    taken.add(id);
  }
  return {
    bind,
    idOf: (collection, number) => ids.get(key(collection, number)) ?? MISSING,
    matches: (collection, number, id) => {
      if (typeof number !== "number" || typeof id !== "string") return number === id;
      const known = ids.get(key(collection, number));
      if (known !== undefined) return known === id;
      if (taken.has(id)) return false;
      bind(collection, number, id);
      return true;
    },
  };
}

/** Translates the numbers of a body to our ids. */
export function withIds(numbers: Numbers, collection: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(numbers, collection, each));
  if (typeof value === "number") return numbers.idOf(collection, value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const named = namedBy(name, collection);
      if (named && typeof each === "number") return [name, numbers.idOf(named, each)];
      if (name === "keys") return [name, withIds(numbers, collection, each)];
      if (name === "template_id") return [name, withIds(numbers, entriesOf(collection), each)];
      const isPlain = typeof each !== "object" || name === "query";
      return [name, isPlain ? each : withIds(numbers, collection, each)];
    }),
  );
}

/** Translates the numbers of an address to our ids. */
export function addressWithIds(numbers: Numbers, path: string): string {
  const collection = collectionOf(path);
  return path
    .replace(
      /^(\/items\/\w+\/)(\d+)/,
      (_, before, number) => before + numbers.idOf(collection, Number(number)),
    )
    .replace(/(filter\[(\w+)\]\[_eq\]=)(\d+)/, (whole, before, field, number) => {
      const named = namedBy(field, collection);
      return named ? before + numbers.idOf(named, Number(number)) : whole;
    });
}

export function collectionOf(path: string): string {
  return /^\/items\/(\w+)/.exec(path)?.[1] ?? "files";
}
