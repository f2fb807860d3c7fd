import { readFileSync } from "node:fs";
import { formatter } from "@lingui/format-po";
import { type Content, parse, type Token } from "@messageformat/parser";
import { describe, expect, test } from "vitest";
import { INTERFACE_LANGUAGES, SOURCE_LANGUAGE } from "../../contract/site/interface-languages.ts";
import { CATALOGUES } from "../../locales/catalogues.ts";
import glossary from "../../locales/glossary.json" with { type: "json" };

type Entry = { id: string; source: string; translation: string; origins: string[]; comments: string[] };

const po = formatter({ lineNumbers: false });

async function entriesOf(language: string, name: string): Promise<Entry[]> {
  const filename = `locales/${language}/${name}.po`;
  const context = { locale: language, sourceLocale: SOURCE_LANGUAGE, filename };
  const catalogue = await po.parse(readFileSync(filename, "utf8"), context);
  return Object.entries(catalogue).map(([id, { message = "", translation = "", origin = [], extra }]) => ({
    id,
    source: message,
    translation,
    origins: origin.map(([file]) => file),
    comments: (extra as { translatorComments?: string[] } | undefined)?.translatorComments ?? [],
  }));
}

/** Everything that a translation has to have as the source has it: placeholders, formats and tags. */
function partsOf(message: string): string[] {
  const parts = new Set<string>();
  const visit = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === "content")
        for (const [tag] of (token as Content).value.matchAll(/<\/?\d+\/?>/g)) parts.add(tag);
      if ("arg" in token) parts.add(`{${token.arg}}${token.type === "argument" ? "" : ` ${token.type}`}`);
      if ("cases" in token) for (const each of token.cases) visit(each.tokens);
    }
  };
  visit(parse(message));
  return [...parts].toSorted();
}

/** The forms that each plural of a message has, without those of one number (`=0`). */
function pluralFormsOf(message: string): string[][] {
  const found: string[][] = [];
  const visit = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === "plural")
        found.push(token.cases.map(({ key }) => key).filter((key) => !key.startsWith("=")));
      if ("cases" in token) for (const each of token.cases) visit(each.tokens);
    }
  };
  visit(parse(message));
  return found;
}

/** What a person reads of a message, without the names of its placeholders. */
function piecesOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === "content") return [(token as Content).value];
    return "cases" in token ? token.cases.flatMap((each) => piecesOf(each.tokens)) : [];
  });
}

const CATALOGUE_NAMES = Object.keys(CATALOGUES);
const TRANSLATIONS = INTERFACE_LANGUAGES.filter((language) => language !== SOURCE_LANGUAGE);

describe.each(CATALOGUE_NAMES)("catalogue %s", (name) => {
  test("has only messages that a source has", async () => {
    const orphans = (await entriesOf(SOURCE_LANGUAGE, name)).filter(
      ({ source, origins }) => !origins.some((file) => contains(file, source)),
    );
    expect(orphans.map(({ source }) => source)).toEqual([]);
  });

  test("has sentences with named placeholders and no spaces at their ends", async () => {
    const odd = (await entriesOf(SOURCE_LANGUAGE, name)).filter(({ source }) => /^\s|\s$/.test(source));
    expect(odd.map(({ source }) => source)).toEqual([]);
  });

  test.each(TRANSLATIONS)("is complete in %s", async (language) => {
    const source = await entriesOf(SOURCE_LANGUAGE, name);
    const translated = await entriesOf(language, name);
    const missing = translated.filter(({ translation }) => translation === "");
    expect(translated.map(({ id }) => id).toSorted()).toEqual(source.map(({ id }) => id).toSorted());
    expect(missing.map((entry) => entry.source)).toEqual([]);
  });

  test.each(TRANSLATIONS)("has the same placeholders and tags in %s", async (language) => {
    const wrong = (await entriesOf(language, name)).filter(
      ({ source, translation }) =>
        translation !== "" && partsOf(source).join() !== partsOf(translation).join(),
    );
    expect(wrong.map(({ source, translation }) => `${source} → ${translation}`)).toEqual([]);
  });

  test.each(TRANSLATIONS)("has all plural forms of %s", async (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted().join();
    const wrong = (await entriesOf(language, name)).filter(({ translation }) =>
      pluralFormsOf(translation).some((each) => each.toSorted().join() !== forms),
    );
    expect(wrong.map(({ translation }) => translation)).toEqual([]);
  });

  test.each(TRANSLATIONS)("says who made each translation into %s", async (language) => {
    const unknown = (await entriesOf(language, name)).filter(
      ({ translation, comments }) =>
        translation !== "" && !comments.some((comment) => comment.startsWith("origin: ")),
    );
    expect(unknown.map(({ source }) => source)).toEqual([]);
  });

  test.each(TRANSLATIONS)("uses the terms of the glossary in %s", async (language) => {
    const wrong = (await entriesOf(language, name)).flatMap(({ source, translation }) =>
      Object.entries(glossary.terms).flatMap(([term, translations]) => {
        const stems = (translations as Record<string, string[]>)[language] ?? [];
        const isUsed = new RegExp(`\\b${term}s?\\b(?!\\.\\w)`, "i").test(piecesOf(parse(source)).join(" "));
        const isKept = stems.some((stem) => translation.toLowerCase().includes(stem.toLowerCase()));
        return !isUsed || isKept || stems.length === 0 || translation === ""
          ? []
          : [`${term}: ${source} → ${translation}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

const sources = new Map<string, string>();

/** Whether a source has the longest piece of text of a message, whatever its line breaks. */
function contains(file: string, message: string): boolean {
  if (!sources.has(file)) sources.set(file, readFileSync(file, "utf8").replace(/\s+/g, " "));
  const [longest = ""] = piecesOf(parse(message))
    .flatMap((piece) => piece.split(/<\/?\d+\/?>/))
    .map((piece) => piece.replace(/\s+/g, " ").trim())
    .toSorted((one, other) => other.length - one.length);
  return sources.get(file)?.replaceAll("\\`", "`").includes(longest) ?? false;
}
