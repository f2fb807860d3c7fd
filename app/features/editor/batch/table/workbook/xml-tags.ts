/** An XML tag and the text after it. */
export type Tag = {
  /** Without a prefix: "x:row" is "row". */
  name: string;
  isEnd: boolean;
  /** Unparsed; attributes are read on demand. */
  attributes: string;
  text: string;
};

/**
 * Yields the tags in order, in linear time and without building a document. Only XML's own entities are
 * known, so none can expand.
 */
export function* tagsOf(xml: string): Generator<Tag> {
  let at = xml.indexOf("<");
  while (at >= 0) {
    const end = tagEnd(xml, at);
    if (end < 0) return;
    const next = xml.indexOf("<", end);
    const inside = xml.slice(at + 1, end);
    if (!/^[!?]/.test(inside)) {
      const [, slash, name = "", attributes = ""] =
        /^(\/?)(?:[\w.-]+:)?([\w.-]+)([\s\S]*)$/.exec(inside) ?? [];
      const text = next < 0 ? "" : readEntities(xml.slice(end + 1, next));
      yield { name, isEnd: slash === "/", attributes, text };
    }
    at = next;
  }
}

/** The ">" that ends the tag, ignoring those in quotes. */
function tagEnd(xml: string, start: number): number {
  if (xml.startsWith("<!--", start)) {
    const end = xml.indexOf("-->", start);
    return end < 0 ? -1 : end + 2;
  }
  for (let at = start + 1; at < xml.length; at++) {
    const character = xml[at];
    if (character === ">") return at;
    if (character === '"' || character === "'") {
      at = xml.indexOf(character, at + 1);
      if (at < 0) return -1;
    }
  }
  return -1;
}

const PATTERNS = new Map<string, RegExp>();

/** The value of an attribute with any prefix. */
export function attributeOf({ attributes }: Tag, name: string): string | undefined {
  let pattern = PATTERNS.get(name);
  if (!pattern) {
    pattern = new RegExp(`(?:^|\\s)(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    PATTERNS.set(name, pattern);
  }
  const [, double, single] = pattern.exec(attributes) ?? [];
  const value = double ?? single;
  return value === undefined ? undefined : readEntities(value);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function readEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
