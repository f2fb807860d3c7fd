import type { DraftDiagnostic, SampleMode } from "../../../../../contract/templates/drafts.ts";

/** What the ways of seeing a page are called. */
export const MODE_WORDS: Record<SampleMode, { name: string; short: string; inSentence: string }> = {
  sample: { name: "Sample", short: "Sample", inSentence: "sample page" },
  preview: { name: "Preview", short: "Preview", inSentence: "preview" },
  empty: { name: "Empty", short: "Empty", inSentence: "empty page" },
  long: { name: "Long", short: "Long", inSentence: "long page" },
  rtl: { name: "Right to left", short: "R to L", inSentence: "page from right to left" },
  rows: { name: "Forty rows", short: "40 rows", inSentence: "page with forty rows" },
};

/** On which sample a fault is met, when it is not met on all. */
export function onlyOn({ mode }: Pick<DraftDiagnostic, "mode">): string | undefined {
  return mode && mode !== "sample" ? `Only on the ${MODE_WORDS[mode].inSentence}.` : undefined;
}

/** How many pages lie behind the first, as far as a pile shows it. */
export function pileOf(count: number): 0 | 1 | 2 {
  return count > 2 ? 2 : count === 2 ? 1 : 0;
}

export function formatPages(count: number): string {
  return count === 1 ? "1 page" : `${count} pages`;
}

const FILE_WORDS: Record<DraftDiagnostic["file"], string> = {
  source: "",
  fields: " of the fields",
  sample: " of the sample",
  kit: " of the kit",
  template: "",
};

/** Why a page is older than what is typed, or isn't there yet. */
export function formatRenderError(faults: readonly DraftDiagnostic[]): string {
  const first = faults.find(({ severity }) => severity === "error");
  return first ? `Line ${first.line}${FILE_WORDS[first.file]} stops it.` : "It can’t be drawn just now.";
}
