import { plural, t } from "@lingui/core/macro";
import type { DraftDiagnostic, SampleMode } from "../../../../../contract/templates/drafts.ts";

const SAMPLE_ROWS = 40; // as many as the server fills in

type ModeLabels = { name: string; short: string; only?: string };

/** The labels of a sample; `only` marks a fault that no other sample has. */
export function modeLabels(mode: SampleMode): ModeLabels {
  const labels: Record<SampleMode, ModeLabels> = {
    sample: { name: t`Sample`, short: t`Sample` },
    preview: {
      name: t`New document`,
      short: t({ message: "New", context: "sample", comment: "Short for “New document”" }),
      only: t`Only in a new document.`,
    },
    empty: {
      name: t({ message: "Empty", context: "sample" }),
      short: t({ message: "Empty", context: "sample" }),
      only: t`Only when nothing is filled in.`,
    },
    long: {
      name: t`Long text`,
      short: t({ message: "Long", context: "sample", comment: "Short for “Long text”" }),
      only: t`Only with long text.`,
    },
    rtl: {
      name: t`Right to left`,
      short: t({ message: "RTL", context: "sample", comment: "Short for “Right to left”" }),
      only: t`Only in right-to-left languages.`,
    },
    rows: {
      name: plural({ count: SAMPLE_ROWS }, { one: "# row", other: "# rows" }),
      short: plural({ count: SAMPLE_ROWS }, { one: "# row", other: "# rows" }),
      only: plural({ count: SAMPLE_ROWS }, { one: "Only with # row.", other: "Only with # rows." }),
    },
  };
  return labels[mode];
}

export function onlyOn({ mode }: Pick<DraftDiagnostic, "mode">): string | undefined {
  return mode && modeLabels(mode).only;
}

/** The number of pages drawn behind the first. */
export function pileOf(count: number): 0 | 1 | 2 {
  return count > 2 ? 2 : count === 2 ? 1 : 0;
}

export function formatPages(count: number): string {
  return plural(count, { one: "# page", other: "# pages" });
}

const ERRORS: Record<DraftDiagnostic["file"], (line: number) => string> = {
  source: (line) => t`There is an error on line ${line}.`,
  fields: (line) => t`There is an error on line ${line} of the fields.`,
  sample: (line) => t`There is an error on line ${line} of the sample.`,
  kit: (line) => t`There is an error on line ${line} of the kit.`,
  template: (line) => t`There is an error on line ${line}.`,
};

/** Why a page is outdated or missing. */
export function formatRenderError(faults: readonly DraftDiagnostic[]): string {
  const first = faults.find(({ severity }) => severity === "error");
  return first ? ERRORS[first.file](first.line) : t`Rendering isn’t available right now.`;
}
