import { nextTurn } from "../process/loop-turns.ts";

/**
 * Limits of a JSON text. Parsing millions of tiny values takes seconds, even in a few megabytes, and a single object with
 * hundreds of thousands of properties half a second.
 */
type JsonBounds = { values: number; depth: number; properties: number };

/** Characters that are scanned in one turn of the event loop, in about 7 ms. */
const SLICE = 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * The limit that a text exceeds, found before it is parsed. An empty list or object counts as two values. Text that is not JSON gets a
 * result too; the parser reports its error.
 */
export async function exceededBound(text: string, bounds: JsonBounds): Promise<keyof JsonBounds | undefined> {
  let values = 1;
  let depth = 0;
  /** Of each open object, by depth; those of a list aren't counted. */
  const properties: number[] = [];
  let inString = false;
  let pauseAt = SLICE;
  for (let at = 0; at < text.length; at++) {
    if (at >= pauseAt) {
      await nextTurn();
      pauseAt = at + SLICE;
    }
    if (inString) {
      at = text.indexOf('"', at);
      if (at < 0) return undefined;
      inString = isEscaped(text, at);
      continue;
    }
    switch (text.charCodeAt(at)) {
      case QUOTE:
        inString = true;
        break;
      case COMMA:
        values += 1;
        if (values > bounds.values) return "values";
        properties[depth] = (properties[depth] ?? 0) + 1;
        if ((properties[depth] ?? 0) > bounds.properties) return "properties";
        break;
      case 0x5b: // [
      case 0x7b: // {
        values += 1;
        depth += 1;
        properties[depth] = text.charCodeAt(at) === 0x7b ? 1 : Number.NEGATIVE_INFINITY;
        if (values > bounds.values) return "values";
        if (depth > bounds.depth) return "depth";
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
    }
  }
  return undefined;
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}
