import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
} from "../../../../contract/templates/template-file.ts";
import type { FieldPath } from "../draft.ts";
import { isLeaf } from "./field-kind.ts";

/** A part of the form one can go to: a group, a list, or fields in a row that are in neither. */
export type Section = {
  /** Of its first field, which no other section has. */
  name: string;
  label: string;
  names: readonly string[];
};

const FEWEST_SECTIONS = 3;
const FEWEST_FIELDS = 10; // a shorter form is seen nearly whole

/** Fields outside of any group stand together where they come; those at the top are about the document itself. */
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

/** A list is one thing to fill in, whatever its rows hold. */
function countFields(field: FieldSchema): number {
  if (field.type !== "object") return 1;
  return Object.values(field.properties).reduce((sum, each) => sum + countFields(each), 0);
}

export function sectionOf(sections: readonly Section[], path: FieldPath): Section | undefined {
  const [name = ""] = path.split(".");
  return sections.find(({ names }) => names.includes(name));
}

/** Where each section begins in what is scrolled, and how much of that is seen. */
type ScrolledSections = {
  tops: readonly number[];
  scrolled: number;
  seen: number;
  whole: number;
};

/**
 * Which section one looks at. The line that decides it goes from the top of what is seen to its bottom while one scrolls
 * from the beginning to the end: so a short section at the end has its turn, too.
 */
export function sectionInView({ tops, scrolled, seen, whole }: ScrolledSections): number {
  const progress = whole > seen ? Math.min(1, scrolled / (whole - seen)) : 0;
  const line = scrolled + progress * seen + 1;
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  );
}
