import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
} from "../../../../contract/templates/template-file.ts";
import type { FieldPath } from "../draft.ts";
import { isLeaf } from "./field-kind.ts";

/** A section of the form: a group, a list, or consecutive fields outside both. */
export type Section = {
  /** The name of its first field, which is unique. */
  name: string;
  label: string;
  names: readonly string[];
};

const FEWEST_SECTIONS = 3;
const FEWEST_FIELDS = 10; // a shorter form fits nearly whole on the screen

/** Consecutive fields outside any group form a section; those at the top are about the document itself. */
export function listSections(fields: GroupField, title: string): Section[] {
  const sections: (Section & { names: string[]; isLoose: boolean })[] = [];
  for (const [name, schema] of orderedProperties(fields)) {
    const last = sections.at(-1);
    const isLoose = isLeaf(schema);
    if (last?.isLoose && isLoose) last.names.push(name);
    else {
      const own = schema.title ?? name.replaceAll("_", " ");
      const label = isLoose && sections.length === 0 ? title : own;
      sections.push({ name, label, names: [name], isLoose });
    }
  }
  return sections.map(({ name, label, names }) => ({ name, label, names }));
}

export function isLongForm(fields: GroupField, sections: readonly Section[]): boolean {
  return sections.length >= FEWEST_SECTIONS && countFields(fields) >= FEWEST_FIELDS;
}

/** A list counts as one field. */
function countFields(field: FieldSchema): number {
  if (field.type !== "object") return 1;
  return Object.values(field.properties).reduce((sum, each) => sum + countFields(each), 0);
}

export function sectionOf(sections: readonly Section[], path: FieldPath): Section | undefined {
  const [name = ""] = path.split(".");
  return sections.find(({ names }) => names.includes(name));
}

/** Where each section starts in the scrolled area, and how much of that area is visible. */
type ScrolledSections = {
  tops: readonly number[];
  scrolled: number;
  seen: number;
  whole: number;
};

/**
 * Finds the section in view. The deciding line moves from the top to the bottom of the visible area as the
 * form is scrolled, so that a short last section can be current, too.
 */
export function sectionInView({ tops, scrolled, seen, whole }: ScrolledSections): number {
  const progress = whole > seen ? Math.min(1, scrolled / (whole - seen)) : 0;
  const line = scrolled + progress * seen + 1;
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  );
}
