import type { FieldRectangle, RenderedPage } from "../../../contract/rendering/render.ts";
import { isRightToLeft } from "../../../contract/templates/languages.ts";
import { sampleIn, sampleLanguages } from "../../../contract/templates/samples.ts";
import { papersOf } from "../../../contract/templates/template-file.ts";
import { type Language, resolveTheme, type Theme } from "../../../contract/templates/theme.ts";
import { type Text, textFor } from "../../../contract/texts/text.ts";
import { hasCharacter } from "../../../engine/font-index.ts";
import { withDefaults } from "../../../shared/filling/missing-values.ts";
import { positionAt } from "../../../shared/text/json-text.ts";
import { messageFor } from "../../errors/messages.ts";
import { listFonts } from "../../rendering/fonts.ts";
import type { SubmitOptions } from "../../rendering/pool.ts";
import type { Rendering } from "../../rendering/rendering.ts";
import { accentedData, HIGHEST, isAccount, unbrokenData } from "../data/long-data.ts";
import { type Finding, findingWith, SOURCE_FILE, START, type TemplateFiles } from "../findings.ts";
import { findBeyond, findCut, findFaces, findOverlaps, type InkFault } from "./ink-faults.ts";
import type { Box } from "./outline.ts";
import { type Run, readRuns } from "./page-ink.ts";
import { findPurpose, findPurposeFaults, type Purpose, readPurposes } from "./purposes.ts";

/**
 * Tries a template with text that is hard to set, and looks where each letter of its pages ends up. No library: comparers of pictures
 * need a right page to compare with, and say neither which field is wrong nor why.
 */

type MeasuredPage = { page: RenderedPage; runs: Run[] };
type PageFault = { kind: InkFault["kind"] | "lines"; name: string; other?: string; box: Box; page: number };

/** Shows where the text area is: a link over all of it, which takes no room and has no ink. */
const AREA = "page area";
const SHOW_AREA = `\n#std.place(std.top + std.left, std.link("field:${AREA}", std.box(width: 100%, height: 100%)))\n`;
const NEAREST_PT = 11; // about 4 mm, which printers leave white
const SLACK_PT = 2; // of a letter that leans or is optically aligned

const HARD = [
  { label: textFor("with_accents"), make: accentedData, language: undefined },
  { label: textFor("with_long_words"), make: unbrokenData, language: undefined },
];

/** The right-to-left script whose letters don't join: faults are easier to see. */
const MIRRORED: Language = "he";

/** Scripts whose letters join, with punctuation from another typeface. */
const JOINED: readonly Language[] = ["ar", "hi"];
const MAX_REPORTED_SPLITS: readonly PageFault["kind"][] = ["overlap", "face"];

export type CheckBounds = {
  /** The priority and deadline of each render, and its cancellation. */
  renders: SubmitOptions;
  isQuick: boolean;
  isLongest: boolean;
  /** Also from right to left, where it has no sample in such a language. */
  alsoMirrored?: boolean;
  /** Messages about words of a sample that other programs don't find in its PDF. */
  findUnreadable?: FindUnreadable | undefined;
};
type FindUnreadable = (pdf: Uint8Array, sample: unknown) => Promise<string[]>;

