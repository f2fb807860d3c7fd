import type { RenderMode } from "../../../contract/render.ts";
import type { Json, JsonObject } from "../data.ts";

/**
 * What a page shows, by path ("items.0.price"): worked out here once, because a template's own program is a hundred times slower
 * at walking through a tree than at looking something up.
 */
export type FieldIndex = {
  /** The text, number or truth value to show; what is blank is not in it, but for `false`. */
  shown: Record<string, Json>;
  /** Every path, of a value or of a group, at which there is something to show. */
  filled: Record<string, true>;
  /** The paths of the rows of each list that are to be on the page. */
  rows: Record<string, string[]>;
  /** While a person types: every path at which they have typed something. */
  own: Record<string, true>;
  /** While a person types: the field of the form to go to, where that is another than the path itself. */
  target: Record<string, string>;
  /** Whether there is any text that is read from right to left. */
  rtl: boolean;
};

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

export function indexFields(data: JsonObject, sample: JsonObject, mode: RenderMode): FieldIndex {
  const index: FieldIndex = {
    shown: table(),
    filled: table(),
    rows: table(),
    own: table(),
    target: table(),
    rtl: false,
  };
  const walk = walker(index, mode);
  const [own, borrowed] =
    mode === "sample" ? [sample, undefined] : [data, mode === "preview" ? sample : undefined];
  for (const [key, ownValue, borrowedValue] of entriesOf(own, borrowed))
    walk(ownValue, borrowedValue, key, undefined);
  return index;
}

/** Without a prototype, so that a path may be called anything. */
function table<Value>(): Record<string, Value> {
  return Object.create(null);
}

function walker(index: FieldIndex, mode: RenderMode) {
  const preview = mode === "preview";

  return walk;

  /** `borrowed` is what the sample has at the same place. `target` is set below a row that the form does not have yet. */
  function walk(own: Json | undefined, borrowed: Json | undefined, path: string, target: string | undefined) {
    const typed = !isBlank(own);
    const value = typed || isBlank(borrowed) ? own : borrowed;
    if (preview && typed) index.own[path] = true;
    if (preview && target !== undefined) index.target[path] = target;
    if (typed || !isBlank(borrowed)) index.filled[path] = true;
    if (Array.isArray(own) || Array.isArray(borrowed)) walkRows(own, borrowed, path, target);
    if (isObject(own) || isObject(borrowed)) {
      for (const [key, mine, theirs] of entriesOf(own, borrowed))
        walk(mine, theirs, `${path}.${key}`, target);
    }
    if (isLeaf(value) && (value === false || !isBlank(value))) show(path, value);
  }

  function show(path: string, value: Json) {
    index.shown[path] = value;
    if (typeof value === "string" && !index.rtl) index.rtl = RIGHT_TO_LEFT.test(value);
  }

  /** A row beyond the sample's last borrows an earlier one, so that a new empty row of the form has something to show. */
  function walkRows(
    own: Json | undefined,
    borrowed: Json | undefined,
    path: string,
    target: string | undefined,
  ) {
    const mine = Array.isArray(own) ? own : [];
    const theirs = Array.isArray(borrowed) ? borrowed : [];
    const listed = preview && isBlank(own) ? theirs : mine;
    index.rows[path] = listed.flatMap((row, i) => (preview || !isBlank(row) ? [`${path}.${i}`] : []));
    const inForm = Math.max(1, mine.length);
    for (let i = 0; i < Math.max(mine.length, theirs.length); i++) {
      walk(
        mine[i],
        theirs.length > 0 ? theirs[i % theirs.length] : undefined,
        `${path}.${i}`,
        target ?? (i < inForm ? undefined : path),
      );
    }
  }
}

function isLeaf(value: Json | undefined): value is string | number | boolean {
  return value !== undefined && value !== null && typeof value !== "object";
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isBlank(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.every(isBlank);
  return typeof value === "object" && Object.values(value).every(isBlank);
}

function entriesOf(
  own: Json | undefined,
  borrowed: Json | undefined,
): [string, Json | undefined, Json | undefined][] {
  const mine = isObject(own) ? own : {};
  const theirs = isObject(borrowed) ? borrowed : {};
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const at = (tree: JsonObject, key: string) => (Object.hasOwn(tree, key) ? tree[key] : undefined);
  return [...keys].map((key) => [key, at(mine, key), at(theirs, key)]);
}
