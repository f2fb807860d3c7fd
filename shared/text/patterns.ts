import { RE2JS } from "re2js";
import { PATTERNS } from "../../contract/limits.ts";
import type { Message } from "../../contract/texts/text.ts";
import { messageFor } from "../messages/english.ts";

/**
 * Template patterns in linear time. JavaScript's own engine backtracks, which takes minutes for
 * `^([A-Z0-9]+-?)+$` and 33 characters, and can't be interrupted.
 */

/** What is wrong with a pattern, or nothing. It has to mean the same here and in a browser. */
export function findPatternFault(pattern: string): Message | undefined {
  try {
    new RegExp(pattern, "u");
  } catch {
    return messageFor("no_pattern");
  }
  const compiled = compile(pattern);
  if ("pattern" in compiled) return undefined;
  return messageFor("unusable_pattern", { fault: compiled.fault });
}

/** All patterns of a JSON Schema that can't be used, each with its place. */
export function findPatternFaults(
  schema: unknown,
  path: string[] = [],
): { path: string[]; fault: Message }[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const here = [...path, key];
    if (key !== "pattern" || typeof value !== "string") return findPatternFaults(value, here);
    const fault = findPatternFault(value);
    return fault ? [{ path: here, fault }] : [];
  });
}

type PatternTests = {
  /** For ajv's option `code.regExp`. */
  regExp: { (pattern: string, flags: string): { test(text: string): boolean }; code: string };
  /** Gives `work` as many steps as one set of data may take; beyond them a test throws what `tooMuch` makes. */
  within<Result>(work: () => Result): Result;
};

/**
 * A pattern that can't be used is taken for one that fits everything: it was accepted by an earlier version, and what people
 * made with its template has to stay usable.
 */
export function createPatternTests(tooMuch: () => Error): PatternTests {
  let steps = 0;

  function test(pattern: string, text: string): boolean {
    const compiled = compile(pattern);
    if (!("pattern" in compiled)) return true;
    if (text.length > PATTERNS.longestText) return false;
    steps += compiled.size * text.length;
    if (steps > PATTERNS.maxSteps) throw tooMuch();
    return compiled.pattern.test(text);
  }

  // ajv distinguishes patterns by their text.
  const regExp = (pattern: string) => ({
    test: (text: string) => test(pattern, text),
    toString: () => `/${pattern}/u`,
  });
  return {
    regExp: Object.assign(regExp, { code: "linearPattern" }),
    within: (work) => {
      steps = 0;
      return work();
    },
  };
}

type Compiled = { pattern: RE2JS; size: number } | { fault: string };

/** Lists its keys in the order they were set, so the first is the oldest. */
const known = new Map<string, Compiled>();

function compile(pattern: string): Compiled {
  const found = known.get(pattern);
  if (found) return found;
  const compiled = tryToCompile(pattern);
  known.set(pattern, compiled);
  const [oldest] = known.keys();
  if (known.size > PATTERNS.maxCached && oldest !== undefined) known.delete(oldest);
  return compiled;
}

/** The translation for RE2 takes some of these for plain letters. */
const BACKREFERENCE = /(?<!\\)(?:\\\\)*\\(?:k|[1-9])/;

function tryToCompile(source: string): Compiled {
  if (source.length > PATTERNS.longest) return { fault: `it has more than ${PATTERNS.longest} characters` };
  if (BACKREFERENCE.test(source)) return { fault: "it refers back to what a group has matched" };
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
    const size = pattern.programSize();
    if (size > PATTERNS.maxSize) return { fault: "its repetitions add up to too many steps" };
    return { pattern, size };
  } catch (error) {
    return {
      fault: (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, ""),
    };
  }
}
