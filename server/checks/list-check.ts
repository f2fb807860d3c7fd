import type { FieldRectangle, RenderedPage } from "../../contract/rendering/render.ts";
import {
  type FieldSchema,
  isRecord,
  type ListField,
  orderedProperties,
} from "../../contract/templates/template-file.ts";
import { resolveTheme } from "../../contract/templates/theme.ts";
import { withDefaults } from "../../shared/filling/missing-values.ts";
import { positionAt } from "../../shared/text/json-text.ts";
import { RenderError } from "../rendering/errors.ts";
import type { SubmitOptions } from "../rendering/pool.ts";
import type { Rendering } from "../rendering/rendering.ts";
import { type Finding, SOURCE_FILE, START, type TemplateFiles } from "./findings.ts";
import { readRuns } from "./geometry/page-ink.ts";
import { isNoFinding } from "./page-check.ts";
import type { Thoroughness } from "./preview-check.ts";

/** Renders a template with few and with many rows in each of its lists, and looks at what is alone on a page. */

const MOST_ROWS: Record<Thoroughness, number> = { all: 60, some: 30 };
/** Renders of one check that wait at the same time: a client has only a share of the pool's queue. */
const AT_ONCE = 4;

/** Documents of these types end with what follows their list: the last page holds a row of it. */
const END_WITH_THEIR_LIST: readonly string[] = ["invoices", "quotes", "receipts", "timesheets"];

/** The name of the list passed to the kit's `listing`, as a function or as a rule. */
const LISTING = /\blisting(?:\.with)?\(\s*"([^"]+)"/g;

/** Lists of so few rows are signatures and figures. They fit on a page, and a page of theirs alone is an empty one. */
const FEW_ROWS = 4;

/**
 * The last page of these types may hold neither: the foot of a CV, the title block of a plan, a menu's note, and tickets
 * without a holder.
 */
const MAY_END_WITH_THEIR_FOOT: readonly string[] = ["resumes", "planners", "menus", "tickets"];

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
type Fault = { message: string; list: string };
type Options = {
  renders: SubmitOptions;
  how: Thoroughness;
  /** Every number of rows, instead of those at which a page is added. */
  isEveryRow: boolean;
};

