import { isRecord } from "../../../../contract/templates/template-file.ts";
import type { FieldPath } from "../draft.ts";

/** A field's path in the data, "items.0.price": the id of its element, and reading and writing its value. */

type Step = string | number;

const ID_PREFIX = "field.";

export function idOf(path: FieldPath): string {
  return `${ID_PREFIX}${path}`;
}

/** The root's path is "". */
export function stepsOf(path: FieldPath): Step[] {
  if (path === "") return [];
  return path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

export function pathInside(path: FieldPath, step: Step): FieldPath {
  return path === "" ? String(step) : `${path}.${step}`;
}

/** The field, then its parents: a page may point to a row or list without a field of its own. */
export function outwardsFrom(path: FieldPath): FieldPath[] {
  const steps = path.split(".");
  return steps.map((_, place) => steps.slice(0, steps.length - place).join("."));
}

/** Data may come from a link or a file, so the parent can have any type. */
export function valueIn(holder: unknown, step: Step): unknown {
  return isRecord(holder) ? holder[step] : undefined;
}

/**
 * Writes a value. `undefined` removes the key, and a group that becomes empty; a row stays in place.
 * Everything off the path keeps its identity.
 */
export function writeAt<Data extends object>(data: Data, steps: readonly Step[], value: unknown): Data {
  // The path belongs to the same template as the data, so the shape doesn't change.
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

/** The sample's value for a field; a list longer than its sample repeats it. */
export function sampleAt(sample: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>(
    (found, step) =>
      Array.isArray(found) && found.length > 0 ? found[Number(step) % found.length] : valueIn(found, step),
    sample,
  );
}
