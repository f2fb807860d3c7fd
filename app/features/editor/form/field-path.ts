import { isRecord } from "../../../../contract/templates/template-file.ts";
import type { FieldPath } from "../draft.ts";

/** A field's place in the data, "items.0.price": the id of its element, and how its value is read and changed. */

type Step = string | number;

const ID_PREFIX = "field.";

export function idOf(path: FieldPath): string {
  return `${ID_PREFIX}${path}`;
}

/** The root is at "". */
export function stepsOf(path: FieldPath): Step[] {
  if (path === "") return [];
  return path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

export function pathInside(path: FieldPath, step: Step): FieldPath {
  return path === "" ? String(step) : `${path}.${step}`;
}

/** The field itself, then what it is in: a page may point at a row or a list that has no field of its own. */
export function outwardsFrom(path: FieldPath): FieldPath[] {
  const steps = path.split(".");
  return steps.map((_, place) => steps.slice(0, steps.length - place).join("."));
}

/** Data may come from a link or a file, so what holds a value may be anything. */
export function valueIn(holder: unknown, step: Step): unknown {
  return isRecord(holder) ? holder[step] : undefined;
}

/**
 * `undefined` takes the value out: its key goes, and so does a group that is empty then. A row keeps its place.
 * Whatever isn't on the way to the value stays the same object.
 */
export function writeAt<Data extends object>(data: Data, steps: readonly Step[], value: unknown): Data {
  // The steps come from the same template as the data, so its shape stays what it was.
  return (write(data, steps, value) ?? {}) as Data;
}

function write(holder: unknown, steps: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const rows = Array.isArray(holder) ? [...holder] : [];
    while (rows.length < step) rows.push({});
    rows[step] = write(rows[step], rest, value) ?? emptyRow(rows[step]);
    return rows;
  }
  const group = isGroup(holder) ? holder : {};
  const { [step]: before, ...others } = group;
  const after = write(before, rest, value);
  if (after === undefined) return Object.keys(others).length > 0 ? others : undefined;
  return { ...group, [step]: after };
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !Array.isArray(value);
}

function emptyRow(before: unknown): unknown {
  return typeof before === "string" ? "" : {};
}

/** The sample's value for a field; a list that has outgrown its sample begins it again. */
export function sampleAt(sample: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>(
    (found, step) =>
      Array.isArray(found) && found.length > 0 ? found[Number(step) % found.length] : valueIn(found, step),
    sample,
  );
}
