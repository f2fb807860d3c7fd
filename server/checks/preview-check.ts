import { sampleIn, sampleLanguages } from "../../contract/templates/samples.ts";
import { papersOf } from "../../contract/templates/template-file.ts";
import { type Language, resolveTheme } from "../../contract/templates/theme.ts";
import { type Message, type Text, textFor } from "../../contract/texts/text.ts";
import { RenderError } from "../../engine/errors.ts";
import type { RenderInput } from "../../engine/input/render-job.ts";
import type { TextRun } from "../../engine/job.ts";
import { messageFor } from "../errors/messages.ts";
import type { SubmitOptions } from "../rendering/pool.ts";
import type { Rendering } from "../rendering/rendering.ts";
import { type Partial, partialData } from "./data/partial-data.ts";
import { inputFor, type Mode, whileTyping } from "./data/render-input.ts";
import { type Finding, findingWith, SOURCE_FILE, START, type TemplateFiles } from "./findings.ts";
import { isNoFinding, sayingOf } from "./page-check.ts";

/**
 * Which of a template's half-filled states are compared: all of them by the command; in `npm test` the two that find most, with
 * nothing typed and with one row started.
 */
export type Thoroughness = "all" | "some";
const SOME = [0, 2];

/** Compares the preview with the export: the same text, except for the greyed one. */
export async function checkPreview(
  rendering: Rendering,
  template: TemplateFiles,
  { renders, how }: { renders: SubmitOptions; how: Thoroughness },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  const own = partialData(template.file).filter((_, place) => how === "all" || SOME.includes(place));
  const others = sampleLanguages(template.file).map((language) => ({
    data: {},
    label: textFor("with_nothing_in", { language }),
    language,
  }));
  for (const state of [...own, ...others]) {
    for (const fault of await compare(rendering, template, state, renders)) {
      // A word is reported once, for the first state it was found in.
      if (!seen.has(fault.message))
        findings.push({ file: SOURCE_FILE, ...START, mode: "preview", ...findingWith(fault, state.label) });
      seen.add(fault.message);
    }
  }
  return findings;
}

async function compare(
  rendering: Rendering,
  { source, file }: TemplateFiles,
  { data, language }: Partial & { language?: Language },
  renders: SubmitOptions,
): Promise<Message[]> {
  const papers = papersOf(file.page);
  const shared = {
    source,
    fields: file.fields,
    theme: resolveTheme(file.theme, papers, language ? { language } : {}),
  };
  const typed = whileTyping({ ...file, sample: sampleIn(file, language) }, data);
  const inputs: RenderInput[] = [
    { ...shared, ...typed, mode: "preview" },
    { ...shared, data: typed.data, mode: "proof" },
  ];
  try {
    const [shown = [], printed = []] = await Promise.all(
      inputs.map((input) => rendering.renderText(input, renders)),
    );
    return [...findDifferences(shown, printed), ...findMissingPages(shown.length, printed.length)];
  } catch (error) {
    if (!(error instanceof RenderError) || isNoFinding(error)) throw error;
    const { message, text } = sayingOf(error);
    return [messageFor("not_half_filled", { problem: text ?? message })];
  }
}

/** The editor assumes that one page of preview is one page of export; only for more does it ask for the number. */
function findMissingPages(shown: number, printed: number): Message[] {
  return shown === 1 && printed > 1 ? [messageFor("one_page_in_preview", { pages: printed })] : [];
}

/**
 * Where samples take pages of their own, what is on every page is there more often, and pages have other numbers. What
 * the export has more often is the heading of a table that breaks elsewhere.
 */
function findDifferences(shown: TextRun[][], printed: TextRun[][]): Message[] {
  const isSameLength = shown.length === printed.length;
  const isPageNumber = (word: string) =>
    !isSameLength && Number(word) <= Math.max(shown.length, printed.length);
  const all = countWords(shown.flat());
  const exported = countWords(printed.flat());
  const solid = countWords(shown.flat().filter(({ isGrey }) => !isGrey));
  const added = [...solid].filter(([word, times]) => times > (exported.get(word) ?? 0));
  const black = added.filter(([word]) => isSameLength || !exported.has(word)).map(([word]) => word);
  const lost = [...exported.keys()].filter((word) => !all.has(word) && !isPageNumber(word));
  return [...describeTexts(black, "only_in_preview"), ...describeTexts(lost, "only_in_export")];
}

/** The lengths of data whose pages are compared in both modes. */
const LENGTHS: { mode: Mode; label: Text }[] = [
  { mode: "long", label: textFor("with_twice") },
  { mode: "sample", label: textFor("with_sample") },
  { mode: "empty", label: textFor("with_required") },
  { mode: "accents", label: textFor("with_accents") },
  { mode: "unbroken", label: textFor("with_long_words") },
];

/** The preview without sample text breaks its pages exactly where the PDF does: on every paper, with much and with little data. */
export async function checkPageBreaks(
  rendering: Rendering,
  template: TemplateFiles,
  { renders, how }: { renders: SubmitOptions; how: Thoroughness },
): Promise<Finding[]> {
  const { page } = template.file;
  const papers = papersOf(page)?.map((paper) => ({ paper })) ?? [{}];
  const lengths = how === "all" ? LENGTHS : LENGTHS.slice(0, 2);
  const pairs = lengths.flatMap((length) => papers.map((chosen) => ({ ...length, chosen })));
  for (const { mode, label, chosen } of pairs) {
    const fault = await comparePages(rendering, inputFor(template, mode, chosen), { mode, renders });
    const data = "paper" in chosen ? textFor("with_on", { data: label, paper: chosen.paper }) : label;
    // The other lengths would mostly show the same break again.
    if (fault) return [{ file: SOURCE_FILE, ...START, mode: "preview", ...findingWith(fault, data) }];
  }
  return [];
}

async function comparePages(
  rendering: Rendering,
  input: ReturnType<typeof inputFor>,
  { mode, renders }: { mode: Mode; renders: SubmitOptions },
): Promise<Pick<Finding, "message" | "text"> | undefined> {
  const typed = mode === "sample" ? input.sample : input.data;
  try {
    const [shown = [], printed = []] = await Promise.all(
      (["proof", "final"] as const).map((drawn) =>
        rendering.renderText({ ...input, data: typed, sample: {}, mode: drawn }, renders),
      ),
    );
    return findOtherPage(shown, printed);
  } catch (error) {
    if (!(error instanceof RenderError) || isNoFinding(error)) throw error;
    return sayingOf(error);
  }
}

/** The first page that differs, or a different number of pages. */
function findOtherPage(shown: TextRun[][], printed: TextRun[][]): Message | undefined {
  const textOf = (runs: TextRun[] = []) =>
    runs
      .map(({ text }) => text)
      .join("")
      .replace(/\s+/g, "");
  const count = Math.max(shown.length, printed.length);
  for (let page = 0; page < count; page++) {
    if (textOf(shown[page]) !== textOf(printed[page])) return messageFor("other_page", { page: page + 1 });
  }
  return shown.length === printed.length
    ? undefined
    : messageFor("other_page_count", { shown: shown.length, printed: printed.length });
}

function describeTexts(words: string[], key: "only_in_preview" | "only_in_export"): Message[] {
  return words.length > 0 ? [messageFor(key, { words: words.map((word) => `"${word}"`).join(", ") })] : [];
}

/** A word is letters and digits: line breaks and the characters between words don't matter. */
function countWords(runs: TextRun[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of runs) {
    for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
