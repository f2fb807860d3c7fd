import { inflateSync } from "node:zlib";
import type { ConformanceProblem } from "../../contract/render.ts";
import { type PdfFile, readKey, readReference } from "./pdf-file.ts";

/** What PDF/UA-1 (ISO 14289-1) asks of a file beyond what the compiler always does: see docs/decisions/0021. */
export function findProblems(file: PdfFile, nameCulprits: () => ConformanceProblem[]): ConformanceProblem[] {
  return [
    ...checkDocument(file),
    ...checkStructure(file),
    ...checkLinks(file),
    ...checkGlyphs(file, nameCulprits),
  ];
}

function checkDocument(file: PdfFile): ConformanceProblem[] {
  const problems: ConformanceProblem[] = [];
  const catalogue = file.dictionary(file.root);
  if (!hasText(readKey(file.dictionary(file.info), "Title"))) {
    problems.push({ kind: "title", message: "The document has no title." });
  }
  if (!hasText(readKey(catalogue, "Lang"))) {
    problems.push({ kind: "language", message: "The document does not say its language." });
  }
  if (!/\/Marked true/.test(readKey(catalogue, "MarkInfo") ?? "")) {
    problems.push({ kind: "structure", message: "The document is not tagged." });
  }
  return problems;
}

function hasText(value: string | undefined): boolean {
  return value !== undefined && !/^(\(\s*\)|<(FEFF)?>)$/i.test(value.trim());
}

const NEEDS_WORDS = new Set(["Figure", "Formula"]);

/** Walks the tags in reading order. */
function checkStructure(file: PdfFile): ConformanceProblem[] {
  const problems: ConformanceProblem[] = [];
  const pending = [readReference(file.dictionary(file.root), "StructTreeRoot")];
  const seen = new Set<number>();
  let level = 0;
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    if (number === 0 || seen.has(number)) continue;
    seen.add(number);
    const element = file.dictionary(number);
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

function checkLinks(file: PdfFile): ConformanceProblem[] {
  for (let number = 1; number < file.offsets.length; number++) {
    const object = file.dictionary(number);
    if (readKey(object, "Subtype") === "/Link" && !hasText(readKey(object, "Contents"))) {
      return [{ kind: "link", message: "A link has no description." }];
    }
  }
  return [];
}

function checkGlyphs(file: PdfFile, nameCulprits: () => ConformanceProblem[]): ConformanceProblem[] {
  for (let number = 1; number < file.offsets.length; number++) {
    const object = file.dictionary(number);
    if (!object.includes("\n  /Filter /FlateDecode") || !mayHoldText(object)) continue;
    if (!showsMissingGlyph(inflateSync(file.stream(number)).toString("latin1"))) continue;
    const culprits = nameCulprits();
    return culprits.length > 0
      ? culprits
      : [{ kind: "character", message: "A character has no glyph in the font it is set in." }];
  }
  return [];
}

/** Page contents carry no type; pictures, fonts and colour profiles are told apart by their keys. */
function mayHoldText(object: string): boolean {
  return !/\n {2}\/(Subtype \/(?!Form)|Type \/(?!Pattern|XObject)|Length1|N |FunctionType|ShadingType)/.test(
    object,
  );
}

const SHOWN = /\(((?:[^()\\]|\\[\s\S])*)\)|<([0-9A-Fa-f]+)>(?!>)/g;
const TEXT_OBJECT = /(?:^|\n)BT\n[\s\S]*?\nET(?=\n|$)/g;
const MARKS = /<<[\s\S]*?>>/g;

/** Text is shown as two-byte glyph numbers, of which 0 is the empty box. */
function showsMissingGlyph(content: string): boolean {
  for (const [text] of content.matchAll(TEXT_OBJECT)) {
    for (const [, literal, hex] of text.replace(MARKS, "").matchAll(SHOWN)) {
      const codes = hex ? Buffer.from(hex, "hex").toString("latin1") : unescapeLiteral(literal ?? "");
      for (let index = 0; index + 1 < codes.length; index += 2) {
        if (codes.charCodeAt(index) === 0 && codes.charCodeAt(index + 1) === 0) return true;
      }
    }
  }
  return false;
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function unescapeLiteral(literal: string): string {
  return literal.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 255) : (ESCAPES[code] ?? code),
  );
}
