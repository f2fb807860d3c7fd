import { positionAt } from "../../../shared/text/json-text.ts";
import { messageFor } from "../../errors/messages.ts";
import { type Finding, START } from "../findings.ts";
import type { InkFault } from "./ink-faults.ts";

/**
 * What a template does on purpose, as its author says in a comment, with the reason:
 *     // On purpose: text overlaps anything, because the ampersand stands behind the words
 *     // On purpose: name leaves the page, because the card's edge crops the initial
 * A field is named by its path without row numbers; `text` is what no field says.
 */
export type Purpose = { kind: InkFault["kind"]; name: string; other?: string; index: number };

const MARK = /\/\/ On purpose:[^\n]*/g;
const PURPOSE = /^\/\/ On purpose: (\S+) (leaves the page|is cut|overlaps (\S+)), because \S/;
const ANYTHING = "anything";

export function readPurposes(source: string): { purposes: Purpose[]; misread: number[] } {
  const purposes: Purpose[] = [];
  const misread: number[] = [];
  for (const { 0: line, index } of source.matchAll(MARK)) {
    const [, name, does, other] = PURPOSE.exec(line) ?? [];
    if (!name) misread.push(index);
    else if (other) purposes.push({ kind: "overlap", name, other, index });
    else purposes.push({ kind: does === "is cut" ? "cut" : "edge", name, index });
  }
  return { purposes, misread };
}

export function findPurpose(
  purposes: readonly Purpose[],
  kind: InkFault["kind"],
  name: string,
  other: string | undefined,
): Purpose | undefined {
  const means = (pattern: string | undefined, seen: string | undefined) =>
    pattern === ANYTHING || pattern === seen;
  return purposes.find(
    (each) =>
      each.kind === kind &&
      ((means(each.name, name) && (other === undefined || means(each.other, other))) ||
        (other !== undefined && means(each.name, other) && means(each.other, name))),
  );
}

/** Reports comments that the check can't read, and those that no longer apply. */
export function findPurposeFaults(
  file: string,
  source: string,
  misread: readonly number[],
  unused: readonly Purpose[],
): Finding[] {
  const at = (index: number) => ({ file, ...(index < 0 ? START : positionAt(source, index)) });
  return [
    ...misread.map((index) => ({ ...at(index), ...messageFor("purpose_form") })),
    ...unused.map(({ index }) => ({
      ...at(index),
      ...messageFor("purpose_unused"),
    })),
  ];
}