export async function checkLists(
  rendering: Rendering,
  template: TemplateFiles,
  { renders, how, isEveryRow }: Options,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const list of listsOf(template)) {
    try {
      const fault = await findFault(rendering, template, list, { renders, how, isEveryRow });
      if (fault) findings.push(placeFault(template.source, fault));
    } catch (error) {
      if (!(error instanceof RenderError) || isNoFinding(error)) throw error;
      findings.push(
        placeFault(template.source, { message: error.message.replace(/\.$/, ""), list: list.path }),
      );
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
  const known = new Map<string, Promise<Laid>>();
  const papers = "papers" in template.file.page ? template.file.page.papers : [undefined];
  const most = Math.min(MOST_ROWS[how], mostRows(template.file.fields, list.path.split(".")));
  const main = mainPaths(template.file.fields, []);
  const mayEndWithFoot = MAY_END_WITH_THEIR_FOOT.includes(template.type);
  for (const paper of how === "all" ? papers : papers.slice(0, 1)) {
    const layOut = (rows: number) => {
      const key = `${paper} ${rows}`;
      const laid = known.get(key) ?? layOutRows(rendering, template, { list, rows, paper, renders });
      known.set(key, laid);
      return laid;
    };
    const counts = isEveryRow && paper === papers[0] ? range(1, most) : await firstOfEachPage(layOut, most);
    for (let at = 0; at < counts.length; at += AT_ONCE) {
      const some = counts.slice(at, at + AT_ONCE);
      const laid = await Promise.all(some.map(async (rows) => ({ rows, ...(await layOut(rows)) })));
      for (const { rows, ...pages } of laid) {
        const problem = findProblem(pages, list, { main, mayEndWithFoot });
        const said = `with ${rows} ${rows === 1 ? "row" : "rows"}${paper ? ` on ${paper}` : ""}`;
        if (problem) return { message: `${problem} (${said})`, list: list.path };
      }
    }
  }
  return undefined;
}

/** The smallest number of rows for each number of pages. Where these hold, more rows on the same pages only add to the last one. */
async function firstOfEachPage(layOut: (rows: number) => Promise<Laid>, most: number): Promise<number[]> {
  const pagesOf = async (rows: number) => (await layOut(rows)).pages.length;
  const search = async (from: number, to: number): Promise<number[]> => {
    if (to - from < 1 || (await pagesOf(from)) === (await pagesOf(to))) return [];
    if (to - from === 1) return [to];
    const middle = Math.floor((from + to) / 2);
    return [...(await search(from, middle)), ...(await search(middle, to))];
  };
  return [1, ...(await search(1, most))];
}

async function layOutRows(
  rendering: Rendering,
  { source, file }: TemplateFiles,
  {
    list,
    rows,
    paper,
    renders,
  }: { list: List; rows: number; paper: "a4" | "us-letter" | undefined; renders: SubmitOptions },
): Promise<Laid> {
  const papers = "papers" in file.page ? file.page.papers : undefined;
  const theme = resolveTheme(file.theme, papers, paper ? { paper } : {});
  const data = withRows(file.sample, list.path.split("."), rows);
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
  const told = pages.flatMap(({ fields }) => fields.map(({ path }) => path));
  const placesOf = (prefix: string) =>
    told.filter((path) => path.startsWith(prefix)).map((path) => readPlace(path.slice(prefix.length)));
  return {
    pages,
    bottomMargin: Number.parseFloat(
      told.find((path) => path.startsWith(MARGIN))?.slice(MARGIN.length) ?? "0",
    ),
    headings: placesOf(HEADING),
    firstRows: placesOf(FIRST_ROW),
    secondRows: placesOf(SECOND_ROW),
    after: told
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
  { path, isAtTheEnd }: List,
  { main, mayEndWithFoot }: { main: readonly string[]; mayEndWithFoot: boolean },
): string | undefined {
  const { pages, bottomMargin, headings, after } = laid;
  if (pages.length < 2) return undefined;
  const holds = (page: number, beginnings: readonly string[]) =>
    pages[page - 1]?.fields.some((field) => beginnings.some((start) => field.path.startsWith(start)));
  const following = after.find((found) => found.path === path);
  if (following && !holds(following.page, [`${path}.`]))
    return `what follows ${path} is on page ${following.page}, without a row of it`;
  if (
    isAtTheEnd &&
    !holds(
      pages.length,
      [path, ...after.map((found) => found.path)].map((list) => `${list}.`),
    )
  )
    return `the last page holds no row of ${path}`;
  if (!mayEndWithFoot && !holds(pages.length, main))
    return "the last page holds neither a row of a list nor a long text";
  const withRows = pages.findLastIndex((_, index) => holds(index + 1, [`${path}.`])) + 1;
  const anyRow = main.filter((start) => start.endsWith("."));
  if (pages[withRows]?.fields.some((field) => field.path === path) && !holds(withRows + 1, anyRow))
    return `a sum of ${path} is on page ${withRows + 1}, without a row of it`;
  const alone = headings.find(
    (heading) => heading.page < pages.length && isAlone(pages[heading.page - 1], heading, bottomMargin),
  );
  if (alone) return `a heading is alone at the bottom of page ${alone.page}`;
  const bare = findPageWithoutHeader(laid, path);
  return bare ? `page ${bare} lacks the header of the table of ${path}` : undefined;
}

const MOST_ABOVE_PT = 85; // a header with turned names is 26 mm high

/** The first page on which a table's rows continue without the header that they have where they begin. */
function findPageWithoutHeader({ pages, firstRows, secondRows }: Laid, path: string): number | undefined {
  const parts = pages.flatMap(({ fields }, index) => {
    const own = fields.filter((field) => field.path.startsWith(`${path}.`)).toSorted((a, b) => a.y - b.y);
    return own[0] ? [{ page: index + 1, fields, own, top: own[0] }] : [];
  });
  const isNear = ({ page, own, top }: (typeof parts)[number], row: Place) =>
    row.page === page &&
    row.y > top.y - MOST_ABOVE_PT &&
    own.some(({ x, width }) => row.x > x - SLACK_PT && row.x < x + width + SLACK_PT);
  const hasHeader = (part: (typeof parts)[number]) =>
    firstRows.some((row) => {
      if (!isNear(part, row) || row.y > part.top.y - SLACK_PT) return false;
      const isBetween = ({ y }: FieldRectangle) => y > row.y + SLACK_PT && y < part.top.y - SLACK_PT;
      return !part.fields.some((field) => /\.\d+/.test(field.path) && isBetween(field));
    });
  const [begin, ...others] = parts;
  if (!begin || !hasHeader(begin)) return undefined;
  const isBelowFirst = secondRows.some((row) => isNear(begin, row) && row.y < begin.top.y + begin.top.height);
  return isBelowFirst ? others.find((other) => !hasHeader(other))?.page : undefined;
}

const SLACK_PT = 3;

/** Nothing but the heading's own letters, of one size and typeface, is at its height or below. */
function isAlone(page: RenderedPage | undefined, heading: Place, bottomMargin: number): boolean {
  if (!page || heading.y < page.height / 2) return false;
  const below = readRuns(page).filter(
    ({ box }) => box.top > heading.y - SLACK_PT && box.bottom < page.height - bottomMargin + SLACK_PT,
  );
  const own = below.toSorted((a, b) => a.box.top - b.box.top)[0];
  return below.every((run) => run.font === own?.font && run.size === own.size);
}

/** The sample with so many rows in one list: its own, again and again. */
function withRows(sample: Record<string, unknown>, path: string[], rows: number): Record<string, unknown> {
  const [name = "", ...rest] = path;
  const value = sample[name];
  if (rest.length > 0) return { ...sample, [name]: withRows(isRecord(value) ? value : {}, rest, rows) };
  const own = Array.isArray(value) ? value : [];
  return { ...sample, [name]: range(0, rows - 1).map((row) => own[row % own.length]) };
}

function mostRows(field: FieldSchema, path: string[]): number {
  if (field.type === "array") return field.maxItems ?? Number.POSITIVE_INFINITY;
  const [name, ...rest] = path;
  const inner = field.type === "object" && name !== undefined ? field.properties[name] : undefined;
  return inner ? mostRows(inner, rest) : 0;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function placeFault(source: string, { message, list }: Fault): Finding {
  const index = source.indexOf(`"${list}"`);
  return { file: SOURCE_FILE, ...(index < 0 ? START : positionAt(source, index)), message, field: list };
}
