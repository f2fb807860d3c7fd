import { BILL_LIMITS } from "../../../contract/bill.ts";
import { type Text, textFor } from "../../../contract/texts/text.ts";
import { asMessage } from "../../messages/english.ts";

/**
 * A small reader and writer of XML, for data without mixed content. The reader refuses what an invoice never has and an attack needs:
 * document types, entities of its own, deep nesting.
 */
export type XmlElement = {
  /** With the prefix that `NAMESPACES` has for its namespace, whatever the file uses. */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
  /** Written the same in every invoice, so it isn't content of its own. */
  isFixed?: boolean;
};

/** Prefix and namespace of the elements of both formats. */
export const NAMESPACES = {
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  invoice: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  credit: "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
} as const;
const PREFIXES = new Map<string, string>(Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix]));

/** The file can't be read; the message says why, and where. */
export class UnreadableXml extends Error {
  override name = "UnreadableXml";
  readonly text: Text;

  constructor(text: Text) {
    super(asMessage(text).message);
    this.text = text;
  }
}

const NAME = /[\p{L}_][\p{L}\p{N}._-]*(?::[\p{L}_][\p{L}\p{N}._-]*)?/uy;
const ATTRIBUTE =
  /\s+([\p{L}_][\p{L}\p{N}._-]*(?::[\p{L}_][\p{L}\p{N}._-]*)?)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy;
const TAG_END = /\s*(\/?)>/y;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,20}));?/g;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
// The characters that XML 1.0 allows; a file with others is unreadable for every program.
const NOT_ALLOWED = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

type Open = { element: XmlElement; tag: string; declared: readonly string[] };

export function parseXml(bytes: Uint8Array): XmlElement {
  const text = decode(bytes);
  let at = 0;
  let elements = 0;
  const open: Open[] = [];
  // By prefix, the innermost last: copying all that are declared for each element would take minutes for a hostile file.
  const namespaces = new Map<string, string[]>();
  let root: XmlElement | undefined;

  const fail = (problem: Text): never => {
    const line = text.slice(0, at).split("\n").length;
    throw new UnreadableXml(textFor("xml_line", { line, problem }));
  };
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  const skipTo = (end: string) => {
    const found = text.indexOf(end, at);
    if (found < 0) fail(textFor("xml_end_missing", { end }));
    const skipped = text.slice(at, found);
    at = found + end.length;
    return skipped;
  };
  const addText = (content: string) => {
    const current = open.at(-1);
    if (current) current.element.text += content;
    else if (content.trim() !== "") fail(textFor("xml_outside"));
  };

  function decodeEntities(content: string): string {
    return content.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
      if (!whole.endsWith(";")) return fail(textFor("xml_semicolon", { entity: whole }));
      if (name !== undefined) {
        const known = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
        return known ?? fail(textFor("xml_entity", { name }));
      }
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
      return code <= 0x10ffff
        ? String.fromCodePoint(code)
        : fail(textFor("xml_character", { entity: whole }));
    });
  }

  function readStart(): void {
    const tag = match(NAME)?.[0] ?? fail(textFor("xml_tag_name"));
    const attributes: Record<string, string> = {};
    const declared: string[] = [];
    let count = 0;
    for (let found = match(ATTRIBUTE); found; found = match(ATTRIBUTE)) {
      const [, name = "", quoted, single = ""] = found;
      count += 1;
      if (count > BILL_LIMITS.xmlAttributes)
        fail(textFor("xml_attributes", { most: BILL_LIMITS.xmlAttributes }));
      const value = decodeEntities(quoted ?? single);
      if (name === "xmlns" || name.startsWith("xmlns:")) declare(name.slice(6), value, declared);
      else attributes[name] = value;
    }
    const [, closes] = match(TAG_END) ?? fail(textFor("xml_tag", { tag }));
    elements += 1;
    if (elements > BILL_LIMITS.xmlElements) fail(textFor("xml_elements", { most: BILL_LIMITS.xmlElements }));
    if (open.length >= BILL_LIMITS.xmlDepth) fail(textFor("xml_depth", { most: BILL_LIMITS.xmlDepth }));
    const element = { name: qualify(tag), attributes, children: [], text: "" };
    const parent = open.at(-1);
    if (parent) parent.element.children.push(element);
    else if (root) fail(textFor("xml_documents"));
    else root = element;
    if (closes === "/") endScope(declared);
    else open.push({ element, tag, declared });
  }

  function declare(prefix: string, uri: string, declared: string[]): void {
    const uris = namespaces.get(prefix);
    if (uris) uris.push(uri);
    else namespaces.set(prefix, [uri]);
    declared.push(prefix);
  }

  function endScope(declared: readonly string[]): void {
    for (const prefix of declared) namespaces.get(prefix)?.pop();
  }

  function qualify(tag: string): string {
    const [first = "", second] = tag.split(":");
    const [prefix, local] = second === undefined ? ["", first] : [first, second];
    return `${PREFIXES.get(namespaces.get(prefix)?.at(-1) ?? "") ?? "other"}:${local}`;
  }

  function readEnd(): void {
    const tag = match(NAME)?.[0];
    const current = open.pop();
    if (!current || current.tag !== tag) fail(textFor("xml_closes", { tag: `</${tag ?? ""}>` }));
    if (!match(TAG_END)) fail(textFor("xml_tag", { tag: `/${tag}` }));
    if (current) endScope(current.declared);
  }

  while (at < text.length) {
    const next = text.indexOf("<", at);
    addText(decodeEntities(text.slice(at, next < 0 ? text.length : next)));
    if (next < 0) break;
    at = next;
    if (text.startsWith("<!--", at)) {
      at += 4;
      skipTo("-->");
    } else if (text.startsWith("<![CDATA[", at)) {
      at += 9;
      addText(skipTo("]]>"));
    } else if (text.startsWith("<!", at)) fail(textFor("xml_doctype"));
    else if (text.startsWith("<?", at)) skipTo("?>");
    else if (text.startsWith("</", at)) {
      at += 2;
      readEnd();
    } else {
      at += 1;
      readStart();
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) fail(textFor("xml_unclosed", { tag: unclosed.tag }));
  return root ?? fail(textFor("xml_empty"));
}

