import type { JsonList, JsonMember, JsonNode, JsonObject } from "./json-tree.ts";

/** Changes of a JSON text in one place. Everything around it, its order and its layout stay as they are. */

const LONGEST_LINE = 140; // characters; longer values get a line for each of their parts, as in the library's files

export function replaceNode(text: string, node: JsonNode, value: unknown): string {
  const written = writeValue(value, indentAt(text, node.start), columnOf(text, node.start));
  return text.slice(0, node.start) + written + text.slice(node.end);
}

export function renameMember(text: string, member: JsonMember, name: string): string {
  return text.slice(0, member.start) + JSON.stringify(name) + text.slice(member.nameEnd);
}

/** Behind the member `after`, or as the first or last one. */
export function insertMember(
  text: string,
  object: JsonObject,
  name: string,
  value: unknown,
  after: JsonMember | "first" | "last" = "last",
): string {
  const { members } = object;
  const first = members[0];
  const before = after === "first" ? undefined : after === "last" ? members.at(-1) : after;
  if (!first) {
    const indent = indentAt(text, object.start);
    const inner = indent + INDENT;
    const written = writeMember(name, value, inner);
    return `${text.slice(0, object.start)}{\n${inner}${written}\n${indent}}${text.slice(object.end)}`;
  }
  const layout = text.slice(object.start + 1, first.start);
  const isTall = layout.includes("\n");
  const written = writeMember(name, value, isTall ? indentAt(text, first.start) : "");
  const gap = isTall ? layout : " ";
  if (before === undefined) return `${text.slice(0, first.start)}${written},${gap}${text.slice(first.start)}`;
  const end = before.value.end;
  return `${text.slice(0, end)},${gap}${written}${text.slice(end)}`;
}

export function removeMember(text: string, object: JsonObject, member: JsonMember): string {
  return removePart(
    text,
    object,
    object.members.map(({ start, value }) => ({ start, end: value.end })),
    object.members.indexOf(member),
  );
}

export function removeEntry(text: string, list: JsonList, place: number): string {
  return removePart(text, list, list.entries, place);
}

type Part = { start: number; end: number };

function removePart(text: string, whole: Part, parts: readonly Part[], place: number): string {
  const part = parts[place];
  if (!part) return text;
  const next = parts[place + 1];
  const before = parts[place - 1];
  if (before) return text.slice(0, before.end) + text.slice(part.end);
  if (next) return text.slice(0, part.start) + text.slice(next.start);
  return text.slice(0, whole.start + 1) + text.slice(whole.end - 1);
}

export function appendEntry(text: string, list: JsonList, value: unknown): string {
  const last = list.entries.at(-1);
  const written = JSON.stringify(value);
  if (!last) return `${text.slice(0, list.start + 1)}${written}${text.slice(list.end - 1)}`;
  const first = list.entries[0] ?? last;
  const layout = text.slice(list.start + 1, first.start);
  return `${text.slice(0, last.end)},${layout.includes("\n") ? layout : " "}${written}${text.slice(last.end)}`;
}

/** Members change places; the commas and line breaks between them stay where they are. */
export function moveMember(text: string, object: JsonObject, from: number, to: number): string {
  const { members } = object;
  const order = members.map((_, place) => place);
  order.splice(to, 0, ...order.splice(from, 1));
  let moved = text.slice(0, members[0]?.start ?? object.end);
  for (const [place, source] of order.entries()) {
    const member = members[source];
    const here = members[place];
    const next = members[place + 1];
    if (!member || !here) continue;
    moved += text.slice(member.start, member.value.end);
    moved += text.slice(here.value.end, next?.start ?? here.value.end);
  }
  return moved + text.slice(members.at(-1)?.value.end ?? object.end);
}

const INDENT = "  ";

function writeMember(name: string, value: unknown, indent: string): string {
  const label = `${JSON.stringify(name)}: `;
  return label + writeValue(value, indent, indent.length + label.length);
}

/** On one line where that is short enough, `{ "type": "string" }`; else a line for each part. */
export function writeValue(value: unknown, indent = "", column = 0): string {
  const line = writeLine(value);
  if (column + line.length <= LONGEST_LINE || typeof value !== "object" || value === null) return line;
  const inner = indent + INDENT;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => inner + writeValue(entry, inner, inner.length));
    return `[\n${entries.join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value).map(([name, part]) => inner + writeMember(name, part, inner));
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function writeLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeLine).join(", ")}]`;
  const members = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${writeLine(part)}`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}

/** The spaces that the line of a place begins with. */
function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? "";
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf("\n", at - 1) + 1);
}
