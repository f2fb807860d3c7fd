import type { ConformanceProblem } from "../contract/rendering/render.ts";
import { lettersOfBytes } from "../shared/reading/pdf-objects.ts";
import { lettersOfHex } from "./bytes.ts";
import type { FontIndex } from "./font-index.ts";
import { type PdfFile, readKey, readReference } from "./pdf-file.ts";
import { unescapeLiteral } from "./pdf-values.ts";

/** What PDF/UA-1 (ISO 14289-1) asks of a file beyond what the compiler always does: see docs/decisions/13-pdf-ua.md. */
export function findProblems(
  file: PdfFile,
  nameCharacters: () => ConformanceProblem[],
): ConformanceProblem[] {
  const objects = file.offsets.map((_, number) => (number > 0 ? file.dictionary(number) : ""));
  return [
    ...checkDocument(file, objects),
    ...checkStructure(file, objects),
    ...checkLinks(objects),
    ...checkGlyphs(file, objects, nameCharacters),
  ];
}

function checkDocument(file: PdfFile, objects: string[]): ConformanceProblem[] {
  const problems: ConformanceProblem[] = [];
  const root = objects[file.root] ?? "";
  if (!hasText(readKey(objects[file.info] ?? "", "Title"))) {
    problems.push({ kind: "title", message: "The document has no title." });
  }
  if (!hasText(readKey(root, "Lang"))) {
    problems.push({ kind: "language", message: "The document doesn’t declare its language." });
  }
  if (!/\/Marked true/.test(readKey(root, "MarkInfo") ?? "")) {
    problems.push({ kind: "structure", message: "The document isn’t tagged." });
  }
  return problems;
}

function hasText(value: string | undefined): boolean {
  return value !== undefined && !/^(\(\s*\)|<(FEFF)?>)$/i.test(value.trim());
}

const NEEDS_WORDS = new Set(["Figure", "Formula"]);

/** Walks the tags in reading order. */
function checkStructure(file: PdfFile, objects: string[]): ConformanceProblem[] {
  const problems: ConformanceProblem[] = [];
  const pending = [readReference(objects[file.root] ?? "", "StructTreeRoot")];
  const seen = new Set<number>();
  let level = 0;
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    if (number === 0 || seen.has(number)) continue;
    seen.add(number);
    const element = objects[number] ?? "";
    const role = /^\/(\w+)/.exec(readKey(element, "S") ?? "")?.[1] ?? "";
    if (
      NEEDS_WORDS.has(role) &&
      !hasText(readKey(element, "Alt")) &&
      !hasText(readKey(element, "ActualText"))
    ) {
      problems.push({ kind: "alt", message: "A picture has no alternative text." });
    }
    const heading = /^H([1-9])$/.exec(role)?.[1];
    if (heading) {
      const next = Number(heading);
      if (next > level + 1) problems.push({ kind: "heading", message: skippedLevel(level, next) });
      level = next;
    }
    pending.push(...childrenOf(element).reverse());
  }
  return problems;
}

function skippedLevel(from: number, to: number): string {
  return from === 0
    ? `The first heading is of level ${to}, not 1.`
    : `A heading of level ${to} follows one of level ${from}.`;
}

function childrenOf(element: string): number[] {
  let kids = readKey(element, "K") ?? "";
  // Inline dictionaries name pages and annotations, which are no tags.
  for (let before = ""; before !== kids; ) {
    before = kids;
    kids = kids.replace(/<<[^<>]*>>/g, " ");
  }
  return [...kids.matchAll(/(\d+) 0 R/g)].map((match) => Number(match[1]));
}

function checkLinks(objects: string[]): ConformanceProblem[] {
  const hasBareLink = objects.some(
    (object) => object.includes("\n  /Subtype /Link\n") && !hasText(readKey(object, "Contents")),
  );
  return hasBareLink ? [{ kind: "link", message: "A link has no description." }] : [];
}

function checkGlyphs(
  file: PdfFile,
  objects: string[],
  nameCharacters: () => ConformanceProblem[],
): ConformanceProblem[] {
  if (!findContents(objects).some((number) => showsMissingGlyph(lettersOfBytes(file.content(number)))))
    return [];
  const named = nameCharacters();
  return named.length > 0 ? named : [{ kind: "character", message: "A character is missing from its font." }];
}

/** The streams that draw: those of pages, and the reusable parts and patterns drawn on them. */
function findContents(objects: string[]): number[] {
  return objects.flatMap((object, number) => {
    if (object.includes("\n  /Type /Page\n")) return [readReference(object, "Contents")];
    return object.includes("\n  /Subtype /Form\n") || object.includes("\n  /PatternType 1\n") ? [number] : [];
  });
}

const SHOWN = /\(((?:[^()\\]|\\[\s\S])*)\)|<([0-9A-Fa-f]+)>(?!>)/g;
const TEXT_OBJECT = /(?:^|\n)BT\n[\s\S]*?\nET(?=\n|$)/g;
const MAYBE_MISSING = /\\000\\000|<[0-9A-F]*0000/i; // also matches across two glyphs, so the exact look follows
const MARKS = /<<[\s\S]*?>>/g;

/** Text is shown as two-byte glyph numbers, of which 0 is the empty box. */
function showsMissingGlyph(content: string): boolean {
  if (!MAYBE_MISSING.test(content)) return false;
  for (const [text] of content.matchAll(TEXT_OBJECT)) {
    for (const [, literal, hex] of text.replace(MARKS, "").matchAll(SHOWN)) {
      const codes = hex ? lettersOfHex(hex) : unescapeLiteral(literal ?? "");
      for (let index = 0; index + 1 < codes.length; index += 2) {
        if (codes.charCodeAt(index) === 0 && codes.charCodeAt(index + 1) === 0) return true;
      }
    }
  }
  return false;
}

const MAX_NAMED = 20; // a page of Chinese without a Chinese font need not list every character

/** The characters of the data without a glyph in any font, each with its first field. */
export function findUncovered(json: string, fonts: FontIndex): ConformanceProblem[] {
  const uncovered = new Set(fonts.uncovered(json));
  if (uncovered.size === 0) return [];
  const problems: ConformanceProblem[] = [];
  visit(JSON.parse(json), [], (text, path) => {
    for (const character of new Set(text)) {
      if (problems.length >= MAX_NAMED || !uncovered.delete(character)) continue;
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      problems.push({
        kind: "character",
        message: `No font has the character "${character}" (U+${code}).`,
        character,
        path: path.join("."),
      });
    }
  });
  return problems;
}

function visit(value: unknown, path: string[], see: (text: string, path: string[]) => void) {
  if (typeof value === "string") return see(value, path);
  if (value && typeof value === "object")
    for (const [key, each] of Object.entries(value)) visit(each, [...path, key], see);
}
