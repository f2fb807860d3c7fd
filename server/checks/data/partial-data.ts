import {
  type FieldSchema,
  type GroupField,
  isRecord,
  orderedProperties,
} from "../../../contract/templates/template-file.ts";
import { type Text, textFor } from "../../../contract/texts/text.ts";
import { leastData } from "./render-input.ts";

/** Half-filled data: the states a document goes through while a person types. */
export type Partial = { data: Record<string, unknown>; label: Text };

type Template = { fields: GroupField; sample: Record<string, unknown> };
type Path = (string | number)[];

export function partialData(template: Template): Partial[] {
  const least = asRecord(leastData(template.fields, template.sample));
  return [
    { data: {}, label: textFor("with_nothing") },
    { data: least, label: textFor("with_required") },
    ...begunLists(template, least),
    ...withoutOne(template),
  ];
}

/** The required fields, and one row of a list with as little in it as possible. */
function begunLists({ fields, sample }: Template, least: Record<string, unknown>): Partial[] {
  return pathsOf(fields, sample, []).flatMap(({ path, field, value }) => {
    if (field.type !== "array" || !Array.isArray(value) || path.some(isNumber)) return [];
    const row = beginRow(field.items, value[0]);
    if (row === undefined) return [];
    return [
      {
        data: writeAt(least, path, [row]),
        label: textFor("with_row_begun", { list: path.join(".") }),
      },
    ];
  });
}

function beginRow(field: FieldSchema, sample: unknown): unknown {
  if (field.type !== "object" || !isRecord(sample)) return sample;
  const required = leastData(field, sample);
  if (isRecord(required) && Object.keys(required).length > 0) return required;
  const first = orderedProperties(field).find(([name]) => sample[name] !== undefined)?.[0];
  return first === undefined ? undefined : { [first]: sample[first] };
}

/** The sample without one of its fields, groups or lists; in rows, of the first row. */
function withoutOne({ fields, sample }: Template): Partial[] {
  return pathsOf(fields, sample, [])
    .filter(({ path }) => path.filter(isNumber).every((row) => row === 0) && typeof path.at(-1) === "string")
    .map(({ path }) => ({
      data: writeAt(sample, path, undefined),
      label: textFor("without_value", { field: path.join(".") }),
    }));
}

type Found = { path: Path; field: FieldSchema; value: unknown };

/** Everything that the sample has, from the outside in. */
function pathsOf(field: FieldSchema, value: unknown, path: Path): Found[] {
  if (value === undefined) return [];
  const here: Found[] = path.length > 0 ? [{ path, field, value }] : [];
  if (field.type === "object" && isRecord(value)) {
    return [
      ...here,
      ...orderedProperties(field).flatMap(([name, inner]) => pathsOf(inner, value[name], [...path, name])),
    ];
  }
  if (field.type === "array" && Array.isArray(value)) {
    return [...here, ...value.flatMap((row, place) => pathsOf(field.items, row, [...path, place]))];
  }
  return here;
}

function isNumber(step: string | number): boolean {
  return typeof step === "number";
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function writeAt(tree: Record<string, unknown>, path: Path, value: unknown): Record<string, unknown> {
  const copy = structuredClone(tree);
  let holder: unknown = copy;
  for (const step of path.slice(0, -1)) {
    if (typeof holder !== "object" || holder === null) return copy;
    if (Reflect.get(holder, step) === undefined) Reflect.set(holder, step, {});
    holder = Reflect.get(holder, step);
  }
  const last = path.at(-1);
  if (typeof holder !== "object" || holder === null || last === undefined) return copy;
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, value);
  return copy;
}
