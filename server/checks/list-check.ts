import type { FieldRectangle, RenderedPage } from "../../contract/rendering/render.ts";
import { isRightToLeft } from "../../contract/templates/languages.ts";
import { sampleIn, sampleLanguages } from "../../contract/templates/samples.ts";
import {
  type FieldSchema,
  isRecord,
  type ListField,
  orderedProperties,
  papersOf,
} from "../../contract/templates/template-file.ts";
import { resolveTheme, type Theme } from "../../contract/templates/theme.ts";
import { type Message, type Text, textFor } from "../../contract/texts/text.ts";
import { RenderError } from "../../engine/errors.ts";
import { withDefaults } from "../../shared/filling/missing-values.ts";
import { positionAt } from "../../shared/text/json-text.ts";
import { messageFor } from "../errors/messages.ts";
import type { SubmitOptions } from "../rendering/pool.ts";
import type { Rendering } from "../rendering/rendering.ts";
import { type Finding, findingWith, SOURCE_FILE, START, type TemplateFiles } from "./findings.ts";
import { readRuns } from "./geometry/page-ink.ts";
import { isNoFinding, sayingOf } from "./page-check.ts";
import type { Thoroughness } from "./preview-check.ts";

/** Renders a template with few and with many rows in each of its lists, and looks at what is alone on a page. */

const MAX_ROWS: Record<Thoroughness, number> = { all: 60, some: 30 };
/** Renders of one check that wait at the same time: a client has only a share of the pool's queue. */
const AT_ONCE = 4;

/** Documents of these types end with what follows their list: the last page holds a row of it. */
const END_WITH_THEIR_LIST: readonly string[] = ["invoices", "quotes", "receipts", "timesheets", "orders"];

/** The name of the list passed to the kit's `listing`, as a function or as a rule. */
const LISTING = /\blisting(?:\.with)?\(\s*"([^"]+)"/g;

/** Lists of so few rows are signatures and figures. They fit on a page, and a page of theirs alone is an empty one. */
const FEW_ROWS = 4;

/** A number field decides how many tickets there are, not the list of holders: the last page may have tickets without one. */
const COUNTED_BY_NUMBER: readonly string[] = ["tickets"];

/** Marks the first two rows of every table; a header that repeats has the mark on each of its pages. */
const IMPORT = /^#import [^\n]*/;
const MARK_ROWS = "#show std.table.cell: it => { if it.y < 2 [#std.metadata(it.y)<row-mark>]; it }";

/** Reports the places of headings, of tables' first two rows and of what follows a list, as addresses of invisible links. */
const HEADING = "heading ";
const FIRST_ROW = "row 0 ";
const SECOND_ROW = "row 1 ";
const AFTER = "after ";
const MARGIN = "margin ";
const SHOW_PLACES = `
#context {
  let repr-place(at) = std.str(at.page) + " " + std.repr(at.x) + " " + std.repr(at.y)
  let told(prefix, found) = std.place(std.top + std.left, std.link("field:" + prefix + repr-place(found.location().position()), std.box(width: 1pt, height: 1pt)))
  for found in std.query(std.heading) { told("${HEADING}", found) }
  for found in std.query(<row-mark>) { told("row " + std.str(found.value) + " ", found) }
  let margin = if std.type(page.margin) == dictionary { page.margin.bottom } else { page.margin }
  std.place(std.top + std.left, std.link("field:${MARGIN}" + std.repr(margin.length.to-absolute()), std.box(width: 1pt, height: 1pt)))
  for found in std.query(<after-list>) { told("${AFTER}" + found.value + " ", found) }
}
`;

type List = { path: string; isAtTheEnd: boolean };
type Place = { page: number; x: number; y: number };
type Laid = {
  pages: RenderedPage[];
  /** Of the pages; footers are in it. */
  bottomMargin: number;
  headings: Place[];
  firstRows: Place[];
  secondRows: Place[];
  after: { path: string; page: number }[];
};
type Problem = Message & Pick<Finding, "isAdvice">;
/** A number of rows and what is wrong with its pages. */
type Result = { rows: number; pages: number; problem: Problem | undefined };
type Fault = Pick<Finding, "message" | "text" | "isAdvice"> & { list: string };
type Options = {
  renders: SubmitOptions;
  how: Thoroughness;
  /** Every number of rows, instead of those at which a page is added, and around those in samples from right to left. */
  isEveryRow: boolean;
};

export async function checkLists(
  rendering: Rendering,
  template: TemplateFiles,
  { renders, how, isEveryRow }: Options,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const list of [...listsOf(template), ...(isEveryRow ? innerListsOf(template.file) : [])]) {
    try {
      const fault = await findFault(rendering, template, list, { renders, how, isEveryRow });
      if (fault) findings.push(placeFault(template.source, fault));
    } catch (error) {
      if (!(error instanceof RenderError) || isNoFinding(error)) throw error;
      findings.push(placeFault(template.source, { ...sayingOf(error), list: list.path }));
    }
  }
  return findings;
}

