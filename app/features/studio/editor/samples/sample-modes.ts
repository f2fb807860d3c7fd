import { t } from "@lingui/core/macro";
import type { DraftDiagnostic, SampleMode } from "../../../../../contract/templates/drafts.ts";

/** The labels of the samples; `only` marks a fault that no other sample has. */
export const MODE_LABELS: Record<SampleMode, { name: string; short: string; only?: string }> = {
  sample: { name: "Sample", short: "Sample" },
  preview: { name: "New document", short: "New", only: "Only in a new document." },
  empty: { name: "Empty", short: "Empty", only: "Only when nothing is filled in." },
  long: { name: "Long text", short: "Long", only: "Only with long text." },
  rtl: { name: "Right to left", short: "RTL", only: "Only in right-to-left languages." },
  rows: { name: "40 rows", short: "40 rows", only: "Only with 40 rows." },
};

export function onlyOn({ mode }: Pick<DraftDiagnostic, "mode">): string | undefined {
  return mode && MODE_LABELS[mode].only;
}

/** The number of pages drawn behind the first. */
export function pileOf(count: number): 0 | 1 | 2 {
  return count > 2 ? 2 : count === 2 ? 1 : 0;
}

export function formatPages(count: number): string {
  return count === 1 ? t`1 page` : t`${count} pages`;
}

const ERRORS: Record<DraftDiagnostic["file"], (line: number) => string> = {
  source: (line) => t`There is an error in line ${line}.`,
  fields: (line) => t`There is an error in line ${line} of the fields.`,
  sample: (line) => t`There is an error in line ${line} of the sample.`,
  kit: (line) => t`There is an error in line ${line} of the kit.`,
  template: (line) => t`There is an error in line ${line}.`,
};

/** Why a page is outdated or missing. */
export function formatRenderError(faults: readonly DraftDiagnostic[]): string {
  const first = faults.find(({ severity }) => severity === "error");
  return first ? ERRORS[first.file](first.line) : t`It can’t be rendered right now.`;
}
