/** Finds fields in a source by its strings, because the compiler is too slow for every cursor move. */

export type FieldUse = {
  path: string;
  /** The name as it is written, without its quotes. */
  nameFrom: number;
  nameTo: number;
  /** The highlighted range: the call with its field, or the name alone. */
  from: number;
  to: number;
};

type Text = { from: number; to: number; value: string };

// A string, or a comment to skip; "//" after a colon is a URL.
const TEXT_OR_COMMENT = /"((?:[^"\\\n]|\\.)*)"|(?<!:)\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const LONGEST_LIT = 70; // characters: a longer call is highlighted only up to the field's name

/** `paths` are those of the schema, without row numbers: "items.price". `lists` are the ones among them that are lists. */
export function fieldUses(source: string, paths: readonly string[], lists: readonly string[]): FieldUse[] {
  const known = new Set(paths);
  const rowNames = rowVariables(source);
  const inRows = paths.filter((path) => lists.some((list) => path.startsWith(`${list}.`)));
  return textsIn(source).flatMap((text) => {
    const holes = [...text.value.matchAll(/\{([a-z][a-z0-9_.]*)\}/g)].flatMap((hole) => {
      const path = hole[1] ?? "";
      const from = text.from + hole.index + 1;
      return known.has(path)
        ? [{ path, nameFrom: from, nameTo: from + path.length, from, to: from + path.length }]
        : [];
    });
    if (holes.length > 0) return holes;
    const path = pathOf(source, text, { known, inRows, rowNames });
    if (path === undefined) return [];
    return [{ path, nameFrom: text.from, nameTo: text.to, ...litRange(source, text) }];
  });
}

/** The uses of a field and of its nested fields. */
export function usesOf(uses: readonly FieldUse[], path: string): FieldUse[] {
  return uses.filter((use) => use.path === path || use.path.startsWith(`${path}.`));
}

const PUTS_ON_PAGE = /^(field|prose|picture|lines-of|computed|bullets)\(/;

/** The use of a field that puts it on the page. */
export function mainUse(uses: readonly FieldUse[], path: string, source: string): FieldUse | undefined {
  const own = uses.filter((use) => use.path === path);
  return own.find(({ from, to }) => PUTS_ON_PAGE.test(source.slice(from, to))) ?? own[0];
}

/** The use at the cursor. */
export function findUseAt(uses: readonly FieldUse[], at: number): FieldUse | undefined {
  const around = uses.filter(({ from, to }) => from <= at && at <= to);
  return around.toSorted((one, other) => one.to - one.from - (other.to - other.from))[0];
}

/** The source with a field renamed in all its uses. */
export function renameUses(source: string, uses: readonly FieldUse[], path: string, newPath: string): string {
  let renamed = source;
  for (const { path: used, nameFrom, nameTo } of usesOf(uses, path).toReversed()) {
    const written = source.slice(nameFrom, nameTo);
    renamed =
      renamed.slice(0, nameFrom) + renameWritten(written, used, path, newPath) + renamed.slice(nameTo);
  }
  return renamed;
}

/** Only the last steps of a path may be written: `field(item, "price")`. */
function renameWritten(written: string, used: string, path: string, newPath: string): string {
  const whole = newPath + used.slice(path.length);
  if (!used.endsWith(written) && !written.startsWith(".")) return written;
  const steps = written.split(".").length;
  const renamed = whole.split(".").slice(-steps).join(".");
  return written.startsWith(".")
    ? `.${whole
        .split(".")
        .slice(1 - steps)
        .join(".")}`
    : renamed;
}

function textsIn(source: string): Text[] {
  return [...source.matchAll(TEXT_OR_COMMENT)].flatMap(({ 0: whole, 1: value, index }) =>
    value === undefined ? [] : [{ from: index + 1, to: index + whole.length - 1, value }],
  );
}

type Known = { known: Set<string>; inRows: string[]; rowNames: Map<string, string> };

function pathOf(
  source: string,
  { from, value }: Text,
  { known, inRows, rowNames }: Known,
): string | undefined {
  const before = source.slice(Math.max(0, from - 80), from - 1);
  const row = /([A-Za-z][\w-]*)\s*(?:,|\+)\s*$/.exec(before)?.[1];
  const tail = value.startsWith(".") ? value.slice(1) : value;
  if (tail === "") return undefined;
  const candidates = inRows.filter((path) => path.endsWith(`.${tail}`));
  if (row !== undefined && candidates.length > 0) {
    const list = rowNames.get(row);
    return candidates.find((path) => list !== undefined && path === `${list}.${tail}`) ?? candidates[0];
  }
  if (known.has(value)) return value;
  const prefix = prefixAround(source, from);
  return prefix !== undefined && known.has(`${prefix}.${value}`) ? `${prefix}.${value}` : undefined;
}

/** `lines-of("name", "address", prefix: "to")`: the group that the names of a call are in. */
function prefixAround(source: string, at: number): string | undefined {
  const open = source.lastIndexOf("lines-of(", at);
  if (open < 0 || at - open > 400) return undefined;
  const close = source.indexOf(")", at);
  return /prefix:\s*"([^"]+)"/.exec(source.slice(open, close < 0 ? undefined : close))?.[1];
}

/** `for item in each("items")` and `each("items").map(item => ..)`: which list a row belongs to. */
function rowVariables(source: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const [, variable = "", list = ""] of source.matchAll(/([A-Za-z][\w-]*)\s+in\s+each\("([^"]+)"/g))
    names.set(variable, list);
  for (const [, list = "", variable = ""] of source.matchAll(
    /each\("([^"]+)"\)\.\w+\(\(?([A-Za-z][\w-]*)\)?\s*=>/g,
  ))
    names.set(variable, list);
  for (const [, list = "", variable = ""] of source.matchAll(
    /(?:total|bullets)\("([^"]+)",\s*\(?([A-Za-z][\w-]*)\)?\s*=>/g,
  ))
    names.set(variable, list);
  return names;
}

function litRange(source: string, { from, to }: Text): { from: number; to: number } {
  const before = source.slice(Math.max(0, from - 60), from - 1);
  const call = /([a-z][\w-]*)\((?:[\w-]+,\s*)?$/.exec(before);
  const start = call ? from - 1 - (before.length - call.index) : from - 1;
  if (!call) return { from: start, to: to + 1 };
  const close = source.indexOf(")", to);
  const rest = source.slice(to + 1, close);
  // Several names in one call are highlighted one by one.
  if (rest.includes('"')) return { from: from - 1, to: to + 1 };
  const isShort = close >= 0 && close - start < LONGEST_LIT && !/[\n(]/.test(rest);
  return { from: start, to: isShort ? close + 1 : to + 1 };
}
