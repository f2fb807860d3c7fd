import {
  type FieldSchema,
  type GroupField,
  isBlankSource,
  type TemplateFile,
} from "../../../contract/templates/template-file.ts";
import type { Message } from "../../../contract/texts/text.ts";
import { positionAt } from "../../../shared/text/json-text.ts";
import { messageFor } from "../../errors/messages.ts";
import { type Finding, START } from "../findings.ts";

/** What a source must not do, each with the alternative. */
const FORBIDDEN = [
  [/(?<![\w.-])eval\(/g, "no_eval"],
  [/(?<![\w.-])(?:read|csv|json|toml|yaml|xml|cbor)\(/g, "no_files"],
  [/(?<![\w.-])plugin\(/g, "no_plugins"],
  [/(?<![\w.-])image\((?!(?:[^()]|\([^()]*\))*\balt:)/g, "no_alt"],
  [/(?<![\w.-])image\(/g, "no_image"],
  [/(?<![\w.-])link\(/g, "no_link"],
  [/(?<![\w-])show link\b/g, "no_show_link"],
  [/(?<![\w.-])datetime\.today\b/g, "no_today"],
] as const;

export function findSourceFaults(
  file: string,
  source: string,
  { title }: Pick<TemplateFile, "title">,
): Finding[] {
  if (isBlankSource(source)) return [{ file, ...START, ...messageFor("empty_source") }];
  const code = blankOut(source);
  const findings: Finding[] = [];
  const report = (offset: number, message: Message) => {
    const place = { file, ...positionAt(source, offset) };
    const isKnown = findings.some(({ line, column }) => line === place.line && column === place.column);
    if (!isKnown) findings.push({ ...place, ...message });
  };
  for (const [pattern, key] of FORBIDDEN) {
    for (const { index } of code.matchAll(pattern)) report(index, messageFor(key));
  }
  for (const { index, wanted } of findImports(source, code)) {
    if (wanted.startsWith("@")) report(index, messageFor("no_packages", { name: wanted }));
    else if (wanted !== "/kit/kit.typ") report(index, messageFor("only_kit", { name: wanted }));
  }
  for (const fault of findTitleFaults(source, code, title)) report(fault.index, fault.message);
  return findings;
}

function findImports(source: string, code: string): { index: number; wanted: string }[] {
  return [...code.matchAll(/(?<![\w.-])(?:import|include)\s*"/g)].map((found) => {
    const index = found.index + found[0].length - 1;
    return { index, wanted: /"([^"]*)/.exec(source.slice(index))?.[1] ?? "" };
  });
}

/** The page's title and the one in template.json have to be the same. */
function findTitleFaults(source: string, code: string, title: string): { index: number; message: Message }[] {
  const call = /(?<![\w.-])show\s*:\s*(setup\b(?:\.with\()?)/.exec(code);
  if (!call) return [];
  const index = call.index + call[0].length - (call[1]?.length ?? 0);
  const open = code.indexOf("(", index);
  const options = call[1] === "setup" ? "" : code.slice(open, endOfCall(code, open));
  const named = /(?<![\w-])title:\s*/.exec(options);
  if (!named)
    return [
      { index, message: messageFor("no_setup_title", { code: 'setup.with(title: "Invoice {number}")' }) },
    ];
  const value = open + named.index + named[0].length;
  const literal = /^"((?:[^"\\]|\\.)*)"/.exec(source.slice(value))?.[1];
  if (literal === undefined || literal === title) return [];
  return [{ index: value, message: messageFor("other_title", { title }) }];
}

function endOfCall(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === "(") depth += 1;
    if (code[at] === ")" && --depth === 0) return at;
  }
  return code.length;
}

const COMMENT_OR_TEXT = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\[\s\S])*"|(`+)[\s\S]*?\1/g;

/** The code alone: comments, texts and raw blocks become spaces, and everything else stays where it is. */
export function blankOut(source: string): string {
  return source.replace(COMMENT_OR_TEXT, (text) =>
    text.startsWith('"') ? `"${text.slice(1, -1).replace(/[^\n]/g, " ")}"` : text.replace(/[^\n]/g, " "),
  );
}

/** Functions of the kit whose first texts name fields, each by itself. */
const NAMES_SEVERAL = "typed|printed|has|beside|section|computed";
/** Functions of the kit that take the parts of one field's path. */
const NAMES_ONE = "value|field|prose|picture|number|each|count|total";
const CALL = new RegExp(`(?<![\\w.-])(?:(${NAMES_SEVERAL})|${NAMES_ONE})\\(\\s*`, "g");
const TEXT = /^"((?:[^"\\]|\\.)*)"\s*(?=[,)])/;
const ROW = /^[A-Za-z][\w-]*\s*,\s*/;
const PATH = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/i;

/** Names in the source that are not fields: the page would silently show nothing in their place. */
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
          ...describe(text.name, row ? paths.flatMap(insideOf) : paths),
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

/** "items.price" is "price" in a row. */
function insideOf(path: string): string[] {
  const inside = path.slice(path.indexOf(".") + 1);
  return inside === path ? [] : [inside];
}

function describe(name: string, names: readonly string[]): Message {
  const like = names.find((each) => isSlip(name, each));
  return like ? messageFor("unknown_field_like", { name, like }) : messageFor("unknown_field", { name });
}

/** Whether the names differ by one letter that is missing, extra, wrong or swapped with the next. */
function isSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [a, b] = [one.slice(start), other.slice(start)];
  return (
    a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || `${a[1]}${a[0]}${a.slice(2)}` === b
  );
}
