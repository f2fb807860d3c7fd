import type { DraftPlaces } from "../../contract/templates/drafts.ts";
import { positionAt } from "../../shared/text/json-text.ts";
import { blankOut } from "../checks/rules/source-rules.ts";

/**
 * Where a source speaks of which field. Calls of the kit name fields by texts: field("from.name"), section("name", "email", ..); in a
 * list by its row: each("items").map(item => field(item, "price")), for item in each("items"), total("items", item => ..).
 */

type Call = { name: string; open: number };

/** Functions of the kit whose texts are paths; of the others only the first is. */
const MANY_PATHS = new Set(["has", "typed", "printed", "section", "beside", "lines-of", "computed"]);
const ONE_PATH = new Set(["field", "prose", "value", "number", "total", "each", "count", "picture"]);

const CALL = /(?<![\w-])([a-z][a-z-]*)\(/g;
const ROW_OF_CALL = /^\s*\)?\s*(?:\.\w+\(\s*)?,?\s*\(?\s*([a-zA-Z_][\w-]*)\s*\)?\s*=>/;
const ROW_OF_LOOP = /\bfor\s+([a-zA-Z_][\w-]*)\s+in\s+$/;

export function findFieldPlaces(source: string): DraftPlaces["fields"] {
  const code = blankOut(source);
  const rows = new Map<string, string>();
  const found: { path: string; at: number }[] = [];
  for (const { name, open } of findCalls(code)) {
    if (!MANY_PATHS.has(name) && !ONE_PATH.has(name)) continue;
    const { row, texts, end } = readArguments(source, code, open);
    const before = row === undefined ? "" : rows.get(row);
    if (before === undefined) continue; // a variable that is no row of a list
    const named = MANY_PATHS.has(name) ? texts : texts.slice(0, 1);
    for (const { text, at } of named) {
      const path = before ? `${before}.${text}` : text;
      if (/^[a-z][\w.]*$/.test(path)) found.push({ path, at });
      if (name === "each" || name === "total") rememberRow(code, { open, end, path }, rows);
    }
  }
  return found.map(({ path, at }) => ({ path, ...positionAt(source, at) }));
}

function findCalls(code: string): Call[] {
  return [...code.matchAll(CALL)].map((found) => ({
    name: found[1] ?? "",
    open: found.index + found[0].length,
  }));
}

/** An optional row, then consecutive texts; returns where they end. */
function readArguments(source: string, code: string, open: number) {
  const texts: { text: string; at: number }[] = [];
  const row = /^\s*([a-zA-Z_][\w-]*)\s*,\s*(?=")/.exec(code.slice(open, open + 200));
  let at = open + (row?.[0].length ?? 0);
  for (;;) {
    const gap = /^[\s,]*/.exec(code.slice(at, at + 200))?.[0].length ?? 0;
    if (code[at + gap] !== '"') break;
    const start = at + gap;
    const close = code.indexOf('"', start + 1);
    if (close < 0) break;
    texts.push({ text: source.slice(start + 1, close), at: start });
    at = close + 1;
  }
  return { row: row?.[1], texts, end: at };
}

/** The name that a row of the list has in what follows. */
function rememberRow(
  code: string,
  { open, end, path }: { open: number; end: number; path: string },
  rows: Map<string, string>,
): void {
  const after = ROW_OF_CALL.exec(code.slice(end, end + 200))?.[1];
  const loop = ROW_OF_LOOP.exec(code.slice(Math.max(0, open - 100), open - "each(".length))?.[1];
  const name = after ?? loop;
  if (name) rows.set(name, path);
}