const UTF_16 = ["utf-16le", "utf-16be"];

function decode(bytes: Uint8Array): string {
  if (bytes.length > BILL_LIMITS.xmlBytes)
    throw new UnreadableXml(textFor("xml_size", { most: BILL_LIMITS.xmlBytes / 1024 / 1024 }));
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? UTF_16[0] : first === 0xfe && second === 0xff ? UTF_16[1] : undefined;
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/
    .exec(head)?.[1]
    ?.toLowerCase();
  const encoding = marked ?? declared ?? "utf-8";
  if (!["utf-8", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252", ...UTF_16].includes(encoding))
    throw new UnreadableXml(textFor("xml_encoding", { encoding }));
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableXml(textFor("xml_bytes", { encoding: encoding.toUpperCase() }));
  }
}

/** With the namespaces that its elements use declared on the root. */
export function writeXml(root: XmlElement, defaultPrefix = ""): Uint8Array {
  const used = new Set<string>();
  const collect = (element: XmlElement) => {
    used.add(prefixOf(element.name));
    element.children.forEach(collect);
  };
  collect(root);
  const declarations = Object.entries(NAMESPACES)
    .filter(([prefix]) => used.has(prefix))
    .map(([prefix, uri]) => ` xmlns${prefix === defaultPrefix ? "" : `:${prefix}`}="${uri}"`);
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  const write = (element: XmlElement, indent: string) => {
    const local = prefixOf(element.name) === defaultPrefix ? element.name.split(":")[1] : element.name;
    const attributes = Object.entries(element.attributes).map(
      ([name, value]) => ` ${name}="${escapeXml(value)}"`,
    );
    const start = `${indent}<${local}${element === root ? declarations.join("") : ""}${attributes.join("")}`;
    if (element.children.length === 0) lines.push(`${start}>${escapeXml(element.text)}</${local}>`);
    else {
      lines.push(`${start}>`);
      for (const child of element.children) write(child, `${indent}  `);
      lines.push(`${indent}</${local}>`);
    }
  };
  write(root, "");
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

function prefixOf(name: string): string {
  return name.split(":")[0] ?? "";
}

function escapeXml(text: string): string {
  return text
    .replace(NOT_ALLOWED, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
