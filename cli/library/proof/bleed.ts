import { execFileSync } from "node:child_process";
import { bleedSheet } from "../../../contract/rendering/print-sheets.ts";
import { isRightToLeft } from "../../../contract/templates/languages.ts";
import { sampleLanguages } from "../../../contract/templates/samples.ts";
import { papersOf } from "../../../contract/templates/template-file.ts";
import type { Theme } from "../../../contract/templates/theme.ts";
import { inputFor, type Mode } from "../../../server/checks/data/render-input.ts";
import { type Finding, SOURCE_FILE, START, type TemplateFiles } from "../../../server/checks/findings.ts";
import type { SubmitOptions } from "../../../server/rendering/pool.ts";
import type { Rendering } from "../../../server/rendering/rendering.ts";

/** Looks for what ends at the edge of a page, or in its bleed, where it would be white after a cut that is not exact. */

/** Pixels per millimetre. */
const FINE = 5;
const DPI = 25.4 * FINE;
const AROUND_MM = 10;
/** Up to here outside of the edge; the bleed itself ends at 3 mm. */
const DEEP = 2.8 * FINE;
/** Shorter edges belong to a drawing. */
const LEAST_RUN = 3 * FINE;
/** So many pixels a curve is nearer or farther where it leaves the straight. */
const CURVED = 2;
/** Of 255, in one of the colours. */
const VISIBLE = 10;

export type Picture = { width: number; height: number; pixels: Uint8Array };
type Side = "left" | "right" | "top" | "bottom";
export type Gap = { side: Side; atMm: number; longMm: number; beyondMm: number };

/** The sample on every paper and from right to left, and with twice the data, which may take more pages. */
export async function findBleedFaults(
  rendering: Rendering,
  template: TemplateFiles,
  renders: SubmitOptions,
): Promise<Finding[]> {
  const { page } = template.file;
  if (!page.bleed) return [];
  const mirrored = sampleLanguages(template.file).find(isRightToLeft);
  const papers = papersOf(page) ?? [undefined];
  const views: { mode: Mode; chosen: Partial<Theme> }[] = [
    ...papers.map((paper) => ({ mode: "sample" as const, chosen: paper ? { paper } : {} })),
    { mode: "long", chosen: {} },
    { mode: "sample", chosen: { language: mirrored ?? "he" } },
  ];
  const messages = new Set<string>();
  for (const { mode, chosen } of views) {
    const input = inputFor(template, mode, chosen);
    const placement = bleedSheet(page, input.theme?.paper);
    const { bytes } = await rendering.renderPdf({ ...input, placement }, renders);
    for (const [index, picture] of drawPages(bytes).entries())
      for (const gap of findGaps(picture)) messages.add(describe(gap, index + 1));
  }
  return [...messages].map((message) => ({ file: SOURCE_FILE, ...START, message }));
}

function describe({ side, atMm, longMm, beyondMm }: Gap, page: number): string {
  const where = side === "left" || side === "right" ? "from the top" : "from the left";
  const at = `${Math.round(atMm)} mm ${where}, ${Math.round(longMm)} mm long`;
  return `page ${page}: something ends ${beyondMm.toFixed(1)} mm outside of the ${side} edge (${at}); with "bleed" in its page, a template draws 3 mm beyond the edge`;
}

function drawPages(pdf: Uint8Array): Picture[] {
  const args = ["-r", String(DPI), "-aaVector", "no", "-"];
  const options = { input: pdf, maxBuffer: 1024 ** 3, stdio: ["pipe", "pipe", "ignore"] as const };
  try {
    return readPictures(execFileSync("pdftoppm", args, { ...options, stdio: [...options.stdio] }));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new Error("the bleed can't be measured, because pdftoppm (poppler-utils) is not installed");
  }
}

/** PPM files, one after the other. */
function readPictures(file: Uint8Array): Picture[] {
  const pictures: Picture[] = [];
  for (let at = 0; at < file.length; ) {
    const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(
      Buffer.from(file.subarray(at, at + 40)).toString("latin1"),
    );
    const [all = "", width = 0, height = 0] = head ? [head[0], Number(head[1]), Number(head[2])] : [];
    if (!all) throw new Error("pdftoppm wrote something else than pictures");
    const start = at + all.length;
    at = start + width * height * 3;
    pictures.push({ width, height, pixels: file.subarray(start, at) });
  }
  return pictures;
}

/** Straight edges along a side of the page, in what will be cut off. */
export function findGaps({ width, height, pixels }: Picture): Gap[] {
  const around = AROUND_MM * FINE;
  const steps: Record<Side, (along: number, deep: number) => [number, number]> = {
    left: (along, deep) => [around - 1 - deep, around + along],
    right: (along, deep) => [width - around + deep, around + along],
    top: (along, deep) => [around + along, around - 1 - deep],
    bottom: (along, deep) => [around + along, height - around + deep],
  };
  const differs = ([x, y]: [number, number], [otherX, otherY]: [number, number]) => {
    const [one, other] = [(y * width + x) * 3, (otherY * width + otherX) * 3];
    for (let part = 0; part < 3; part++)
      if (Math.abs((pixels[one + part] ?? 0) - (pixels[other + part] ?? 0)) > VISIBLE) return true;
    return false;
  };
  const sides: Side[] = ["left", "right", "top", "bottom"];
  return sides.flatMap((side) => {
    const long = (side === "left" || side === "right" ? height : width) - 2 * around;
    const pixelAt = steps[side];
    /** Where the colour first changes on the way outwards. */
    const changeAt = (along: number, from = -1) => {
      for (let deep = from; deep < DEEP; deep++)
        if (differs(pixelAt(along, deep - 1), pixelAt(along, deep))) return deep;
      return undefined;
    };
    const runs: { deep: number | undefined; begin: number; end: number }[] = [];
    for (let along = 0; along < long; along++) {
      const deep = changeAt(along);
      const last = runs.at(-1);
      if (last && last.deep === deep) last.end = along + 1;
      else runs.push({ deep, begin: along, end: along + 1 });
    }
    return runs.flatMap(({ deep, begin, end }): Gap[] => {
      if (deep === undefined || end - begin < LEAST_RUN) return [];
      // A curve leaves the page somewhere; a straight edge ends all at once.
      const isCurve = [begin - 1, end].some((along) => {
        const next = along < 0 || along >= long ? undefined : changeAt(along, deep - CURVED);
        return next !== undefined && Math.abs(next - deep) <= CURVED;
      });
      const [atMm, longMm] = [begin / FINE, (end - begin) / FINE];
      return isCurve ? [] : [{ side, atMm, longMm, beyondMm: Math.max(0, deep) / FINE }];
    });
  });
}
