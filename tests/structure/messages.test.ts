import { globSync, readFileSync } from "node:fs";
import { makeConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { type Content, parse, type Token } from "@messageformat/parser";
import { describe, expect, test } from "vitest";
import { INTERFACE_LANGUAGES, SOURCE_LANGUAGE } from "../../contract/site/interface-languages.ts";
import type { TypeFile } from "../../contract/templates/template-file.ts";
import {
  CATALOGUES,
  LIBRARY_CATALOGUE,
  MAIL_CATALOGUE,
  MCP_APP_CATALOGUE,
} from "../../locales/catalogues.ts";
import glossary from "../../locales/glossary.json" with { type: "json" };
import { libraryExtractor } from "../../scripts/build/library-extractor.ts";
import { checkTranslation, describeProblem } from "../../shared/messages/translation-check.ts";
import { KEYWORDS } from "../../shared/text/library-texts.ts";

type Entry = {
  id: string;
  source: string;
  context: string | undefined;
  translation: string;
  origins: string[];
  comments: string[];
};

const po = formatter({ lineNumbers: false });

const read = new Map<string, Promise<Entry[]>>();

function entriesOf(language: string, name: string): Promise<Entry[]> {
  const filename = `locales/${language}/${name}.po`;
  const entries = read.get(filename) ?? readEntries(language, filename);
  read.set(filename, entries);
  return entries;
}

async function readEntries(language: string, filename: string): Promise<Entry[]> {
  const context = { locale: language, sourceLocale: SOURCE_LANGUAGE, filename };
  const catalogue = await po.parse(readFileSync(filename, "utf8"), context);
  return Object.entries(catalogue).map(
    ([id, { message = "", translation = "", origin = [], context, extra }]) => ({
      id,
      context,
      source: message || id, // the id of a text on the server is the text
      translation,
      origins: origin.map(([file]) => file),
      comments: (extra as { translatorComments?: string[] } | undefined)?.translatorComments ?? [],
    }),
  );
}

/** What a person reads of a message, without the names of its placeholders. */
function piecesOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === "content") return [(token as Content).value];
    return "cases" in token ? token.cases.flatMap((each) => piecesOf(each.tokens)) : [];
  });
}

/** The words of a message, without code: what is in straight quotes, names of functions and paths. */
function wordsOf(message: string): string {
  return piecesOf(parse(message))
    .join(" ")
    .replace(/"[^"]*"|\b[\w-]+\(|\b[\w-]+\/[\w./-]+/g, " ");
}

const TERMS = Object.entries(glossary.terms as Record<string, Record<string, string[]>>).map(
  ([term, translations]) => ({ term, translations, pattern: new RegExp(`\\b${term}s?\\b(?!\\.\\w)`, "i") }),
);
const LIBRARY_TERMS = TERMS.filter(({ term }) => !glossary.otherInDocuments.includes(term));

const termsIn = remember((message) => {
  const words = wordsOf(message);
  return TERMS.filter(({ pattern }) => pattern.test(words));
});
/** Texts of the library are no ICU messages. */
const libraryTermsIn = remember((text) => LIBRARY_TERMS.filter(({ pattern }) => pattern.test(text)));

function remember(find: (text: string) => typeof TERMS): typeof find {
  const found = new Map<string, typeof TERMS>();
  return (text) => {
    const terms = found.get(text) ?? find(text);
    found.set(text, terms);
    return terms;
  };
}

const CATALOGUE_NAMES = [...Object.keys(CATALOGUES), MAIL_CATALOGUE, MCP_APP_CATALOGUE];
const TRANSLATIONS = INTERFACE_LANGUAGES.filter((language) => language !== SOURCE_LANGUAGE);

describe.each([...CATALOGUE_NAMES, LIBRARY_CATALOGUE])("catalogue %s", (name) => {
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

  test.each(TRANSLATIONS)("says who made each translation into %s", async (language) => {
    const unknown = (await entriesOf(language, name)).filter(
      ({ translation, comments }) =>
        translation !== "" && !comments.some((comment) => comment.startsWith("origin: ")),
    );
    expect(unknown.map(({ source }) => source)).toEqual([]);
  });
});

