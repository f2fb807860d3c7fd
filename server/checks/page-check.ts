import type { Conformance, ConformanceProblem, Diagnostic } from "../../contract/rendering/render.ts";
import { isRightToLeft } from "../../contract/templates/languages.ts";
import { sampleIn, sampleLanguages } from "../../contract/templates/samples.ts";
import { papersOf } from "../../contract/templates/template-file.ts";
import type { Language, Theme } from "../../contract/templates/theme.ts";
import { type Phrase, type Text, textFor } from "../../contract/texts/text.ts";
import { RenderError, TemplateBroken } from "../../engine/errors.ts";
import { readPdfText } from "../../shared/reading/pdf-text.ts";
import { findUnread, READ_BY_MACHINES } from "../../shared/reading/read-back.ts";
import { positionAt } from "../../shared/text/json-text.ts";
import { asMessage, messageFor } from "../errors/messages.ts";
import type { SubmitOptions } from "../rendering/pool.ts";
import type { Pdf, Rendering } from "../rendering/rendering.ts";
import { doubledData } from "./data/long-data.ts";
import { inputFor, type Mode } from "./data/render-input.ts";
import { type Finding, findingWith, SOURCE_FILE, START, type TemplateFiles } from "./findings.ts";
import { type CheckBounds, checkGeometry } from "./geometry/geometry-check.ts";

/** The most pages of a sample, also doubled: a year of weeks, and some. */
const MAX_PAGES = 60;

/** Errors that every other variant would meet as well. */
const HOPELESS: string[] = ["RENDER_TIMED_OUT", "RENDER_OUT_OF_MEMORY", "RENDER_CRASHED", "TOO_MANY_PAGES"];

/** Errors that say what to make shorter. */
const REFUSALS: string[] = ["TOO_MANY_PAGES", "DATA_TOO_LARGE", "DATA_TOO_MANY_VALUES", "TEXT_TOO_LONG"];

const MODES_READ: readonly Mode[] = ["sample", "long"];

type Variant = { mode: NonNullable<Finding["mode"]>; chosen: Partial<Theme>; data: Phrase };

/** A person's choices are tried together with a kind of data; each on its own would find little more. */
function variantsOf({ file }: Pick<TemplateFiles, "file">): Variant[] {
  const hasPapers = papersOf(file.page)?.includes("us-letter") ?? false;
  const letter: Partial<Theme> = hasPapers ? { paper: "us-letter" } : {};
  return [
    { mode: "sample", chosen: {}, data: textFor("with_sample") },
    { mode: "empty", chosen: {}, data: textFor("with_required") },
    { mode: "long", chosen: {}, data: textFor("with_twice") },
    { mode: "preview", chosen: letter, data: textFor("with_preview") },
    {
      mode: "sample",
      chosen: { ...letter, language: "de", fonts: "plain" },
      data: textFor(hasPapers ? "with_german_letter" : "with_german"),
    },
    ...sampleLanguages(file).flatMap((language): Variant[] => [
      { mode: "sample", chosen: { language }, data: textFor("with_sample_in", { language }) },
      { mode: "long", chosen: { ...letter, language }, data: textFor("with_twice_in", { language }) },
      { mode: "preview", chosen: { language }, data: textFor("with_preview_in", { language }) },
    ]),
  ];
}

/** `pages`: of the sample, where they can be made. `conformance`: of the least of all PDFs. */
export type CheckedPages = { pages?: number; conformance: Conformance; findings: Finding[] };

/** Renders the pages in every variant a person may see. Warnings count, and so does everything that prevents PDF/UA-1. */
export async function checkPages(
  rendering: Rendering,
  template: TemplateFiles,
  bounds: CheckBounds,
): Promise<CheckedPages> {
  const findings: Finding[] = [];
  let conformance: Conformance = "PDF/UA-1";
  const seen = new Set<string>();
  let pages: number | undefined;
  let isBroken = false;
  for (const variant of variantsOf(template)) {
    const found = await checkVariant(rendering, template, variant, bounds);
    if (variant.mode === "sample") pages ??= found.pages;
    if (!found.isConforming) conformance = "tagged";
    for (const finding of found.findings) {
      const key = `${finding.line}:${finding.column}:${finding.message}`;
      const { mode, data } = variant;
      if (!seen.has(key)) findings.push({ ...finding, mode, ...findingWith(finding, data) });
      seen.add(key);
    }
    // A fault that affects every variant alike is not waited for again.
    if (found.isHopeless || !found.pages) isBroken = true;
    if (found.isHopeless) break;
  }
  if (!isBroken) findings.push(...(await checkLetters(rendering, template, bounds)));
  if (bounds.isLongest) findings.push(...(await checkLongest(rendering, template, bounds.renders)));
  return { ...(pages ? { pages } : {}), conformance, findings };
}

/**
 * The longest data the fields allow ends in pages, or in a message that says what is too long: never in a timeout or a crash.
 */
async function checkLongest(
  rendering: Rendering,
  template: TemplateFiles,
  renders: SubmitOptions,
): Promise<Finding[]> {
  try {
    await rendering.renderPdf(inputFor(template, "longest", {}), renders);
    return [];
  } catch (error) {
    if (error instanceof RenderError && REFUSALS.includes(error.code)) return [];
    return readFailure(error).findings.map((finding) => ({
      ...finding,
      ...findingWith(finding, textFor("with_longest")),
    }));
  }
}

async function checkLetters(
  rendering: Rendering,
  template: TemplateFiles,
  bounds: CheckBounds,
): Promise<Finding[]> {
  try {
    return await checkGeometry(rendering, template, bounds);
  } catch (error) {
    return readFailure(error).findings;
  }
}

