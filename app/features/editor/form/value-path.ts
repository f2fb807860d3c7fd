import type { FieldPath } from "../../documents/draft.ts";

/** Reading and changing one value of a draft by its path. Whatever isn't on the way there stays the same object. */

export type Step = string | number;

export function stepsOf(path: FieldPath): Step[] {
  if (path === "") return [];
  return path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

export function readAt(data: unknown, steps: readonly Step[]): unknown {
  let found = data;
  for (const step of steps) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<Step, unknown>)[step];
  }
  return found;
}

/** `undefined` takes the value out: its key goes, and so does a group that is empty then. A row keeps its place. */
export function writeAt<Data extends object>(data: Data, steps: readonly Step[], value: unknown): Data {
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
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function emptyRow(before: unknown): unknown {
  return typeof before === "string" ? "" : {};
}

/** The sample's value for a field; a list that has outgrown its sample begins it again. */
export function sampleAt(sample: unknown, steps: readonly Step[]): unknown {
  let found = sample;
  for (const step of steps) {
    if (typeof found !== "object" || found === null) return undefined;
    if (Array.isArray(found)) found = found.length > 0 ? found[Number(step) % found.length] : undefined;
    else found = (found as Record<Step, unknown>)[step];
  }
  return found;
}
