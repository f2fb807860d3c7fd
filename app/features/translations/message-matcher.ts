import type { CompiledMessage } from "../../../shared/messages/translation-check.ts";

/**
 * Finds the message that a text on the page was made from. Pages don't record it: the text is compared with all messages
 * that the page has loaded, with their placeholders as wildcards.
 */
export type MessageMatcher = {
  /** A text without elements in it. */
  matchText(text: string): string | undefined;
  /** A text with links or other elements in it, which is a message with tags. */
  matchElements(text: string): string | undefined;
};

type Pattern = { id: string; pattern: RegExp; letters: number };
type Group = { exact: Map<string, string>; patterns: Pattern[]; found: Map<string, string | undefined> };

const TAGS = /<\/?\d+\/?>/g;
/** A message with fewer letters, such as `{from} – {to}`, would match anything. */
const FEWEST_LETTERS = 3;
/** Longer texts are no messages, and slow to compare. */
const LONGEST = 600;

export function createMessageMatcher(messages: Record<string, unknown>): MessageMatcher {
  const plain = newGroup();
  const tagged = newGroup();
  for (const [id, message] of Object.entries(messages)) {
    const tokens = (typeof message === "string" ? [message] : message) as CompiledMessage;
    const isTagged = JSON.stringify(tokens).search(TAGS) >= 0;
    addTo(isTagged ? tagged : plain, id, tokens);
  }
  for (const { patterns } of [plain, tagged]) patterns.sort((one, other) => other.letters - one.letters);
  return {
    matchText: (text) => match(plain, text),
    matchElements: (text) => match(tagged, text),
  };
}

function newGroup(): Group {
  return { exact: new Map(), patterns: [], found: new Map() };
}

function addTo(group: Group, id: string, tokens: CompiledMessage): void {
  if (tokens.every((token) => typeof token === "string")) {
    group.exact.set(simplify(tokens.join("").replace(TAGS, "")), id);
    return;
  }
  const source = sourceOf(tokens);
  const letters = source.match(/\p{L}/gu)?.length ?? 0;
  if (letters >= FEWEST_LETTERS)
    group.patterns.push({ id, pattern: new RegExp(`^${source}$`, "su"), letters });
}

function sourceOf(tokens: CompiledMessage, isPlural = false): string {
  return tokens
    .map((token) => {
      if (typeof token === "string") {
        const text = literal(token.replace(TAGS, "").replace(/\s+/g, " "));
        return isPlural ? text.replaceAll("#", ".+?") : text;
      }
      const [, format, options] = token;
      if (typeof options !== "object" || options === null) return ".+?";
      const forms = Object.values(options).filter((each): each is CompiledMessage => Array.isArray(each));
      if (forms.length === 0) return ".+?";
      return `(?:${forms.map((form) => sourceOf(form, format !== "select")).join("|")})`;
    })
    .join("");
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const simplify = (text: string) => text.replace(/\s+/g, " ").trim();

function match({ exact, patterns, found }: Group, given: string): string | undefined {
  const text = simplify(given);
  if (text.length > LONGEST || !/\p{L}/u.test(text)) return undefined;
  if (!found.has(text))
    found.set(text, exact.get(text) ?? patterns.find(({ pattern }) => pattern.test(text))?.id);
  return found.get(text);
}
