import type { RenderedPage } from "../../contract/rendering/render.ts";
import { type FieldSchema, isRecord, orderedProperties } from "../../contract/templates/template-file.ts";
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

/** Renders a template whose list is followed by sums with few and with many rows, and looks at what is alone on a page. */

const MOST_ROWS: Record<Thoroughness, number> = { all: 60, some: 30 };
/** Renders of one check that wait at the same time: a client has only a share of the pool's queue. */
const AT_ONCE = 4;

/** Documents of these types end with what follows their list: the last page holds a row of it. */
const END_WITH_THEIR_LIST: readonly string[] = ["invoices", "quotes", "receipts", "timesheets"];

/** The name of the list passed to the kit's `listing`, as a function or as a rule. */
const LISTING = /\blisting(?:\.with)?\(\s*"([^"]+)"/g;

/** Reports the places of headings and of what follows a list, as addresses of invisible links. */
const HEADING = "heading ";
const AFTER = "after ";
const SHOW_PLACES = `
#context {
  let told(prefix, found) = std.place(std.top + std.left, std.link("field:" + prefix + std.str(found.location().page()) + " " + std.repr(found.location().position().y), std.box(width: 1pt, height: 1pt)))
  for found in std.query(std.heading) { told("${HEADING}", found) }
  for found in std.query(<after-list>) { told("${AFTER}" + found.value + " ", found) }
}
`;

type List = { path: string; isAtTheEnd: boolean };
type Place = { page: number; y: number };
type Laid = { pages: RenderedPage[]; headings: Place[]; after: { path: string; page: number }[] };
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

/** Lists that the source hands to the kit's `listing`, and the lines of a bill. */
export function listsOf({ type, source, file }: Pick<TemplateFiles, "type" | "source" | "file">): List[] {
  const listed = Array.from(source.matchAll(LISTING), ([, path = ""]) => path);
  const endsWithList = END_WITH_THEIR_LIST.includes(type);
  const lines = endsWithList ? pathsOfLines(file.fields, []) : [];
  return [...new Set([...listed, ...lines])].map((path) => ({
    path,
    isAtTheEnd: endsWithList && (lines.includes(path) || lines.length === 0),
  }));
}

function pathsOfLines(field: FieldSchema, path: string[]): string[] {
  if (field.type === "object")
    return orderedProperties(field).flatMap(([name, inner]) => pathsOfLines(inner, [...path, name]));
  if (field.type !== "array" || field.items.type !== "object") return [];
  const isLines = orderedProperties(field.items).some(
    ([, inner]) => "x-means" in inner && inner["x-means"]?.startsWith("invoice.lines[]"),
  );
  return isLines ? [path.join(".")] : [];
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
        const problem = findProblem(pages, list);
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
      source: source + SHOW_PLACES,
      fields: file.fields,
      theme,
      data: withDefaults(file.fields, data),
      sample: {},
      mode: "preview",
    },
    renders,
  );
  const told = pages.flatMap(({ fields }) => fields.map(({ path }) => path));
  return {
    pages,
    headings: told
      .filter((path) => path.startsWith(HEADING))
      .map((path) => readPlace(path.slice(HEADING.length))),
    after: told
      .filter((path) => path.startsWith(AFTER))
      .map((path) => {
        const [name = "", page = ""] = path.slice(AFTER.length).split(" ");
        return { path: name, page: Number(page) };
      }),
  };
}

function readPlace(text: string): Place {
  const [page = "", y = ""] = text.split(" ");
  return { page: Number(page), y: Number.parseFloat(y) };
}

/** What is wrong with pages that hold a list; nothing where the list is on one page with all that follows. */
function findProblem({ pages, headings, after }: Laid, { path, isAtTheEnd }: List): string | undefined {
  if (pages.length < 2) return undefined;
  const holdsRow = (page: number, paths: readonly string[]) =>
    pages[page - 1]?.fields.some((field) => paths.some((list) => field.path.startsWith(`${list}.`)));
  const following = after.find((found) => found.path === path);
  if (following && !holdsRow(following.page, [path]))
    return `what follows ${path} is on page ${following.page}, without a row of it`;
  if (isAtTheEnd && !holdsRow(pages.length, [path, ...after.map((found) => found.path)]))
    return `the last page holds no row of ${path}`;
  const alone = headings.find((heading) => isAlone(pages[heading.page - 1], heading, pages.length));
  return alone ? `a heading is alone at the bottom of page ${alone.page}` : undefined;
}

const BOTTOM = 0.9; // of the page; below are footers
const SLACK_PT = 3;

/** Nothing but the heading's own letters, of one size and typeface, is at its height or below. */
function isAlone(page: RenderedPage | undefined, heading: Place, last: number): boolean {
  if (!page || heading.page === last || heading.y < page.height / 2) return false;
  const below = readRuns(page).filter(
    ({ box }) => box.top > heading.y - SLACK_PT && box.bottom < page.height * BOTTOM,
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
