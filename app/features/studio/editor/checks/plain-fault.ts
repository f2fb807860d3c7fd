/** What the compiler says in its own terms, as a person says it who does not know the language. */
const SAYINGS: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^unknown variable: `?([\w-]+)/, (name) => `“${name}” is not known here. Check its spelling.`],
  [/^unclosed delimiter/, () => "A bracket or quotation mark is opened here and never closed."],
  [/^unclosed string/, () => "A text begins here and has no closing quotation mark."],
  [/^unclosed (?:raw text|label)/, () => "Something begins here and is never closed."],
  [/^unexpected closing (\w+)/, () => "This closes a bracket that was never opened."],
  [/^unexpected end of (?:file|block)/, () => "The source ends too early: something is still open."],
  [/^unexpected argument: `?([\w-]+)/, (name) => `This function does not take “${name}”.`],
  [/^unexpected argument/, () => "This function gets more values than it takes."],
  [/^missing argument: `?([\w-]+)/, (name) => `This function also needs “${name}”.`],
  [
    /^expected (.+), found (.+)$/,
    (wanted, given) => `This has to be ${withArticle(wanted)}, not ${withArticle(given)}.`,
  ],
  [/^expected (.+)$/, (wanted) => `Something is missing here: ${wanted}.`],
  [
    /^cannot (?:add|join|subtract|multiply|divide) (\w+) (?:and|with|from|by) (\w+)/,
    (one, other) => `${capital(withArticle(one))} and ${withArticle(other)} can’t be combined like this.`,
  ],
  [
    /^cannot compare (\w+) (?:and|with) (\w+)/,
    (one, other) => `${capital(withArticle(one))} and ${withArticle(other)} can’t be compared.`,
  ],
  [
    /^dictionary does not contain key "([^"]+)"/,
    (name) => `There is nothing called “${name}” in this group of values.`,
  ],
  [/^array index out of bounds/, () => "The list has fewer entries than this line asks for."],
  [/^(?:array|string) is empty/, () => "This is empty, so there is nothing to take from it."],
  [
    /^(?:type )?(\w+) (?:has no method|does not have (?:a )?field) `?([\w-]+)/,
    (kind, name) => `${capital(withArticle(kind))} has nothing called “${name}”.`,
  ],
  [
    /^cannot access fields? on type (\w+)/,
    (kind) => `${capital(withArticle(kind))} has no parts that could be read with a dot.`,
  ],
  [/^cannot divide by zero/, () => "This divides by zero."],
  [/^maximum (?:function call|show rule) depth exceeded/, () => "This calls itself without end."],
  [/^unknown font family: (.+)$/, (name) => `The typeface “${name}” is not available.`],
  [/^file not found/, () => "There is no such file: a template has only its own source and the kit."],
  [/^the character `?(.)`? is not valid in code/, (sign) => `“${sign}” can’t be written here.`],
  [/^(?:label|reference) .*does not exist/, () => "This refers to a place on the page that is not there."],
];

type PlainFault = {
  words: string /** What the compiler said, where the words say it differently. */;
  original?: string;
};

export function plainFault(message: string): PlainFault {
  for (const [pattern, say] of SAYINGS) {
    const found = pattern.exec(message);
    if (found) return { words: say(...found.slice(1).map((part) => part ?? "")), original: message };
  }
  return { words: capital(message) };
}

/** "a string", "an integer"; several kinds ("length or auto") and "none" go without. */
function withArticle(kind: string): string {
  if (!/^\w+$/.test(kind) || kind === "none" || kind === "auto") return kind;
  return `${/^[aeio]/.test(kind) ? "an" : "a"} ${kind}`;
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
