import { describeBoxes, drawCuts, type Placement, shownArea } from "../contract/rendering/print-sheets.ts";
import { lettersOfBytes } from "../shared/reading/pdf-objects.ts";
import { bytesOfLetters, packedStream } from "./bytes.ts";
import { type PdfFile, readKey, readPdf, readReference, rewritePdf } from "./pdf-file.ts";

/**
 * Puts each page of a finished PDF on a larger sheet, once or several times. The first is the page itself, moved, with its tags; the
 * others are copies that a screen reader skips: the same card ten times is read once.
 */
export function placePages(bytes: Uint8Array, placement: Placement): Uint8Array {
  const file = readPdf(bytes);
  const replacements = new Map<number, Uint8Array>();
  let next = file.offsets.length;
  const add = (content: Uint8Array) => {
    const number = next++;
    replacements.set(number, content);
    return number;
  };
  for (const page of pagesOf(file, readReference(file.dictionary(file.root), "Pages")))
    placePage(file, page, placement, { add, replace: (number, body) => replacements.set(number, body) });
  // The table of objects has one entry for each number, so what was added has to follow what was there.
  return rewritePdf(file, new Map([...replacements].sort(([a], [b]) => a - b)));
}

type Writing = { add(content: Uint8Array): number; replace(number: number, content: Uint8Array): void };

function pagesOf(file: PdfFile, tree: number): number[] {
  const kids = [...(readKey(file.dictionary(tree), "Kids") ?? "").matchAll(/(\d+) 0 R/g)].map(([, kid]) =>
    Number(kid),
  );
  return kids.flatMap((kid) =>
    readKey(file.dictionary(kid), "Type") === "/Pages" ? pagesOf(file, kid) : [kid],
  );
}

function placePage(file: PdfFile, page: number, placement: Placement, { add, replace }: Writing) {
  const { scale, places } = placement;
  const [first, ...others] = places;
  if (!first) return;
  let dictionary = bodyOf(file.dictionary(page));
  const [, ownWidth, ownHeight] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(dictionary) ?? [];
  const contents = readReference(dictionary, "Contents");
  if (!ownWidth || !ownHeight || contents === 0)
    throw new TypeError("a page is not as the compiler writes it");
  const matrix = ({ x, y }: { x: number; y: number }) =>
    `${[scale, 0, 0, scale, x, y].map(formatLength).join(" ")} cm`;
  // What a page draws beyond its edge was cut off by the edge; now it is cut off where the bleed ends.
  const area = shownArea(placement, { width: Number(ownWidth), height: Number(ownHeight) });
  const clip = `/Artifact BMC\n${area.map(formatLength).join(" ")} re\nW n\nEMC`;
  const before = add(packedStream(`q\n${matrix(first)}\n${clip}\n`));
  const copies: string[] = [];
  if (others.length > 0) {
    const copy = add(copyOf(file, contents, dictionary, area));
    dictionary = withDrawing(dictionary, copy);
    copies.push(...others.map((place) => `q\n${matrix(place)}\n/copy Do\nQ`));
  }
  const after = add(packedStream(`\nQ\n${[...copies, ...drawCuts(placement)].join("\n")}\n`));
  const placed = dictionary
    .replace(/\/MediaBox \[[^\]]*\]/, describeBoxes(placement))
    .replace(/^ {2}\/Contents \d+ 0 R/m, `  /Contents [${before} 0 R ${contents} 0 R ${after} 0 R]`);
  replace(page, bytesOfLetters(placed));
  for (const annotation of referencesIn(readKey(dictionary, "Annots")))
    replace(annotation, bytesOfLetters(moved(bodyOf(file.dictionary(annotation)), scale, first)));
}

/** What a page draws as one thing that can be drawn again, none of it tagged. */
function copyOf(
  file: PdfFile,
  contents: number,
  page: string,
  [x, y, width, height]: ReturnType<typeof shownArea>,
): Uint8Array {
  const box = [x, y, x + width, y + height].map(formatLength);
  const drawn = lettersOfBytes(file.content(contents));
  const untagged = drawn.replace(/^\/\w+ <<\n(?: {2}.*\n)*>> BDC$/gm, "/Artifact BMC");
  const keys = `  /Type /XObject\n  /Subtype /Form\n  /BBox [${box.join(" ")}]\n  /Resources ${readKey(page, "Resources")}\n`;
  return packedStream(untagged, keys);
}

function withDrawing(page: string, copy: number): string {
  const resources = readKey(page, "Resources") ?? "";
  const entry = `\n      /copy ${copy} 0 R`;
  const changed = resources.includes("/XObject <<")
    ? resources.replace("/XObject <<", `/XObject <<${entry}`)
    : resources.replace("<<", `<<\n    /XObject <<${entry}\n    >>`);
  return page.replace(resources, () => changed);
}

/** Moves the areas of links along with their text. */
function moved(annotation: string, scale: number, { x, y }: { x: number; y: number }): string {
  return annotation.replace(/\/(Rect|QuadPoints) \[([^\]]*)\]/g, (_, key: string, numbers: string) => {
    const at = numbers.trim().split(/\s+/).map(Number);
    return `/${key} [${at.map((value, index) => formatLength(value * scale + (index % 2 === 0 ? x : y))).join(" ")}]`;
  });
}

function referencesIn(list: string | undefined): number[] {
  return [...(list ?? "").matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number));
}

function bodyOf(object: string): string {
  return object.slice(object.indexOf("<<"), object.lastIndexOf("endobj")).trimEnd();
}

const formatLength = (length: number) => String(Math.round(length * 10_000) / 10_000);
