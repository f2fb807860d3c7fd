/** The view of the template table. It is in the address, so that Back works and a view can be shared. */

export const SHOWN = ["all", "published", "drafts", "hidden"] as const;
export type Shown = (typeof SHOWN)[number];

/** Filters by check result. */
export const CHECKED = ["passing", "failing", "unchecked"] as const;
export type Checked = (typeof CHECKED)[number];

/** The sortable columns and their fields. */
const SORTED = {
  name: "template_name",
  state: "state",
  version: "version_number",
  used: "used",
  exported: "exported",
  rating: "rating",
  checks: "findings",
  changed: "date_updated",
} as const;
export type SortKey = keyof typeof SORTED;
type SortField = (typeof SORTED)[SortKey];

export type TableView = {
  query: string;
  shown: Shown;
  type: string | undefined;
  checked: Checked | undefined;
  sort: SortKey;
  isDescending: boolean;
  page: number;
};

/** Text starts ascending, numbers and dates descending. */
const STARTS_DESCENDING: Record<SortKey, boolean> = {
  name: false,
  state: false,
  version: true,
  used: true,
  exported: true,
  rating: true,
  checks: true,
  changed: true,
};
const FIRST_SORT: SortKey = "changed";

const isSortKey = (word: string): word is SortKey => Object.hasOwn(SORTED, word);

export function readView(parameters: URLSearchParams): TableView {
  const sortText = parameters.get("sort") ?? "";
  const name = sortText.replace(/^-/, "");
  const sort = isSortKey(name) ? name : FIRST_SORT;
  const page = Math.floor(Number(parameters.get("page")));
  return {
    query: parameters.get("q")?.trim() ?? "",
    shown: SHOWN.find((each) => each === parameters.get("show")) ?? "all",
    type: parameters.get("type") || undefined,
    checked: CHECKED.find((each) => each === parameters.get("checks")),
    sort,
    isDescending: isSortKey(name) ? sortText.startsWith("-") : STARTS_DESCENDING[FIRST_SORT],
    page: page >= 1 && Number.isSafeInteger(page) ? page : 1,
  };
}

/** The query string of a view, without defaults. Any change other than the page goes to the first page. */
export function viewQuery(view: TableView, change: Partial<TableView> = {}): string {
  const { query, shown, type, checked, sort, isDescending, page } = { ...view, page: 1, ...change };
  const parameters = new URLSearchParams();
  if (query) parameters.set("q", query);
  if (shown !== "all") parameters.set("show", shown);
  if (type) parameters.set("type", type);
  if (checked) parameters.set("checks", checked);
  if (sort !== FIRST_SORT || !isDescending) parameters.set("sort", `${isDescending ? "-" : ""}${sort}`);
  if (page > 1) parameters.set("page", String(page));
  return `?${parameters}`;
}

/** A second press on a column reverses the order. */
export function sortBy(view: TableView, sort: SortKey): Pick<TableView, "sort" | "isDescending"> {
  return { sort, isDescending: view.sort === sort ? !view.isDescending : STARTS_DESCENDING[sort] };
}

/** The `sort` parameter of the content API; ids break ties, so that no row is on two pages. */
export function sortOf({ sort, isDescending }: TableView): (SortField | `-${SortField}` | "id")[] {
  return [`${isDescending ? "-" : ""}${SORTED[sort]}`, "id"];
}
