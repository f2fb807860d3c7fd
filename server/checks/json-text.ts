/** JSON that remembers where everything stood, because a fault without its line has to be searched for. */

export type Step = string | number;
export type Position = { line: number; column: number };

/** Deeper than any template's fields are; reading calls itself for every level. */
const DEEPEST = 64;
/** More than any page takes (contract/render.ts). */
const MOST_VALUES = 20_000;

export type JsonText = {
  value: unknown;
  /** Where the value at the path stands, or its key; of what isn't there, the nearest thing around it. */
  locate(path: readonly Step[], part?: "key" | "value"): Position;
};

/** Text that is no JSON, with the place where it stops being so. */
export class JsonTextError extends Error {
  readonly position: Position;

  constructor(message: string, position: Position) {
    super(message);
    this.position = position;
  }
}

type Node = { value: unknown; start: number; children: Map<Step, Node & { key?: number }> };

const SPACE = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

export function readJsonText(text: string): JsonText {
  let at = 0;
  let depth = 0;
  let values = 0;
  const root = readValue();
  skipSpace();
  if (at < text.length) throw unexpected("nothing more");
  return {
    value: root.value,
    locate(path, part = "value") {
      let node: Node & { key?: number } = root;
      let steps = 0;
      for (const step of path) {
        const child = node.children.get(step);
        if (!child) break;
        node = child;
        steps += 1;
      }
      const reached = steps === path.length;
      return positionAt(text, (reached && part === "key" && node.key) || node.start);
    },
  };

  function skipSpace() {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
  }

  function unexpected(wanted: string): JsonTextError {
    const found = text[at] === undefined ? "the end of the file" : `\`${text[at]}\``;
    return new JsonTextError(`expected ${wanted}, found ${found}`, positionAt(text, at));
  }

  function readValue(): Node {
    skipSpace();
    values += 1;
    if (values > MOST_VALUES)
      throw new JsonTextError(`holds more than ${MOST_VALUES} values`, positionAt(text, at));
    if (text[at] !== "{" && text[at] !== "[") return readScalar("a value");
    if (depth >= DEEPEST)
      throw new JsonTextError(`is nested deeper than ${DEEPEST} levels`, positionAt(text, at));
    depth += 1;
    const read = text[at] === "{" ? readObject() : readList();
    depth -= 1;
    return read;
  }

  function readScalar(wanted: string): Node {
    const start = at;
    SCALAR.lastIndex = at;
    const found = SCALAR.exec(text)?.[0];
    if (found === undefined) throw unexpected(text[at] === '"' ? "a text that ends on its line" : wanted);
    at += found.length;
    return { value: JSON.parse(found), start, children: new Map() };
  }

  function readObject(): Node {
    const start = at++;
    const children: Node["children"] = new Map();
    readEntries("}", () => {
      if (text[at] !== '"') throw unexpected("a name in double quotes");
      const key = readScalar("a name");
      const name = String(key.value);
      if (children.has(name)) throw new JsonTextError(`"${name}" is here twice`, positionAt(text, key.start));
      skipSpace();
      if (text[at] !== ":") throw unexpected("a colon");
      at += 1;
      children.set(name, { ...readValue(), key: key.start });
    });
    const entries = [...children].map(([name, child]) => [name, child.value]);
    return { value: Object.fromEntries(entries), start, children };
  }

  function readList(): Node {
    const start = at++;
    const children: Node["children"] = new Map();
    readEntries("]", () => children.set(children.size, readValue()));
    return { value: [...children.values()].map((child) => child.value), start, children };
  }

  function readEntries(end: "}" | "]", readEntry: () => void) {
    skipSpace();
    if (text[at] === end) {
      at += 1;
      return;
    }
    for (;;) {
      skipSpace();
      readEntry();
      skipSpace();
      if (text[at] === end) break;
      if (text[at] !== ",") throw unexpected(`a comma or \`${end}\``);
      at += 1;
    }
    at += 1;
  }
}

/** Lines and columns as people and editors count them, from 1. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
