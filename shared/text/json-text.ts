import { findNodeAtLocation, type Node, parseTree, visit } from "jsonc-parser";

import { type Text, textFor } from "../../contract/texts/text.ts";

/** JSON text with the position of each value, so that a fault is reported with its line and one value can be edited in place. */

export type Step = string | number;
/** Counted from 1, as editors do. */
export type Position = { line: number; column: number };
export type JsonProblem = Position & { text: Text };
export type JsonText = { text: string; root: Node; value: unknown };

/** Deeper than any template's fields are; the parser calls itself for every level. */
const MAX_DEPTH = 64;
/** More than any page takes (contract/rendering/render.ts). */
const MAX_VALUES = 20_000;

const NAME = textFor("json_name");
const VALUE = textFor("json_value");

class JsonTextError extends Error {
  readonly text: Text;
  readonly offset: number;

  constructor(text: Text, offset: number) {
    super(text.key);
    this.text = text;
    this.offset = offset;
  }
}

export function parseJsonText(text: string): JsonText | { problem: JsonProblem } {
  try {
    requireJson(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { problem: { text: error.text, ...positionAt(text, error.offset) } };
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
  let expected: Text = VALUE;

  const countValue = (offset: number) => {
    values += 1;
    if (values > MAX_VALUES)
      throw new JsonTextError(textFor("json_too_many_values", { limit: MAX_VALUES }), offset);
  };
  const enter = (close: "}" | "]", first: Text, offset: number) => {
    countValue(offset);
    if (open.length >= MAX_DEPTH)
      throw new JsonTextError(textFor("json_too_deep", { limit: MAX_DEPTH }), offset);
    open.push({ close, names: new Set() });
    expected = first;
  };
  const expectEnd = () => {
    const inner = open.at(-1);
    expected = inner ? textFor("json_comma", { close: inner.close }) : textFor("json_end");
  };
  const failAt = (offset: number): never => {
    const isText = text[offset] === '"' && (expected === NAME || expected === VALUE);
    const wanted = isText ? textFor("json_text") : expected;
    const found = text[offset];
    throw new JsonTextError(
      found === undefined
        ? textFor("json_expected_at_end", { expected: wanted })
        : textFor("json_expected", { expected: wanted, found }),
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
        if (names?.has(name)) throw new JsonTextError(textFor("json_twice", { name }), offset);
        names?.add(name);
        expected = textFor("json_colon");
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
