import type { FieldRectangle } from "../../../../contract/rendering/render.ts";
import type { NumberedChange } from "../../../../contract/templates/version-changes.ts";

/** Finds the numbered changes on a page and in a source. */

export type PageMark = { number: number; rectangle: FieldRectangle };

export function markPage(changes: readonly NumberedChange[], fields: readonly FieldRectangle[]): PageMark[] {
  return changes.flatMap(({ number, path }) => {
    const rectangle = path ? fields.find((field) => isWithin(withoutRows(field.path), path)) : undefined;
    return rectangle ? [{ number, rectangle }] : [];
  });
}

/** "items.0.price" is the field "items.price". */
function withoutRows(path: string): string {
  return path
    .split(".")
    .filter((part) => !/^\d+$/.test(part))
    .join(".");
}

const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}.`);

type LineMark = { number: number; line: number };

/** For each change, the first line (from 1) that only this source has and that names its field. */
export function markLines(changes: readonly NumberedChange[], source: string, other: string): LineMark[] {
  const inBoth = new Set(other.split("\n").map((line) => line.trim()));
  const lines = source.split("\n");
  return changes.flatMap(({ number, path }) => {
    const name = path.split(".").at(-1);
    const place = name
      ? lines.findIndex((line) => !inBoth.has(line.trim()) && line.includes(`"${name}"`))
      : -1;
    return place < 0 ? [] : [{ number, line: place + 1 }];
  });
}
