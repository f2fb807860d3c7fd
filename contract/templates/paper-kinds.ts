import type { PageFile } from "./template-file.ts";

/** The papers that lists of templates can be narrowed to. */
export const PAPER_KINDS = ["a4", "us-letter", "other"] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

export const isPaperKind = (value: string): value is PaperKind =>
  (PAPER_KINDS as readonly string[]).includes(value);

/** In millimetres. */
const KNOWN_SIZES = [
  { kind: "a4", width: 210, height: 297 },
  { kind: "us-letter", width: 215.9, height: 279.4 },
] as const;

/** Which papers a template prints on, in their fixed order. */
export function paperKinds(page: PageFile): PaperKind[] {
  if (!("width" in page)) {
    const { papers } = page;
    return KNOWN_SIZES.map(({ kind }) => kind).filter((kind) => papers.includes(kind));
  }
  const [short, long] = [Math.min(page.width, page.height), Math.max(page.width, page.height)];
  const near = (a: number, b: number) => Math.abs(a - b) < 1;
  const known = KNOWN_SIZES.find(({ width, height }) => near(width, short) && near(height, long));
  return [known?.kind ?? "other"];
}

/** As stored in the database: "a4 us-letter". */
export function joinedPapers(page: PageFile): string {
  return paperKinds(page).join(" ");
}