/** Every list of more than a few rows. A document of some types ends with its lines, or with the list passed to the kit. */
export function listsOf({ type, source, file }: Pick<TemplateFiles, "type" | "source" | "file">): List[] {
  const listed = Array.from(source.matchAll(LISTING), ([, path = ""]) => path);
  const lists = listFields(file.fields, []);
  const lines = lists.filter(({ field }) => isLines(field)).map(({ path }) => path);
  const last = END_WITH_THEIR_LIST.includes(type) ? (lines.length > 0 ? lines : listed) : [];
  return lists
    .filter(({ path, field }) => !isShort(field) || last.includes(path))
    .map(({ path }) => ({ path, isAtTheEnd: last.includes(path) }));
}

/** Lists in rows of other lists, each in the first row that has one: more rows there move all that follows. */
export function innerListsOf({ fields, sample }: Pick<TemplateFiles["file"], "fields" | "sample">): List[] {
  return listFields(fields, []).flatMap(({ path, field }) =>
    listFields(field.items, []).flatMap((inner): List[] => {
      const rows = valueAt(sample, path.split("."));
      const index = Array.isArray(rows)
        ? rows.findIndex((row) => valueAt(row, [...inner.path.split("."), "0"]) !== undefined)
        : -1;
      return isShort(inner.field) || index < 0
        ? []
        : [{ path: `${path}.${index}.${inner.path}`, isAtTheEnd: false }];
    }),
  );
}

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce((node, name) => (isRecord(node) ? node[name] : undefined), value);
}

function listFields(field: FieldSchema, path: string[]): { path: string; field: ListField }[] {
  if (field.type === "array") return [{ path: path.join("."), field }];
  if (field.type !== "object") return [];
  return orderedProperties(field).flatMap(([name, inner]) => listFields(inner, [...path, name]));
}

function isShort({ maxItems = Number.POSITIVE_INFINITY }: ListField): boolean {
  return maxItems <= FEW_ROWS;
}

function isLines({ items }: ListField): boolean {
  if (items.type !== "object") return false;
  return orderedProperties(items).some(
    ([, inner]) => "x-means" in inner && inner["x-means"]?.startsWith("invoice.lines[]"),
  );
}

/** How the paths begin that a last page may consist of: rows of longer lists, and long texts. */
function mainPaths(field: FieldSchema, path: string[]): string[] {
  if (field.type === "array") return isShort(field) ? [] : [`${path.join(".")}.`];
  if (field.type === "string") return field["x-widget"] === "multiline" ? [path.join(".")] : [];
  if (field.type !== "object") return [];
  return orderedProperties(field).flatMap(([name, inner]) => mainPaths(inner, [...path, name]));
}

async function findFault(
  rendering: Rendering,
  template: TemplateFiles,
  list: List,
  { renders, how, isEveryRow }: Options,
): Promise<Fault | undefined> {
  const max = Math.min(MAX_ROWS[how], maxRows(template.file.fields, list.path.split(".")));
  const main = mainPaths(template.file.fields, []);
  const isCounted = COUNTED_BY_NUMBER.includes(template.type);
  let advice: Fault | undefined;
  for (const { isSampled, ...theme } of viewsOf(template, { how, isEveryRow })) {
    const known = new Map<number, Promise<Result>>();
    // The pages themselves are not stored: sixty of them in each of a hundred templates would fill the memory.
    const layOut = async (rows: number): Promise<Result> => {
      const laid = await layOutRows(rendering, template, { list, rows, theme, renders });
      return { rows, pages: laid.pages.length, problem: findProblem(laid, list, { main, isCounted }) };
    };
    const resultOf = (rows: number) => {
      const result = known.get(rows) ?? layOut(rows);
      known.set(rows, result);
      return result;
    };
    const isEvery = isEveryRow && !isSampled;
    const firsts = isEvery ? [] : await firstOfEachPage(resultOf, max);
    const counts = isEvery ? range(1, max) : isEveryRow ? around(firsts, max) : firsts;
    for (let at = 0; at < counts.length; at += AT_ONCE) {
      for (const { rows, problem } of await Promise.all(counts.slice(at, at + AT_ONCE).map(resultOf))) {
        if (!problem) continue;
        const { isAdvice } = problem;
        const fault = { ...findingWith(problem, describeData(rows, theme)), list: list.path };
        if (!isAdvice) return fault;
        advice ??= { ...fault, isAdvice };
      }
    }
  }
  return advice;
}

