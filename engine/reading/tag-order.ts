import { bytesOfLetters } from "../bytes.ts";
import { type PdfFile, readKey, readReference } from "../pdf-file.ts";
import { bodyOf, type Writing } from "./font-codes.ts";

/** The element of the tree of tags that each piece of marked content belongs to, by page and number. */
export function readTagOwners(file: PdfFile): Map<string, number> {
  const owners = new Map<string, number>();
  for (const number of file.offsets.keys())
    for (const { page, mcid } of kidsOf(number > 0 ? file.dictionary(number) : ""))
      if (mcid >= 0) owners.set(`${page} ${mcid}`, number);
  return owners;
}

type Kid = { written: string; page: number; mcid: number };

function kidsOf(element: string): Kid[] {
  if (!element.includes("\n  /Type /StructElem\n")) return [];
  const own = readReference(element, "Pg");
  const kids = readKey(element, "K") ?? "";
  return [...kids.matchAll(/<<[^>]*>>|\d+ 0 R|\d+/g)].map(([written]) => {
    if (/^\d+$/.test(written)) return { written, page: own, mcid: Number(written) };
    const [, mcid = -1] = /\/MCID (\d+)/.exec(written) ?? [];
    const [, page = own] = /\/Pg (\d+) 0 R/.exec(written) ?? [];
    return { written, page: Number(page), mcid: Number(mcid) };
  });
}

/** A word of the page, by the number of its marked content, which is that of its first piece. */
export type PlacedWord = { text: string; left: number; right: number; y: number; size: number };
export type PlacedWords = { words: Map<string, PlacedWord>; joined: Set<string> };

/**
 * The compiler draws the words of a line that is read from right to left beginning at the left, and tags them in that order. A screen
 * reader reads in the order of the tags, so they are turned around. Pieces that were joined to a word leave the tree.
 */
export function writeTagOrder(file: PdfFile, { words, joined }: PlacedWords, { replace }: Writing): void {
  for (const number of file.offsets.keys()) {
    const element = number > 0 ? file.dictionary(number) : "";
    const kids = kidsOf(element);
    if (!kids.some(({ mcid }) => mcid >= 0)) continue;
    const keyOf = ({ page, mcid }: Kid) => `${page} ${mcid}`;
    const left = kids.filter((kid) => !joined.has(keyOf(kid)));
    const ordered = readingOrder(left, (kid) => words.get(keyOf(kid)));
    const written = ordered.map((kid) => kid.written).join(" ");
    if (written === kids.map((kid) => kid.written).join(" ")) continue;
    const before = readKey(element, "K") ?? "";
    replace(number, bytesOfLetters(bodyOf(element).replace(before, () => `[${written}]`)));
  }
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LEFT_TO_RIGHT = /[\p{L}\p{N}]/u;

/** Turns around each sequence of words that is drawn towards the right, but read towards the left. */
export function readingOrder<Item>(
  items: readonly Item[],
  wordOf: (item: Item) => PlacedWord | undefined,
): Item[] {
  const ordered: Item[] = [];
  let run: Item[] = [];
  let last: PlacedWord | undefined;
  const finish = () => {
    const isReversed = run.some((item) => RIGHT_TO_LEFT.test(wordOf(item)?.text ?? ""));
    ordered.push(...(isReversed ? run.reverse() : run));
    run = [];
  };
  for (const item of items) {
    const word = wordOf(item);
    const isOther = !word || (LEFT_TO_RIGHT.test(word.text) && !RIGHT_TO_LEFT.test(word.text));
    if (isOther || !last || !follows(last, word)) finish();
    run.push(item);
    last = isOther ? undefined : word;
  }
  finish();
  return ordered;
}

const WIDEST_SPACE = 2; // of the size, in a line that is justified

function follows(before: PlacedWord, word: PlacedWord): boolean {
  return (
    Math.abs(word.y - before.y) < word.size / 2 &&
    word.left >= before.left &&
    word.left - before.right < WIDEST_SPACE * word.size
  );
}
