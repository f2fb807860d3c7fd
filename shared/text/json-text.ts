import { findNodeAtLocation, type Node, parseTree, visit } from "jsonc-parser";

/** JSON text with the position of each value, so that a fault is reported with its line and one value can be edited in place. */

export type Step = string | number;
/** Counted from 1, as editors do. */
export type Position = { line: number; column: number };
export type JsonProblem = Position & { message: string };
export type JsonText = { text: string; root: Node; value: unknown };

/** Deeper than any template's fields are; the parser calls itself for every level. */
const MAX_DEPTH = 64;
/** More than any page takes (contract/rendering/render.ts). */
const MAX_VALUES = 20_000;

const NAME = "a name in double quotes";
const VALUE = "a value";

class JsonTextError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export function parseJsonText(text: string): JsonText | { problem: JsonProblem } {
  try {
    requireJson(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { problem: { message: error.message, ...positionAt(text, error.offset) } };
  }
  const value: unknown = JSON.parse(text);
  const root = parseTree(text);
  if (!root) throw new Error("jsonc-parser made no tree of valid JSON");
  return { text, root, value };
}

/** Throws at the first fault, before the parser exceeds its depth. Each event names what has to follow it. */
function requireJson(text: string): void {
  const open: { close: "}" | "]"; names: Set<string> }[] = [];
  let values = 0;
  let expected = VALUE;

  const countValue = (offset: number) => {
    values += 1;
    if (values > MAX_VALUES) throw new JsonTextError(`holds more than ${MAX_VALUES} values`, offset);
  };
  const enter = (close: "}" | "]", first: string, offset: number) => {
    countValue(offset);
    if (open.length >= MAX_DEPTH)
      throw new JsonTextError(`is nested deeper than ${MAX_DEPTH} levels`, offset);
    open.push({ close, names: new Set() });
    expected = first;
  };
  const expectEnd = () => {
    const inner = open.at(-1);
    expected = inner ? `a comma or \`${inner.close}\`` : "nothing more";
  };
  const failAt = (offset: number): never => {
    const isText = text[offset] === '"' && (expected === NAME || expected === VALUE);
    const found = text[offset] === undefined ? "the end of the file" : `\`${text[offset]}\``;
    throw new JsonTextError(
      `expected ${isText ? "a text that ends on its line" : expected}, found ${found}`,
      offset,
    );
  };
  const leave = (offset: number) => {
    // The parser reports the end of an object or list before it misses its bracket.
    if (text[offset] !== open.at(-1)?.close) failAt(offset);
    open.pop();
    expectEnd();
  };

  visit(
    text,
    {
      onObjectBegin: (offset) => enter("}", NAME, offset),
      onArrayBegin: (offset) => enter("]", VALUE, offset),
      onObjectEnd: leave,
      onArrayEnd: leave,
      onObjectProperty(name, offset) {
        const names = open.at(-1)?.names;
        if (names?.has(name)) throw new JsonTextError(`"${name}" is here twice`, offset);
        names?.add(name);
        expected = "a colon";
      },
      onLiteralValue(_value, offset) {
        countValue(offset);
        expectEnd();
      },
      onSeparator(separator) {
        expected = separator === "," && open.at(-1)?.close === "}" ? NAME : VALUE;
      },
      onError: (_code, offset) => failAt(offset),
    },
    { disallowComments: true },
  );
}

/** The position of the value at the path, or of its key; for a missing value, the nearest value around it. */
export function locate(
  { text, root }: JsonText,
  path: readonly Step[],
  part: "key" | "value" = "value",
): Position {
  let node = root;
  for (const step of path) {
    const child = findNodeAtLocation(node, [step]);
    if (!child) return positionAt(text, node.offset);
    node = child;
  }
  const key = node.parent?.type === "property" ? node.parent : node;
  return positionAt(text, part === "key" ? key.offset : node.offset);
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