type View = Partial<Pick<Theme, "paper" | "language">>;

/** The papers, and with every row also the papers with each sample from right to left, sampled around the rows that add a page. */
function viewsOf(
  { file }: TemplateFiles,
  { how, isEveryRow }: Pick<Options, "how" | "isEveryRow">,
): (View & { isSampled: boolean })[] {
  const papers = papersOf(file.page) ?? [undefined];
  const languages = [undefined, ...(isEveryRow ? sampleLanguages(file).filter(isRightToLeft) : [])];
  const views = languages.flatMap((language) =>
    papers.map((paper) => ({
      ...(paper && { paper }),
      ...(language && { language }),
      isSampled: language !== undefined,
    })),
  );
  return how === "all" ? views : views.slice(0, 1);
}

function describeData(rows: number, { paper, language }: View): Text {
  const data = paper ? textFor("with_rows_on", { rows, paper }) : textFor("with_rows", { rows });
  return language ? textFor("with_language", { data, language }) : data;
}

/** The smallest number of rows for each number of pages. Where these hold, more rows on the same pages only add to the last one. */
async function firstOfEachPage(resultOf: (rows: number) => Promise<Result>, max: number): Promise<number[]> {
  const pagesOf = async (rows: number) => (await resultOf(rows)).pages;
  const search = async (from: number, to: number): Promise<number[]> => {
    if (to - from < 1 || (await pagesOf(from)) === (await pagesOf(to))) return [];
    if (to - from === 1) return [to];
    const middle = Math.floor((from + to) / 2);
    return [...(await search(from, middle)), ...(await search(middle, to))];
  };
  return [1, ...(await search(1, max))];
}

/** These numbers of rows, and one row less and more. */
function around(counts: number[], max: number): number[] {
  const neighbours = counts.flatMap((rows) => [rows - 1, rows, rows + 1]);
  return [...new Set(neighbours)].filter((rows) => rows >= 1 && rows <= max);
}

async function layOutRows(
  rendering: Rendering,
  { source, file }: TemplateFiles,
  { list, rows, theme: view, renders }: { list: List; rows: number; theme: View; renders: SubmitOptions },
): Promise<Laid> {
  const papers = papersOf(file.page);
  const theme = resolveTheme(file.theme, papers, view);
  const data = withRows(sampleIn(file, view.language), list.path.split("."), rows);
  const { pages } = await rendering.renderPages(
    {
      source: source.replace(IMPORT, (line) => `${line}; ${MARK_ROWS}`) + SHOW_PLACES,
      fields: file.fields,
      theme,
      data: withDefaults(file.fields, data),
      sample: {},
      mode: "preview",
    },
    renders,
  );
  const shown = pages.flatMap(({ fields }) => fields.map(({ path }) => path));
  const placesOf = (prefix: string) =>
    shown.filter((path) => path.startsWith(prefix)).map((path) => readPlace(path.slice(prefix.length)));
  return {
    pages,
    bottomMargin: Number.parseFloat(
      shown.find((path) => path.startsWith(MARGIN))?.slice(MARGIN.length) ?? "0",
    ),
    headings: placesOf(HEADING),
    firstRows: placesOf(FIRST_ROW),
    secondRows: placesOf(SECOND_ROW),
    after: shown
      .filter((path) => path.startsWith(AFTER))
      .map((path) => {
        const [name = "", page = ""] = path.slice(AFTER.length).split(" ");
        return { path: name, page: Number(page) };
      }),
  };
}

function readPlace(text: string): Place {
  const [page = "", x = "", y = ""] = text.split(" ");
  return { page: Number(page), x: Number.parseFloat(x), y: Number.parseFloat(y) };
}

/** What is wrong with pages that hold a list; nothing where the list is on one page with all that follows. */
function findProblem(
  laid: Laid,
  list: List,
  { main, isCounted }: { main: readonly string[]; isCounted: boolean },
): Problem | undefined {
  if (laid.pages.length < 2) return undefined;
  const broken = findBrokenList(laid, list, main);
  if (broken) return broken;
  const last = findBareEnd(laid, list, { main, isCounted });
  return last && { ...last, isAdvice: true };
}

/** What is wrong with the last page. An author may want it so: a page of their own after the list. */
function findBareEnd(
  { pages, after }: Laid,
  { path, isAtTheEnd }: List,
  { main, isCounted }: { main: readonly string[]; isCounted: boolean },
): Message | undefined {
  const last = pages.at(-1);
  const lists = [path, ...after.map((found) => found.path)].map((list) => `${list}.`);
  if (isAtTheEnd && !holds(last, lists)) return messageFor("last_page_no_row", { list: path });
  return isCounted || holds(last, main) ? undefined : messageFor("last_page_no_text");
}