async function checkVariant(
  rendering: Rendering,
  template: TemplateFiles,
  { mode, chosen }: Variant,
  { renders, findUnreadable }: CheckBounds,
): Promise<{ pages?: number; findings: Finding[]; isHopeless: boolean; isConforming: boolean }> {
  try {
    const input = inputFor(template, mode, chosen);
    const pdf = await rendering.renderPdf(input, renders);
    const isConforming = mode === "preview" || pdf.conformance === "PDF/UA-1";
    const unread = MODES_READ.includes(mode) ? readBack(template, mode, pdf.bytes, chosen.language) : [];
    const unreadable = mode === "sample" ? await findUnreadable?.(pdf.bytes, input.sample) : undefined;
    const findings = [
      ...readPdf(template, pdf, mode),
      ...unread,
      ...(unreadable ?? []).map((message) => ({ file: SOURCE_FILE, ...START, message })),
    ];
    return { pages: pdf.pages, findings, isHopeless: false, isConforming };
  } catch (error) {
    return { ...readFailure(error), isConforming: false };
  }
}

/** What a program that reads CVs would not find in the file. */
function readBack(
  { type, file }: TemplateFiles,
  mode: Mode,
  bytes: Uint8Array,
  language: Language | undefined,
): Finding[] {
  // Text from right to left is in a PDF as it is seen: whether it can be found is up to the reader that reverses it.
  if (!READ_BY_MACHINES.includes(type) || (language && isRightToLeft(language))) return [];
  const sample = sampleIn(file, language);
  const data = mode === "sample" ? sample : doubledData(file.fields, sample);
  return findUnread(file.fields, data, readPdfText(bytes)).map((text) => ({
    file: SOURCE_FILE,
    ...START,
    ...asMessage(text),
  }));
}

function readFailure(error: unknown): { findings: Finding[]; isHopeless: boolean } {
  if (!(error instanceof RenderError) || isNoFinding(error)) throw error;
  const diagnostics = error instanceof TemplateBroken ? error.diagnostics : [];
  if (diagnostics.length > 0) return { findings: readErrors(diagnostics), isHopeless: false };
  return {
    findings: [{ file: SOURCE_FILE, ...START, ...sayingOf(error) }],
    isHopeless: isPermanent(error),
  };
}

/** The message of a failed render, without its full stop in English. */
export function sayingOf({ message, extensions }: RenderError): Pick<Finding, "message" | "text"> {
  return { message: withoutStop(message), text: extensions.text as Text | undefined };
}

/** The check was cancelled, or no process can render: this is no fault of the template. */
export function isNoFinding({ code }: RenderError): boolean {
  return code === "RENDER_CANCELLED" || code === "SERVICE_UNAVAILABLE";
}

function isPermanent({ code }: RenderError): boolean {
  return HOPELESS.includes(code);
}

function readPdf({ source }: TemplateFiles, pdf: Pdf, mode: Mode): Finding[] {
  const findings = readErrors(pdf.warnings);
  if (pdf.pages > MAX_PAGES) {
    findings.push({
      file: SOURCE_FILE,
      ...START,
      ...messageFor("many_pages", { pages: pdf.pages, most: MAX_PAGES }),
    });
  }
  // Every word of the preview is a link into the form, which a PDF doesn't have to describe.
  if (mode === "preview") return findings;
  return [...findings, ...pdf.problems.map((problem) => readProblem(source, problem))];
}

/** The file is at fault as a whole; only for pictures there is a likely place. */
function readProblem(source: string, { path: field, ...found }: ConformanceProblem): Finding {
  const { kind } = found;
  const likely = kind === "alt" ? source.search(/(?<![\w-])image\(/) : -1;
  const position = likely < 0 ? START : positionAt(source, likely);
  const problem = textOfProblem(found);
  return {
    file: SOURCE_FILE,
    ...position,
    ...(field ? messageFor("not_pdf_ua_in", { problem, field }) : messageFor("not_pdf_ua", { problem })),
  };
}

function textOfProblem({ kind, character, message }: ConformanceProblem): Phrase {
  if (kind === "heading") return withoutStop(message);
  if (!character) return textFor(`pdf_${kind}`);
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return textFor("pdf_no_font", { character, code: `U+${code}` });
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** Errors and warnings of the compiler, all of them in the template. */
function readErrors(diagnostics: readonly Diagnostic[]): Finding[] {
  return placeInTemplate(diagnostics).map(({ line, column, message }) => ({
    file: SOURCE_FILE,
    line,
    column,
    message,
  }));
}

/** A fault inside the kit is reported where the template called it. */
export function placeInTemplate(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const placed: Diagnostic[] = [];
  let inKit: Diagnostic | undefined;
  const settleKit = (place: Partial<Diagnostic>) => {
    if (!inKit) return;
    const { severity } = inKit;
    const { line = START.line, column = START.column, ...rest } = place;
    placed.push({ ...rest, severity, file: SOURCE_FILE, line, column, message: describeKitFault(inKit) });
    inKit = undefined;
  };
  for (const diagnostic of diagnostics) {
    const isTrace = diagnostic.message.startsWith("while calling ");
    if (isTrace && diagnostic.file !== SOURCE_FILE) continue;
    if (isTrace) {
      settleKit(diagnostic);
      continue;
    }
    settleKit({});
    if (diagnostic.file !== SOURCE_FILE) inKit = diagnostic;
    else placed.push({ ...diagnostic, message: firstLine(diagnostic.message) });
  }
  settleKit({});
  return placed;
}

function describeKitFault({ file, line, column, message }: Diagnostic): string {
  return `${firstLine(message)}, in ${file}:${line}:${column}`;
}

function firstLine(message: string): string {
  return message.split("\n")[0]?.trim() ?? message;
}
