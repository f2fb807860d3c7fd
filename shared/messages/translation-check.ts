import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

/** A message as Lingui compiles it: texts, placeholders, and plurals or choices with a message for each form. */
export type CompiledMessage = ReturnType<typeof compileMessageOrThrow>;
type Token = CompiledMessage[number];

export type TranslationProblem =
  | { kind: "empty" }
  /** Braces that don't match, or a plural without "other". */
  | { kind: "syntax" }
  /** Placeholders and tags that the original has and the translation doesn't, and the other way round. */
  | { kind: "missing" | "added"; parts: string[] }
  /** A tag that is not closed, or in the wrong order. */
  | { kind: "tags"; tag: string }
  /** The forms that a plural of the language has. */
  | { kind: "forms"; forms: string[] };

/** Why a text can't be the translation of a message into a language; undefined if it can. */
export function checkTranslation(
  language: string,
  message: string,
  translation: string,
): TranslationProblem | undefined {
  if (translation.trim() === "") return { kind: "empty" };
  let compiled: CompiledMessage;
  try {
    compiled = compileMessageOrThrow(translation);
  } catch {
    return { kind: "syntax" };
  }
  const expected = partsOf(compileMessageOrThrow(message));
  const found = partsOf(compiled);
  const missing = [...expected].filter((part) => !found.has(part));
  if (missing.length > 0) return { kind: "missing", parts: missing };
  const added = [...found].filter((part) => !expected.has(part));
  if (added.length > 0) return { kind: "added", parts: added };
  const tag = firstWrongTag(compiled);
  if (tag) return { kind: "tags", tag };
  return wrongForms(language, compiled);
}

/** The problem as a sentence in English, for programs. */
export function describeProblem(problem: TranslationProblem): string {
  switch (problem.kind) {
    case "empty":
      return "Value must be a text.";
    case "syntax":
      return "Value has braces that don't match, or a plural without the form other.";
    case "missing":
      return `Value must contain ${problem.parts.join(", ")}, as the original does.`;
    case "added":
      return `Value contains ${problem.parts.join(", ")}, which the original doesn't.`;
    case "tags":
      return `Value has ${problem.tag} in the wrong place: each tag is opened first and closed once.`;
    case "forms":
      return `Value must have these plural forms: ${problem.forms.join(", ")}.`;
  }
}

const TAG = /<(\/?)(\d+)(\/?)>/g;
const PLURALS = { plural: "cardinal", selectordinal: "ordinal" } as const;

/** The messages within a plural or choice, by form; a number is a form of its own (`=0`). */
function formsOf(token: Token): [form: string, tokens: CompiledMessage][] {
  const options = typeof token === "string" ? undefined : token[2];
  if (typeof options !== "object" || options === null) return [];
  return Object.entries(options).filter((entry): entry is [string, CompiledMessage] =>
    Array.isArray(entry[1]),
  );
}

/** What a translation has to have as the original has it: placeholders with their formats, choices and tags. */
function partsOf(tokens: CompiledMessage): Set<string> {
  const parts = new Set<string>();
  for (const token of tokens) {
    if (typeof token === "string") for (const [tag] of token.matchAll(TAG)) parts.add(tag);
    else {
      const [name, format] = token;
      parts.add(format ? `{${name}, ${format}}` : `{${name}}`);
      for (const [form, inner] of formsOf(token)) {
        if (format === "select") parts.add(`{${name}, select, ${form}}`);
        for (const part of partsOf(inner)) parts.add(part);
      }
    }
  }
  return parts;
}

/** Tags may enclose placeholders, but not begin in one form of a plural and end outside of it. */
function firstWrongTag(tokens: CompiledMessage): string | undefined {
  const open: string[] = [];
  for (const token of tokens) {
    for (const [, inner] of formsOf(token)) {
      const wrong = firstWrongTag(inner);
      if (wrong) return wrong;
    }
    if (typeof token !== "string") continue;
    for (const [tag, closes, number = "", isEmpty] of token.matchAll(TAG)) {
      if (isEmpty) continue;
      if (!closes) open.push(number);
      else if (open.pop() !== number) return tag;
    }
  }
  const left = open.pop();
  return left === undefined ? undefined : `<${left}>`;
}

function wrongForms(language: string, tokens: CompiledMessage): TranslationProblem | undefined {
  for (const token of tokens) {
    if (typeof token === "string") continue;
    const found = formsOf(token);
    const type = PLURALS[token[1] as keyof typeof PLURALS];
    if (type) {
      const forms = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
      const given = found.map(([form]) => form).filter((form) => !/^\d+$/.test(form));
      if (given.toSorted().join() !== forms.toSorted().join()) return { kind: "forms", forms };
    }
    for (const [, inner] of found) {
      const problem = wrongForms(language, inner);
      if (problem) return problem;
    }
  }
  return undefined;
}