function findBrokenList(laid: Laid, { path }: List, main: readonly string[]): Message | undefined {
  const { pages, bottomMargin, headings, after } = laid;
  const following = after.find((found) => found.path === path);
  if (following && !holds(pages[following.page - 1], [`${path}.`]))
    return messageFor("after_list_alone", { list: path, page: following.page });
  const withRows = pages.findLastIndex((page) => holds(page, [`${path}.`])) + 1;
  const anyRow = main.filter((start) => start.endsWith("."));
  if (pages[withRows]?.fields.some((field) => field.path === path) && !holds(pages[withRows], anyRow))
    return messageFor("sum_alone", { list: path, page: withRows + 1 });
  const alone = headings.find(
    (heading) => heading.page < pages.length && isAlone(pages[heading.page - 1], heading, bottomMargin),
  );
  if (alone) return messageFor("heading_alone", { page: alone.page });
  const bare = findPageWithoutHeader(laid, path);
  return bare ? messageFor("no_table_header", { page: bare, list: path }) : undefined;
}

function holds(page: RenderedPage | undefined, beginnings: readonly string[]): boolean {
  return (page?.fields ?? []).some(({ path }) => beginnings.some((start) => path.startsWith(start)));
}

const MAX_ABOVE_PT = 85; // a header with turned names is 26 mm high

/** The first page on which a table's rows continue without the header that they have where they begin. */
function findPageWithoutHeader({ pages, firstRows, secondRows }: Laid, path: string): number | undefined {
  const parts = pages.flatMap(({ fields }, index) => {
    const own = fields.filter((field) => field.path.startsWith(`${path}.`)).toSorted((a, b) => a.y - b.y);
    return own[0] ? [{ page: index + 1, fields, own, top: own[0] }] : [];
  });
  const isNear = ({ page, own, top }: (typeof parts)[number], row: Place) =>
    row.page === page &&
    row.y > top.y - MAX_ABOVE_PT &&
    row.x > Math.min(...own.map(({ x }) => x)) - BESIDE_PT &&
    row.x < Math.max(...own.map(({ x, width }) => x + width)) + BESIDE_PT;
  const hasHeader = (part: (typeof parts)[number]) =>
    firstRows.some((row) => {
      if (!isNear(part, row) || row.y > part.top.y - SLACK_PT) return false;
      const isBetween = ({ y }: FieldRectangle) => y > row.y + SLACK_PT && y < part.top.y - SLACK_PT;
      return !part.fields.some((field) => /\.\d+/.test(field.path) && isBetween(field));
    });
  const [first, ...others] = parts;
  if (!first || !hasHeader(first)) return undefined;
  const isBelowFirst = secondRows.some((row) => isNear(first, row) && row.y < first.top.y + first.top.height);
  return isBelowFirst ? others.find((other) => !hasHeader(other))?.page : undefined;
}

const SLACK_PT = 3;
const BESIDE_PT = 20; // marks are at the left of cells, and short texts may be at the right

/** Nothing but the heading's own letters, of one size and typeface, is at its height or below. */
function isAlone(page: RenderedPage | undefined, heading: Place, bottomMargin: number): boolean {
  if (!page || heading.y < page.height / 2) return false;
  const below = readRuns(page).filter(
    ({ box }) => box.top > heading.y - SLACK_PT && box.top < page.height - bottomMargin,
  );
  const own = below.toSorted((a, b) => a.box.top - b.box.top)[0];
  return below.every((run) => run.font === own?.font && run.size === own.size);
}

/** The sample with this number of rows in one list: its own rows, repeated. */
function withRows(value: unknown, path: string[], rows: number): unknown {
  const [name, ...rest] = path;
  if (name === undefined) {
    const own = Array.isArray(value) ? value : [];
    return range(0, rows - 1).map((row) => own[row % own.length]);
  }
  if (Array.isArray(value))
    return value.map((row, index) => (String(index) === name ? withRows(row, rest, rows) : row));
  const record = isRecord(value) ? value : {};
  return { ...record, [name]: withRows(record[name], rest, rows) };
}

function maxRows(field: FieldSchema, path: string[]): number {
  const [name, ...rest] = path;
  if (field.type === "array")
    return rest.length > 0 ? maxRows(field.items, rest) : (field.maxItems ?? Number.POSITIVE_INFINITY);
  const inner = field.type === "object" && name !== undefined ? field.properties[name] : undefined;
  return inner ? maxRows(inner, rest) : 0;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function placeFault(source: string, { list, ...fault }: Fault): Finding {
  const index = source.indexOf(`"${/\.\d+\.(.+)$/.exec(list)?.[1] ?? list}"`);
  return { file: SOURCE_FILE, ...(index < 0 ? START : positionAt(source, index)), ...fault, field: list };
}
