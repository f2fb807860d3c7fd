import type { Node } from "jsonc-parser";
import { type Position, parseJsonText } from "../../../../../shared/text/json-text.ts";
import { translateText } from "../../../../lib/i18n/server-texts.ts";

/** JSON text as a typed tree with the offsets of each value, so that one can be changed without reformatting the rest. */

export type JsonNode = JsonObject | JsonList | JsonPlain;
export type JsonObject = { kind: "object"; start: number; end: number; members: JsonMember[] };
export type JsonList = { kind: "list"; start: number; end: number; entries: JsonNode[] };
type JsonPlain = {
  kind: "plain";
  start: number;
  end: number;
  value: string | number | boolean | null;
};
/** `start` is where its name begins, `nameEnd` where that ends; the member ends with its value. */
export type JsonMember = { name: string; start: number; nameEnd: number; value: JsonNode };

/** The first fault in a JSON text, as a sentence in the page's language. */
export type JsonFault = Position & { message: string };

export function parseJson(text: string): { root: JsonNode } | { problem: JsonFault } {
  const parsed = parseJsonText(text);
  if (!("problem" in parsed)) return { root: nodeOf(parsed.root) };
  const { text: fault, ...position } = parsed.problem;
  const message = translateText(fault);
  return { problem: { message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`, ...position } };
}

function nodeOf({ type, offset: start, length, children = [], value }: Node): JsonNode {
  const end = start + length;
  if (type === "object") return { kind: "object", start, end, members: children.flatMap(membersOf) };
  if (type === "array") return { kind: "list", start, end, entries: children.map(nodeOf) };
  return { kind: "plain", start, end, value };
}

function membersOf({ offset: start, children: [key, value] = [] }: Node): JsonMember[] {
  return key && value ? [{ name: key.value, start, nameEnd: start + key.length, value: nodeOf(value) }] : [];
}

export function memberOf(node: JsonNode | undefined, name: string): JsonMember | undefined {
  return node?.kind === "object" ? node.members.find((member) => member.name === name) : undefined;
}

/** The plain value behind a node, as `JSON.parse` gives it. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === "plain") return node.value;
  if (node.kind === "list") return node.entries.map(plainValue);
  return Object.fromEntries(node.members.map(({ name, value }) => [name, plainValue(value)]));
}
