import type { FieldRectangle } from "../../../../contract/render.ts";
import type { FieldPath } from "../../documents/draft.ts";

/** Where a field stands, line by line; of a group or a row, where its fields stand. */
export function placesOf(path: FieldPath, rectangles: readonly FieldRectangle[]): FieldRectangle[] {
  const exact = rectangles.filter((rectangle) => rectangle.path === path);
  return exact.length > 0 ? exact : rectangles.filter((rectangle) => rectangle.path.startsWith(`${path}.`));
}

/** The field itself, then what it is in: a page may point at a row or a list that has no field of its own. */
export function fromInside(path: FieldPath): FieldPath[] {
  const steps = path.split(".");
  return steps.map((_, place) => steps.slice(0, steps.length - place).join("."));
}