test("every type has keywords in all languages", () => {
  const types: TypeFile[] = JSON.parse(readFileSync("library/types.json", "utf8"));
  const missing = types.flatMap(({ slug, words = {} }) =>
    INTERFACE_LANGUAGES.filter((language) => !words[language]?.trim()).map((each) => `${slug}: ${each}`),
  );
  expect(missing).toEqual([]);
});

describe("catalogue library", () => {
  /** As `npm run messages` collects them. */
  async function textsOfLibrary(): Promise<string[]> {
    const found = new Set<string>();
    for (const file of globSync(["library/types.json", "library/**/template.json"]))
      await libraryExtractor.extract(file, readFileSync(file, "utf8"), ({ id }) => found.add(id), {
        linguiConfig: makeConfig({}, { skipValidation: true }),
      });
    return [...found].toSorted();
  }

  test("has every text of the library and no other", async () => {
    const source = await entriesOf(SOURCE_LANGUAGE, LIBRARY_CATALOGUE);
    expect(source.map(({ id }) => id).toSorted()).toEqual(await textsOfLibrary());
  });

  test("has names, titles, hints, options, descriptions and keywords", async () => {
    const sources = (await entriesOf(SOURCE_LANGUAGE, LIBRARY_CATALOGUE)).map(({ source }) => source);
    const written = globSync("library/**/template.json").flatMap((file) => visibleTexts(readFileSync(file)));
    const types = JSON.parse(readFileSync("library/types.json", "utf8")).flatMap((type: TypeFile) => [
      type.singular,
      type.plural,
      type.description,
      ...type.categories.flatMap(({ label, description, words }) => [label, description, words ?? label]),
    ]);
    expect([...written, ...types].filter((text) => !sources.includes(text))).toEqual([]);
  });
});

/** Found without the walk that collects them: every text under one of these names, outside of samples. */
function visibleTexts(file: Buffer): string[] {
  const { description, words, fields } = JSON.parse(file.toString());
  const found: string[] = [description, words];
  JSON.stringify(fields, (key, value) => {
    if (["title", "description", "x-wanted"].includes(key) && typeof value === "string") found.push(value);
    return value;
  });
  return found;
}

describe.each(CATALOGUE_NAMES)("messages of %s", (name) => {
  test("has only messages that a source has", async () => {
    const orphans = (await entriesOf(SOURCE_LANGUAGE, name)).filter(
      ({ source, origins }) => !origins.some((file) => contains(file, source)),
    );
    expect(orphans.map(({ source }) => source)).toEqual([]);
  });

  test.each(TRANSLATIONS)(
    "has the same placeholders and tags and all plural forms in %s",
    async (language) => {
      const wrong = (await entriesOf(language, name)).flatMap(({ source, translation }) => {
        const problem = translation === "" ? undefined : checkTranslation(language, source, translation);
        return problem ? [`${source} → ${translation}: ${describeProblem(problem)}`] : [];
      });
      expect(wrong).toEqual([]);
    },
  );
});

describe.each([...CATALOGUE_NAMES, LIBRARY_CATALOGUE])("terms of %s", (name) => {
  const isLibrary = name === LIBRARY_CATALOGUE;
  const find = isLibrary ? libraryTermsIn : termsIn;

  test.each(TRANSLATIONS)("are those of the glossary in %s", async (language) => {
    // Keywords are what people search for, not a translation.
    const entries = (await entriesOf(language, name)).filter(({ context }) => context !== KEYWORDS);
    const wrong = entries.flatMap(({ source, translation }) =>
      find(source).flatMap(({ term, translations }) => {
        const stems = translations[language] ?? [];
        const isKept = stems.some((stem) => translation.toLowerCase().includes(stem.toLowerCase()));
        return isKept || stems.length === 0 || translation === ""
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
  return (
    sources
      .get(file)
      ?.replace(/\\([`'])/g, "$1")
      .includes(longest) ?? false
  );
}