/** Each way in which the pages fail, once, at the place where it is seen first. */
export async function checkGeometry(
  rendering: Rendering,
  template: TemplateFiles,
  { renders, isQuick, alsoMirrored = false }: Omit<CheckBounds, "isLongest" | "findUnreadable">,
  chosen: Partial<Theme> = {},
): Promise<Finding[]> {
  const { fields, sample } = template.file;
  const inOthers = sampleLanguages(template.file).map((language) => ({
    label: textFor("with_sample_in", { language }),
    make: () => sampleIn(template.file, language),
    language,
  }));
  if (alsoMirrored && !inOthers.some(({ language }) => isRightToLeft(language)))
    inOthers.push({ label: textFor("with_hebrew"), make: () => sample, language: MIRRORED });
  const { purposes, misread } = readPurposes(template.source);
  const used = new Set<Purpose>();
  const findings = new Map<string, Finding>();
  const measure = (data: unknown, language?: Language) =>
    measurePages(rendering, template, data, language ? { ...chosen, language } : chosen, renders);
  const letters = highestLetters(template.source);
  let samples: Promise<MeasuredPage[]> | undefined;
  const measureSample = () => {
    samples ??= measure(sample);
    return samples;
  };
  for (const { label, make, language } of [...(isQuick ? HARD.slice(0, 1) : HARD), ...inOthers]) {
    const pages = await measure(make(fields, sample, letters), language);
    const isMirrored = language !== undefined && isRightToLeft(language);
    for (const fault of await findPageFaults(pages, measureSample, isMirrored)) {
      if (language && JOINED.includes(language) && MAX_REPORTED_SPLITS.includes(fault.kind)) continue;
      const purpose = fault.kind !== "lines" && findPurpose(purposes, fault.kind, fault.name, fault.other);
      if (purpose) {
        used.add(purpose);
        continue;
      }
      const key = `${fault.kind} ${fault.name} ${fault.other}`;
      if (findings.has(key)) continue;
      const finding = messageFor("finding_on_page", { page: fault.page, finding: describe(fault) });
      const field = fault.name === TEXT ? {} : { field: fault.name };
      findings.set(key, {
        file: SOURCE_FILE,
        ...placeInSource(template.source, fault.name),
        ...findingWith(finding, label),
        ...field,
      });
    }
  }
  // A purpose that only the omitted pages need is not unused.
  const unused = isQuick ? [] : purposes.filter((purpose) => !used.has(purpose));
  return [...findPurposeFaults(SOURCE_FILE, template.source, misread, unused), ...findings.values()];
}

async function measurePages(
  rendering: Rendering,
  { source, file }: TemplateFiles,
  data: unknown,
  chosen: Partial<Theme>,
  renders: SubmitOptions,
): Promise<MeasuredPage[]> {
  const papers = papersOf(file.page);
  const theme = resolveTheme(file.theme, papers, chosen);
  // A preview of data that leaves nothing out is the page that is exported, and knows where its fields are.
  const shown = { data: withDefaults(file.fields, data), sample: {}, mode: "preview" as const };
  const input = { source: source + SHOW_AREA, fields: file.fields, theme, ...shown };
  const { pages } = await rendering.renderPages(input, renders);
  return pages.map((page) => ({ page, runs: readRuns(page) }));
}

async function findPageFaults(
  pages: MeasuredPage[],
  measureSample: () => Promise<MeasuredPage[]>,
  isMirrored: boolean,
): Promise<PageFault[]> {
  const faults: PageFault[] = [];
  const margins = marginsOf(pages);
  for (const [index, { page, runs }] of pages.entries()) {
    let beyond = findBeyond(runs, within(page, margins));
    // A design may be nearer to the edge than its margin; then other text may too, at the opposite edge from right to left.
    if (beyond.length > 0)
      beyond = findBeyond(runs, within(page, nearest(margins, await measureSample(), isMirrored)));
    const isOneField = (a: Run, b: Run) => nameOf(page, a) !== TEXT && nameOf(page, a) === nameOf(page, b);
    const found = [...findOverlaps(runs), ...findCut(runs), ...beyond, ...findFaces(runs, isOneField)];
    for (const { kind, run, other, box } of found) {
      const names = { name: nameOf(page, run), ...(other ? { other: nameOf(page, other) } : {}) };
      faults.push({ kind, ...names, box, page: index + 1 });
    }
    faults.push(...findBrokenAccounts(page).map((fault) => ({ ...fault, page: index + 1 })));
  }
  return faults;
}

/** How far letters stay from each side of the sheet: the margin left and right; headers and footers are in the others. */
function marginsOf(pages: MeasuredPage[]): Box {
  for (const { page } of pages) {
    const area = page.fields.find((field) => field.path === AREA);
    if (!area) continue;
    return { left: area.x, right: page.width - area.x - area.width, top: NEAREST_PT, bottom: NEAREST_PT };
  }
  return { left: NEAREST_PT, right: NEAREST_PT, top: NEAREST_PT, bottom: NEAREST_PT };
}

