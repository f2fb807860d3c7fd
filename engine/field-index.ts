import type { RenderMode } from "../contract/rendering/render.ts";
import type { Json, JsonObject } from "./job.ts";

/**
 * The values of a page by path ("items.0.price"), computed here because a Typst program is a hundred times slower at walking a tree
 * than at a lookup.
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
  /** Whether anything to show is the sample's. */
  borrows: boolean;
};

/** `rowSample`: the part of the sample that a row with typed values still shows, without sample text next to a person's own. */
type Samples = { sample: JsonObject; rowSample: JsonObject };

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

export function indexFields(data: JsonObject, { sample, rowSample }: Samples, mode: RenderMode): FieldIndex {
  const index: FieldIndex = {
    shown: table(),
    filled: table(),
    rows: table(),
    own: table(),
    target: table(),
    rtl: false,
    borrows: false,
  };
  const walk = walker(index, mode);
  const own = mode === "sample" ? sample : data;
  const lent = mode === "preview" ? { whole: sample, rowSample } : { whole: undefined, rowSample: undefined };
  const keys = new Set([own, lent.whole].flatMap((tree) => (tree ? Object.keys(tree) : [])));
  for (const key of keys) {
    walk(at(own, key), { whole: at(lent.whole, key), rowSample: at(lent.rowSample, key) }, key, undefined);
  }
  return index;
}

/** Without a prototype, so that a path may be called anything. */
function table<Value>(): Record<string, Value> {
  return Object.create(null);
}

/** The sample's value at a path: in a list with nothing typed, and in a list that has typed rows. */
type Borrowed = { whole: Json | undefined; rowSample: Json | undefined };

function walker(index: FieldIndex, mode: RenderMode) {
  const preview = mode === "preview";

  return walk;

  /** `target` is set below a row that the form does not have yet. */
  function walk(own: Json | undefined, borrowed: Borrowed, path: string, target: string | undefined) {
    const typed = !isBlank(own);
    const lent = !typed && !isBlank(borrowed.whole);
    const value = lent ? borrowed.whole : own;
    if (preview && typed) index.own[path] = true;
    if (preview && target !== undefined) index.target[path] = target;
    if (typed || lent) index.filled[path] = true;
    if (Array.isArray(own) || Array.isArray(borrowed.whole)) walkRows(own, borrowed, path, target);
    if (isObject(own) || isObject(borrowed.whole)) {
      const keys = new Set(
        [own, borrowed.whole].flatMap((tree) => (isObject(tree) ? Object.keys(tree) : [])),
      );
      for (const key of keys) {
        const below = { whole: at(borrowed.whole, key), rowSample: at(borrowed.rowSample, key) };
        walk(at(own, key), below, `${path}.${key}`, target);
      }
    }
    if (isLeaf(value) && (value === false || !isBlank(value))) show(path, value, lent);
  }

  function show(path: string, value: Json, isLent: boolean) {
    index.shown[path] = value;
    if (isLent) index.borrows = true;
    if (typeof value === "string" && !index.rtl) index.rtl = RIGHT_TO_LEFT.test(value);
  }

  /** A row beyond the sample's last borrows an earlier one, so that a new empty row of the form has something to show. */
  function walkRows(own: Json | undefined, borrowed: Borrowed, path: string, target: string | undefined) {
    const isBegun = !isBlank(own);
    const mine = Array.isArray(own) ? own : [];
    const whole = listOf(isBegun ? borrowed.rowSample : borrowed.whole);
    const shown = listOf(borrowed.rowSample);
    const listed = preview && !isBegun ? whole : mine;
    index.rows[path] = listed.flatMap((row, i) => (preview || !isBlank(row) ? [`${path}.${i}`] : []));
    const inForm = Math.max(1, mine.length);
    for (let i = 0; i < (isBegun ? mine.length : Math.max(mine.length, whole.length)); i++) {
      walk(
        mine[i],
        { whole: whole[i % whole.length], rowSample: shown[i % shown.length] },
        `${path}.${i}`,
        target ?? (i < inForm ? undefined : path),
      );
    }
  }
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
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

function at(tree: Json | undefined, key: string): Json | undefined {
  return isObject(tree) && Object.hasOwn(tree, key) ? tree[key] : undefined;
}
