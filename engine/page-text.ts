import type { TextRun } from "./job.ts";
import { unescapeXml } from "./pages.ts";

/** Reads the text of each page from the renderer's stacked SVG, in which every run of text follows its outlines. */

const PAGE = 'class="typst-page"';
const RUN = /class="typst-text"[^>]*?fill="([^"]*)"|class="tsel"[^>]*>([^<]*)</g;
const TRANSPARENT = /^#[0-9a-f]{6}(?!ff)[0-9a-f]{2}$/i; // how the kit greys (`greyed` in prose.typ)

export function readPageText(stacked: string): TextRun[][] {
  return stacked
    .split(PAGE)
    .slice(1)
    .map((page) => {
      const runs: TextRun[] = [];
      let isGrey = false;
      for (const [, fill, text] of page.matchAll(RUN)) {
        if (fill !== undefined) isGrey = TRANSPARENT.test(fill);
        else if (text !== undefined) runs.push({ text: unescapeXml(text), isGrey });
      }
      return runs;
    });
}