function nearest(margins: Box, samples: MeasuredPage[], isMirrored: boolean): Box {
  const near = { ...margins };
  for (const { page, runs } of samples) {
    for (const { box } of runs) {
      const sides = [box.left, page.width - box.right] as const;
      const [left, right] = isMirrored ? [sides[1], sides[0]] : sides;
      near.left = Math.min(near.left, left);
      near.right = Math.min(near.right, right);
      near.top = Math.min(near.top, box.top);
      near.bottom = Math.min(near.bottom, page.height - box.bottom);
    }
  }
  return near;
}

function within({ width, height }: RenderedPage, { left, top, right, bottom }: Box): Box {
  return {
    left: left - SLACK_PT,
    top: top - SLACK_PT,
    right: width - right + SLACK_PT,
    bottom: height - bottom + SLACK_PT,
  };
}

/** An account number has to be on one line. */
function findBrokenAccounts({ fields }: RenderedPage): Omit<PageFault, "page">[] {
  const first = new Map<string, number>();
  return fields.flatMap(({ path: field, x, y, width, height }) => {
    if (!isAccount(field.split("."))) return [];
    if (!first.has(field)) first.set(field, y);
    if (first.get(field) === y) return [];
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    return [{ kind: "lines" as const, name: withoutRows(field), box }];
  });
}

const TEXT = "text";
const LINE = 1.2; // a line, in heights of letters that rise and hang

/** The field whose line the letters are, without row numbers; a large figure behind a line is none of it. */
function nameOf({ fields }: RenderedPage, { box }: Pick<Run, "box">): string {
  const x = (box.left + box.right) / 2;
  const y = (box.top + box.bottom) / 2;
  const around = fields.filter(
    (field) =>
      field.path !== AREA &&
      Math.abs(x - field.x - field.width / 2) <= field.width / 2 &&
      Math.abs(y - field.y - field.height / 2) <= field.height / 2 &&
      box.bottom - box.top < field.height * 2 &&
      box.right - box.left < field.width * 1.5 + 10,
  );
  // Of two lines over each other, the one that is as high as the letters.
  const heightDifference = (field: FieldRectangle) => Math.abs(field.height - (box.bottom - box.top) * LINE);
  const found = around.sort((a, b) => heightDifference(a) - heightDifference(b))[0];
  return found ? withoutRows(found.path) : TEXT;
}

function withoutRows(field: string): string {
  return field.replace(/\.\d+(?=\.|$)/g, "");
}

const SENTENCES = {
  cut: "cut",
  edge: "leaves_page",
  lines: "not_one_line",
  face: "other_typeface",
} as const;

function describe({ kind, name, other = "", box }: PageFault): Text {
  const place = { name, left: inMm(box.left), top: inMm(box.top) };
  return kind === "overlap" ? textFor("overlap", { ...place, other }) : textFor(SENTENCES[kind], place);
}

function inMm(points: number): number {
  return Math.round((points / 72) * 25.4);
}

/** Where the template speaks of the field: its whole path, or its last step in a list. */
function placeInSource(source: string, name: string) {
  const last = name.split(".").at(-1) ?? name;
  const index = [name, last].map((text) => source.indexOf(`"${text}"`)).find((found) => found >= 0);
  return index === undefined ? START : positionAt(source, index);
}

/** Families without the letter in some face. Looked up once, because reading fonts is slow. */
let without: Set<string> | undefined;

/** The highest letter there is, when the typefaces that a template names all have it. Its languages need none of the kind. */
function highestLetters(source: string): string[] {
  without ??= new Set(
    listFonts().flatMap((font) => (font.face && !hasCharacter(font, HIGHEST) ? [font.face.family] : [])),
  );
  return [...without].some((family) => source.includes(`"${family}"`)) ? [] : [HIGHEST];
}
