import { t } from "@lingui/core/macro";
import type { PageFile } from "../../../contract/templates/template-file.ts";
import { formatInches } from "../format/page-formats.ts";
import { formatList, formatNumber } from "../i18n/intl.ts";

/** Facts about a template's sheet, from its `page`. Sizes are in millimetres. */

const PAPERS: Record<string, { width: number; height: number; name: string }> = {
  a4: { width: 210, height: 297, name: "A4" },
  "us-letter": { width: 215.9, height: 279.4, name: "Letter" },
};

const NAMED_SIZES = [
  { name: "A2", width: 420, height: 594 },
  { name: "A3", width: 297, height: 420 },
  { name: "A4", width: 210, height: 297 },
  { name: "A5", width: 148, height: 210 },
  { name: "A6", width: 105, height: 148 },
  { name: "Letter", width: 215.9, height: 279.4 },
  { name: "Tabloid", width: 279.4, height: 431.8 },
];

export function pageSize(page: PageFile): { width: number; height: number } {
  if ("width" in page) return { width: page.width, height: page.height };
  const { width, height } = PAPERS[page.papers[0] ?? "a4"] ?? { width: 210, height: 297 };
  return page.orientation === "landscape" ? { width: height, height: width } : { width, height };
}

/** Width over height. */
export function pageRatio(page: PageFile): number {
  const { width, height } = pageSize(page);
  return Math.round((width / height) * 10_000) / 10_000;
}

function findNamed(page: { width: number; height: number }) {
  const [short, long] = [Math.min(page.width, page.height), Math.max(page.width, page.height)];
  const near = (a: number, b: number) => Math.abs(a - b) < 1;
  return NAMED_SIZES.find((size) => near(size.width, short) && near(size.height, long));
}

const paperName = (name: string) => (name === "Letter" ? t({ message: "Letter", context: "paper" }) : name);

function papersOf(page: PageFile): string[] {
  if (!("width" in page)) return page.papers.map((paper) => paperName(PAPERS[paper]?.name ?? paper));
  const named = findNamed(page);
  if (named) return [paperName(named.name)];
  const [width, height] = [formatMillimetres(page.width), formatMillimetres(page.height)];
  return [t`${width} × ${height} mm`, ...(page.us ? [formatInches(page.us)] : [])];
}

const formatMillimetres = (length: number) => formatNumber(length, { maximumFractionDigits: 1 });

/** Only papers with a name are called landscape; other sizes show it. */
const isNamed = (page: PageFile) => !("width" in page) || findNamed(page) !== undefined;

function isLandscape(page: PageFile): boolean {
  const { width, height } = pageSize(page);
  return width > height;
}

/** Under a sheet: "A4", "A4 landscape", "85 × 55 mm". */
export function shortFormat(page: PageFile): string {
  const [paper = "A4"] = papersOf(page);
  return isLandscape(page) && isNamed(page) ? t`${paper} landscape` : paper;
}

/** On its own page: "A4 and Letter". */
export function longFormat(page: PageFile): string {
  const papers = formatList(papersOf(page));
  return isLandscape(page) && isNamed(page) ? t`${papers}, landscape` : papers;
}
