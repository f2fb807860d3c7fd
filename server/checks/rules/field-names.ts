import type { FieldSchema, GroupField } from "../../../contract/templates/template-file.ts";
import { positionAt } from "../../../shared/text/json-text.ts";
import type { Finding } from "../findings.ts";
import { blankOut } from "./source-rules.ts";

/** Functions of the kit whose first texts name fields, each by itself. */
const NAMES_SEVERAL = "typed|printed|has|beside|section|computed";
/** Functions of the kit that take the pieces of one field's path. */
const NAMES_ONE = "value|field|prose|picture|number|each|count|total";
const CALL = new RegExp(`(?<![\\w.-])(?:(${NAMES_SEVERAL})|${NAMES_ONE})\\(\\s*`, "g");
const TEXT = /^"((?:[^"\\]|\\.)*)"\s*(?=[,)])/;
const ROW = /^[A-Za-z][\w-]*\s*,\s*/;
const PATH = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/i;

/** Names in the source that are no field: the page would show nothing in their place, without a word about it. */
export function findUnknownFields(file: string, source: string, fields: GroupField): Finding[] {
  const paths = [...pathsOf(fields)];
  const known = new Set(paths);
  const isInside = (name: string) => paths.some((path) => path.endsWith(`.${name}`));
  const code = blankOut(source);
  return [...code.matchAll(CALL)].flatMap((call) => {
    let at = call.index + call[0].length;
    const row = ROW.exec(code.slice(at));
    if (row) at += row[0].length;
    const findings: Finding[] = [];
    for (let text = textAt(source, code, at); text; text = textAt(source, code, at)) {
      const isKnown = row ? isInside(text.name) : known.has(text.name);
      if (!isKnown && PATH.test(text.name))
        findings.push({
          file,
          ...positionAt(source, at),
          message: describe(text.name, row ? paths.flatMap(insideOf) : paths),
        });
      const next = /^,\s*/.exec(code.slice(text.end));
      if (!next || call[1] === undefined) break;
      at = text.end + next[0].length;
    }
    return findings;
  });
}

/** A text that is a whole argument and is in code, not in a comment. */
function textAt(source: string, code: string, at: number): { name: string; end: number } | undefined {
  const text = code[at] === '"' ? TEXT.exec(source.slice(at)) : null;
  return text ? { name: text[1] ?? "", end: at + text[0].length } : undefined;
}

function* pathsOf(field: FieldSchema, above = ""): Iterable<string> {
  if (field.type === "array") yield* pathsOf(field.items, above);
  if (field.type !== "object") return;
  for (const [name, inner] of Object.entries(field.properties)) {
    const path = above ? `${above}.${name}` : name;
    yield path;
    yield* pathsOf(inner, path);
  }
}

/** "items.price" is called "price" in a row. */
function insideOf(path: string): string[] {
  const inside = path.slice(path.indexOf(".") + 1);
  return inside === path ? [] : [inside];
}

function describe(name: string, names: readonly string[]): string {
  const like = names.find((each) => isSlip(name, each));
  return `there is no field "${name}"${like ? `; did you mean "${like}"?` : "; add it to the fields or correct its name"}`;
}

/** Whether the words differ by one letter that is missing, too many, wrong or swapped with the next. */
function isSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [a, b] = [one.slice(start), other.slice(start)];
  return (
    a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || `${a[1]}${a[0]}${a.slice(2)}` === b
  );
}
