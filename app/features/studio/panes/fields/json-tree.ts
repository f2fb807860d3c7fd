/** A JSON text with the place of each of its values, so that one of them can be changed and the rest stays as it was typed. */

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

/** Lines and columns are counted from 1. */
export type JsonProblem = { message: string; line: number; column: number };

const DEEPEST = 64; // fields are nested three or four deep; more would only fill the stack

class Unreadable extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

export function parseJson(text: string): { root: JsonNode } | { problem: JsonProblem } {
  try {
    return { root: readDocument(text) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { problem: { message: error.message, ...lineAt(text, error.at) } };
  }
}

export function lineAt(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const lastBreak = before.lastIndexOf("\n");
  return { line: before.split("\n").length, column: at - lastBreak };
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

const PLAIN = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these inside a text
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\r\n]*/y;

function readDocument(text: string): JsonNode {
  let at = 0;

  const skip = () => {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)?.[0].length ?? 0;
  };
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const fail = (message: string): never => {
    throw new Unreadable(
      at >= text.length ? "The text ends here, though something is still open." : message,
      at,
    );
  };
  const readText = (what: string): string => {
    const found = take(TEXT);
    return found === undefined ? fail(`${what} in double quotes is expected here.`) : JSON.parse(found);
  };

  function readValue(depth: number): JsonNode {
    if (depth > DEEPEST) fail("It is nested too deeply.");
    skip();
    const start = at;
    if (text[at] === "{") return { kind: "object", start, members: readMembers(depth), end: at };
    if (text[at] === "[") return { kind: "list", start, entries: readEntries(depth), end: at };
    if (text[at] === '"') return { kind: "plain", start, value: readText("A text"), end: at };
    const found = take(PLAIN);
    if (found === undefined) return fail("A value is expected here.");
    return { kind: "plain", start, value: JSON.parse(found), end: at };
  }

  function readMembers(depth: number): JsonMember[] {
    const members: JsonMember[] = [];
    readParts("}", () => {
      const start = at;
      const name = readText("A name");
      const nameEnd = at;
      if (members.some((member) => member.name === name)) {
        at = start;
        fail(`"${name}" is here twice.`);
      }
      skip();
      if (text[at] !== ":") fail("A colon is expected here.");
      at += 1;
      members.push({ name, start, nameEnd, value: readValue(depth + 1) });
    });
    return members;
  }

  function readEntries(depth: number): JsonNode[] {
    const entries: JsonNode[] = [];
    readParts("]", () => entries.push(readValue(depth + 1)));
    return entries;
  }

  function readParts(close: string, readPart: () => void): void {
    at += 1;
    skip();
    if (text[at] === close) {
      at += 1;
      return;
    }
    for (;;) {
      skip();
      readPart();
      skip();
      if (text[at] === close) break;
      if (text[at] !== ",") fail(`A comma or ${close} is expected here.`);
      at += 1;
    }
    at += 1;
  }

  const root = readValue(0);
  skip();
  if (at < text.length) fail("Nothing more is expected here.");
  return root;
}
