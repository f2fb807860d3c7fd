import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installedPath } from "../../../server/config/program-files.ts";
import type { Terminal } from "../../terminal.ts";

/** Compares the words that other programs read out of a PDF with the words it was made of. */

/** Scripts in which several glyphs draw one letter, or whose letters a font may lack. */
const SCRIPTS = ["Arabic", "Hebrew", "Devanagari", "Thai", "Greek", "Cyrillic"] as const;
type Script = (typeof SCRIPTS)[number];
/** The share of words that each reader has to find in a PDF. */
const LEAST_SHARE = 0.99;

type Reader = { name: string; read(pdf: Uint8Array): string | Promise<string> };
export type Extraction = { script: Script; reader: string; words: number; missing: string[] };

type FoundReaders = { readers: Reader[]; skipped: string[] };

export type WordReading = {
  extract(pdf: Uint8Array, data: unknown): Promise<Extraction[]>;
  /** Why readers were not used, once one was needed. */
  skipped(): Promise<string[]>;
};

/** Looks for the readers when the first text needs them: one in Latin letters doesn't. */
export function createWordReading(find: () => Promise<FoundReaders> = findReaders): WordReading {
  let found: Promise<FoundReaders> | undefined;
  return {
    async extract(pdf, data) {
      if (!SCRIPTS.some((script) => wordsOf(data, script).length > 0)) return [];
      found ??= find();
      return extractWords(pdf, data, (await found).readers);
    },
    skipped: async () => (await found)?.skipped ?? [],
  };
}

/** Names the readers that are missing. Returns whether there are none: what was not read is not recorded as passed. */
export async function reportSkipped(words: WordReading, terminal: Terminal): Promise<boolean> {
  const skipped = await words.skipped();
  for (const reason of skipped)
    terminal.complain(`Words were not read back, and nothing is recorded: ${reason}`);
  return skipped.length === 0;
}

/** The readers that are installed here, and why the others are not used. */
export async function findReaders(): Promise<FoundReaders> {
  const found = [findPoppler(), await findPdfjs()];
  return {
    readers: found.filter((reader) => typeof reader !== "string"),
    skipped: found.filter((reader) => typeof reader === "string"),
  };
}

export async function extractWords(
  pdf: Uint8Array,
  data: unknown,
  readers: readonly Reader[],
): Promise<Extraction[]> {
  const given = SCRIPTS.map((script) => ({ script, words: wordsOf(data, script) }));
  const present = given.filter(({ words }) => words.length > 0);
  const extractions: Extraction[] = [];
  for (const { name, read } of readers) {
    const text = await read(pdf);
    for (const { script, words } of present) {
      const found = new Set(wordsIn(text, script));
      const missing = words.filter((word) => !found.has(word));
      extractions.push({ script, reader: name, words: words.length, missing });
    }
  }
  return extractions;
}

export const isUnreadable = ({ words, missing }: Extraction) => words - missing.length < LEAST_SHARE * words;

export function describeUnreadable({ reader, script, words, missing }: Extraction): string {
  const some = [...new Set(missing)].slice(0, 5).map((word) => `"${word}"`);
  return `${reader} finds ${words - missing.length} of ${words} ${script} words; it lacks ${some.join(", ")}`;
}

/** One row for each script and reader, as a Markdown table. */
export function tabulate(extractions: readonly Extraction[]): string {
  const rows = Map.groupBy(extractions, ({ script, reader }) => `| ${script} | ${reader} |`);
  const lines = [...rows]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, all]) => {
      const words = all.reduce((sum, each) => sum + each.words, 0);
      const correct = words - all.reduce((sum, { missing }) => sum + missing.length, 0);
      return `${name} ${words} | ${correct} | ${((100 * correct) / words).toFixed(1)} % |`;
    });
  return ["| script | reader | words | correct | share |", "|---|---|---:|---:|---:|", ...lines].join("\n");
}

const wordsOf = (data: unknown, script: Script) => wordsIn(textsIn(data).join("\n"), script);

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

/** Direction marks, invisible joiners and tatweel. Normalising also turns presentation forms into the letters that are typed. */
const IGNORED = /[\u00ad\u061c\u0640\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Letters with their marks, in the order in which they are read. A single letter may be an ornament or a list's mark. */
function wordsIn(text: string, script: Script): string[] {
  const pattern = new RegExp(`\\p{Script=${script}}[\\p{Script=${script}}\\p{M}\\u200c\\u200d]+`, "gu");
  return text.normalize("NFKC").replace(IGNORED, "").match(pattern) ?? [];
}

function findPoppler(): Reader | string {
  try {
    execFileSync("pdftotext", ["-v"], { stdio: "ignore" });
  } catch {
    return "pdftotext (poppler-utils) is not installed";
  }
  return {
    name: "poppler",
    read: (pdf) => execFileSync("pdftotext", ["-", "-"], { input: pdf, encoding: "utf8" }),
  };
}

/** As much of pdf.js as is used here. It comes with unpdf, which has no native modules, unlike pdfjs-dist. */
type Pdfjs = {
  getDocument(source: { data: Uint8Array; verbosity: number }): {
    promise: Promise<{ numPages: number; getPage(number: number): Promise<PdfjsPage> }>;
    destroy(): Promise<void>;
  };
};
type PdfjsPage = { getTextContent(): Promise<{ items: PdfjsItem[] }> };
type PdfjsItem = { str: string; transform: number[]; width: number; hasEOL: boolean };

async function findPdfjs(): Promise<Reader | string> {
  const file = installedPath("node_modules/unpdf/dist/pdfjs.mjs");
  if (!existsSync(file)) return "pdf.js (unpdf, a package for development) is not installed";
  const { getDocument }: Pdfjs = await import(file);
  return {
    name: "pdf.js",
    async read(pdf) {
      const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
      const document = await task.promise;
      let text = "";
      for (let number = 1; number <= document.numPages; number++)
        text += `${joinItems((await (await document.getPage(number)).getTextContent()).items)}\n`;
      await task.destroy();
      return text;
    },
  };
}

/** Items that touch each other on a line belong to one word; pdf.js gives a space between others only if they follow to the right. */
function joinItems(items: readonly PdfjsItem[]): string {
  let text = "";
  let end: { x: number; y: number } | undefined;
  for (const { str, transform, width, hasEOL } of items) {
    const [a = 0, b = 0, , , x = 0, y = 0] = transform;
    const size = Math.hypot(a, b);
    if (str && end && (Math.abs(y - end.y) > size / 2 || Math.abs(x - end.x) > size / 10)) text += " ";
    if (str) end = { x: x + width, y };
    text += hasEOL ? `${str}\n` : str;
  }
  return text;
}
