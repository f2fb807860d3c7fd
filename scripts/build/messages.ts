import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { transformAsync } from "@babel/core";
import linguiMacro from "@lingui/babel-plugin-lingui-macro";
import { makeConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import {
  INTERFACE_LANGUAGES,
  PSEUDO_LANGUAGE,
  SOURCE_LANGUAGE,
} from "../../contract/site/interface-languages.ts";
import { CATALOGUES, LIBRARY_CATALOGUE, MACROS } from "../../locales/catalogues.ts";
import { checkTranslation, describeProblem } from "../../shared/messages/translation-check.ts";
import { libraryKey } from "../../shared/text/library-texts.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCE = /\.tsx?(?:\?|$)/; // the framework adds a query to parts of a route
const MACRO = /["'](?:@lingui\/(?:core|react)\/macro|#msg)["']/;
const po = formatter({ lineNumbers: false });
const config = makeConfig(MACROS, { skipValidation: true });

type Messages = Record<string, unknown>;

/** Turns the macros of a source into calls. A built page has only the ids: its texts are in the catalogues. */
async function expandMacros(code: string, id: string, isBuild: boolean) {
  const result = await transformAsync(code, {
    filename: id.split("?")[0],
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: ["typescript", "jsx"] },
    plugins: [[linguiMacro, { linguiConfig: config, descriptorFields: isBuild ? "id-only" : "message" }]],
  });
  return { code: result?.code ?? code, map: result?.map ?? null };
}

/** For tests: the macros, and no catalogues. */
export function expandMessageMacros(): Plugin {
  return {
    name: "expand-message-macros",
    enforce: "pre",
    resolveId: (id) => (id === SHARES ? `\0${id}` : undefined),
    load: (id) =>
      id === `\0${SHARES}` ? "export const messageCount = 1; export const reviewed = {};" : undefined,
    transform: {
      filter: { id: SOURCE, code: MACRO },
      handler: (code, id) => expandMacros(code, id, false),
    },
  };
}

/** All that are built. */
const LANGUAGES = [...INTERFACE_LANGUAGES, PSEUDO_LANGUAGE];
const CATALOGUE = "messages/"; // as scripts name a catalogue; the import map of a page says which file it is
const COMPILER = "@lingui/message-utils/compileMessage";
const SERVER = "virtual:messages";
/** How much of each translation a person has reviewed. */
const SHARES = "virtual:translations";
/** The messages that offer a language, in that language. */
const OFFERS = "virtual:offers";
const OFFER_CATALOGUE = "site";
const OFFER_CONTEXT = "offer of a language"; // app/shell/offered-language.tsx

/**
 * Messages of pages. A script whose source has messages imports their catalogue, which the page's import map
 * leads to the file of its language: so catalogues load with their scripts, and one build has all languages.
 */
export function provideMessages(): Plugin {
  let isBuild = false;
  return {
    name: "provide-messages",
    enforce: "pre",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    // In development a catalogue may change while the server runs.
    hotUpdate: () => read.clear(),
    transform: {
      filter: { id: SOURCE, code: MACRO },
      async handler(code, id) {
        const { code: expanded, map } = await expandMacros(code, id, isBuild);
        if (isBuild) await requireExtracted(expanded, catalogueOf(id), id);
        const isBrowser = this.environment.name === "client";
        // At the end, so that the source map stays true.
        return { code: isBrowser ? `${expanded}\nimport "${CATALOGUE}${catalogueOf(id)}";` : expanded, map };
      },
    },
    resolveId(id, importer) {
      // Lingui compiles messages in development only, but would bring its compiler into every page once a part uses it.
      const isBrowser = isBuild && this.environment.name === "client";
      if (isBrowser && id === COMPILER && importer?.includes("/@lingui/core/")) return `\0${COMPILER}`;
      if (id.startsWith(CATALOGUE)) return isBuild ? { id, external: true } : `\0${id}`;
      if (id === SHARES || id === OFFERS) return `\0${id}`;
      return id === SERVER || id.startsWith(`${SERVER}/`) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (id === `\0${COMPILER}`) return "export const compileMessage = undefined;";
      if (id === `\0${SHARES}`) return countReviewed();
      if (id === `\0${OFFERS}`) return `export const offers = ${JSON.stringify(await collectOffers())};`;
      if (id === `\0${SERVER}`) return serverModule(isBuild);
      if (id.startsWith(`\0${SERVER}/`)) return languageModule(id.slice(SERVER.length + 2));
      if (id.startsWith(`\0${CATALOGUE}`)) return developmentCatalogue(id.slice(CATALOGUE.length + 1));
      return undefined;
    },
    async generateBundle() {
      if (this.environment.name !== "client") {
        const source = JSON.stringify(await searchedTexts());
        this.emitFile({ type: "asset", fileName: "library-texts.json", source });
        const places = JSON.stringify(await textPlaces());
        this.emitFile({ type: "asset", fileName: `builds/assets/${PLACES}`, source: places });
        for (const language of LANGUAGES) {
          const texts = JSON.stringify(await textsOf(language));
          this.emitFile({ type: "asset", fileName: `builds/assets/${fileOf(language)}`, source: texts });
        }
        return;
      }
      for (const file of await catalogueFiles())
        this.emitFile({ type: "asset", fileName: file.address.slice(1), source: file.source });
    },
  };
}

/** A built page has only the ids of messages: one that its catalogue lacks would be shown as its id. */
async function requireExtracted(code: string, name: string, file: string): Promise<void> {
  const known = await readCatalogue(name, SOURCE_LANGUAGE);
  for (const [, id = ""] of code.matchAll(/\/\*\* i18n \*\/\s*\{\s*id: "([^"]+)"/g))
    if (!(id in known))
      throw new Error(`${file} has a message that locales/en/${name}.po lacks. Run \`npm run messages\`.`);
}

function catalogueOf(file: string): string {
  const source = path.relative(ROOT, file.split("?")[0] ?? file);
  const found = Object.entries(CATALOGUES).find(([, sources]) =>
    sources.some((each) => source === each || source.startsWith(`${each}/`)),
  );
  if (!found)
    throw new Error(`${source} has messages, but no catalogue in locales/catalogues.ts includes it.`);
  return found[0];
}

/** For the server: the messages of each language, loaded when first needed, and the import maps of pages. */
async function serverModule(isBuild: boolean): Promise<string> {
  const maps = Object.fromEntries(LANGUAGES.map((each) => [each, {} as Record<string, string>]));
  if (isBuild)
    for (const { language, name, address } of await catalogueFiles())
      Object.assign(maps[language] ?? {}, { [CATALOGUE + name]: address });
  const loaders = LANGUAGES.map((language) =>
    isBuild
      ? `"${language}": () => load("${fileOf(language)}")`
      : `"${language}": () => import("${SERVER}/${language}")`,
  );
  return [
    isBuild ? LOAD : "",
    `export const loaders = { ${loaders.join(", ")} };`,
    `export const importMaps = ${JSON.stringify(maps)};`,
  ].join("\n");
}

const PLACES = "text-places.json";

/**
 * JSON and not a script, whose source would stay in memory. It is next to the script that loads it. Nineteen languages
 * are in memory at once, so ids and English texts are there once, and a message is parsed whenever a page asks for it,
 * which takes a millionth of a second; as objects the messages take three times the memory.
 */
const LOAD = `
import { readFile } from "node:fs/promises";
const loaded = new Map();
function once(file, read) {
  const content = loaded.get(file) ?? read(file);
  loaded.set(file, content);
  content.catch(() => loaded.delete(file));
  return content;
}
const readJson = async (file) => JSON.parse(await readFile(import.meta.dirname + "/" + file, "utf8"));
async function readPlaces(file) {
  const { messages, library } = await readJson(file);
  return { messages: new Map(messages), library: new Map(library) };
}
const load = (file) => once(file, async () => {
  const [places, texts] = await Promise.all([once("${PLACES}", readPlaces), readJson(file)]);
  const messages = new Proxy({}, {
    ownKeys: () => [...places.messages.keys()],
    getOwnPropertyDescriptor: (_, id) => places.messages.has(id) ? { configurable: true, enumerable: true } : undefined,
    get: (_, id) => places.messages.has(id) ? JSON.parse(texts.messages[places.messages.get(id)]) : undefined,
  });
  return { messages, library: { get: (key) => texts.library[places.library.get(key)] ?? undefined } };
});`;

const fileOf = (language: string) => `messages.${language}.json`;

/** Of a language: its messages as JSON and the translations of the library's texts, both in their places. */
async function textsOf(language: string): Promise<{ messages: string[]; library: (string | null)[] }> {
  const [original, translated] = [await messagesOf(SOURCE_LANGUAGE), await messagesOf(language)];
  const messages = Object.entries(original).map(([id, message]) => JSON.stringify(translated[id] ?? message));
  return { messages, library: language === SOURCE_LANGUAGE ? [] : await libraryTexts(language) };
}

async function textPlaces(): Promise<{ messages: [string, number][]; library: [string, number][] }> {
  const ids = Object.keys(await messagesOf(SOURCE_LANGUAGE));
  return { messages: ids.map((id, place) => [id, place]), library: [...(await libraryPlaces())] };
}

async function languageModule(language: string): Promise<string> {
  const library = language === SOURCE_LANGUAGE ? [] : await libraryTexts(language);
  const texts = [...(await libraryPlaces())].flatMap(([key, place]) =>
    library[place] ? [[key, library[place]]] : [],
  );
  return [
    `export const messages = ${JSON.stringify(await messagesOf(language))};`,
    `export const library = new Map(${JSON.stringify(texts)});`,
  ].join("\n");
}

async function developmentCatalogue(name: string): Promise<string> {
  const all: Record<string, Messages> = {};
  for (const language of LANGUAGES) all[language] = await readCatalogue(name, language);
  return `Object.assign(globalThis.typecaseMessages ??= {}, ${JSON.stringify(all)}[document.documentElement.lang], globalThis.typecaseAccepted);`;
}

async function messagesOf(language: string): Promise<Messages> {
  const all = await Promise.all(Object.keys(CATALOGUES).map((name) => readCatalogue(name, language)));
  return Object.assign({}, ...all);
}

async function catalogueFiles() {
  return Promise.all(
    LANGUAGES.flatMap((language) =>
      Object.keys(CATALOGUES).map(async (name) => {
        const messages = JSON.stringify(await readCatalogue(name, language));
        const source = `Object.assign(globalThis.typecaseMessages??={},${messages},globalThis.typecaseAccepted);`;
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        return { language, name, source, address: `/builds/assets/${name}.${language}-${hash}.js` };
      }),
    ),
  );
}

async function collectOffers(): Promise<Record<string, Record<string, string>>> {
  const found: Record<string, Record<string, string>> = {};
  for (const language of INTERFACE_LANGUAGES) {
    const entries = Object.entries(await readEntries(OFFER_CATALOGUE, language));
    const offers = entries.filter(([, { context }]) => context === OFFER_CONTEXT);
    found[language] = Object.fromEntries(
      offers.map(([id, { message, translation }]) => [id, translation || message || id]),
    );
  }
  return found;
}

/** A translation says in a comment who made it: `# origin: machine`, or a person who chose it. */
function countReviewed(): string {
  let messageCount = 0;
  const reviewed: Record<string, number> = {};
  for (const language of INTERFACE_LANGUAGES) {
    const texts = [...Object.keys(CATALOGUES), LIBRARY_CATALOGUE].map((name) => readPo(name, language).text);
    const count = (pattern: RegExp) => texts.join("\n").match(pattern)?.length ?? 0;
    const all = count(/^# origin: /gm);
    const byPeople = all - count(/^# origin: machine$/gm);
    messageCount = Math.max(messageCount, all);
    if (byPeople > 0) reviewed[language] = byPeople;
  }
  return `export const messageCount = ${messageCount}; export const reviewed = ${JSON.stringify(reviewed)};`;
}

export function readPo(name: string, language: string): { file: string; text: string } {
  const file = `locales/${language}/${name}.po`;
  return { file, text: readFileSync(path.join(ROOT, file), "utf8") };
}

const read = new Map<string, Promise<Messages>>();

/** The compiled messages of a catalogue, read once in a build. */
export function readCatalogue(name: string, language: string): Promise<Messages> {
  const key = `${language}/${name}`;
  const found = read.get(key) ?? compileCatalogue(name, language);
  read.set(key, found);
  return found;
}

async function compileCatalogue(name: string, language: string): Promise<Messages> {
  const isPseudo = language === PSEUDO_LANGUAGE;
  const source = isPseudo ? SOURCE_LANGUAGE : language;
  const { file, text } = readPo(name, source);
  return compilePo(text, file, source, isPseudo ? lengthen : undefined);
}

/**
 * The messages of a PO file by id. One without a translation is in English. One that is broken, or lacks a
 * placeholder of the original, fails the build with its line.
 */
export async function compilePo(
  text: string,
  file: string,
  language: string,
  change?: (text: string) => string,
): Promise<Messages> {
  const messages: Messages = {};
  for (const [id, { message, translation, obsolete }] of Object.entries(
    await parsePo(text, file, language),
  )) {
    if (obsolete) continue;
    const original = message || id; // the id of a text on the server is the text
    const shown = translation || original;
    const problem = translation ? checkTranslation(language, original, translation) : undefined;
    if (problem && language !== SOURCE_LANGUAGE)
      throw new Error(`${file}:${lineOf(shown, text)}: “${original}”: ${describeProblem(problem)}`);
    messages[id] = compile(shown, file, text, change);
  }
  return messages;
}

/** Translations of the library in the order of the English catalogue, as they are: its texts are no ICU messages. */
async function libraryTexts(language: string): Promise<(string | null)[]> {
  const originals = Object.entries(await readEntries(LIBRARY_CATALOGUE, SOURCE_LANGUAGE));
  if (language === PSEUDO_LANGUAGE) return originals.map(([, { message = "" }]) => lengthen(message));
  const translated = await readEntries(LIBRARY_CATALOGUE, language);
  return originals.map(([id]) => translated[id]?.translation || null);
}

/**
 * Where the translation of a text is, by context and English text. Also by the text alone, for an operator's own
 * template that has the same text in another place.
 */
async function libraryPlaces(): Promise<Map<string, number>> {
  const entries = Object.values(await readEntries(LIBRARY_CATALOGUE, SOURCE_LANGUAGE));
  const places = new Map<string, number>();
  for (const [place, { message = "", context }] of entries.entries())
    if (context) places.set(libraryKey(message, context), place);
  for (const [place, { message = "", context }] of entries.entries())
    if (!context || !places.has(message)) places.set(message, place);
  return places;
}

/**
 * What searches look through in other languages: names of types and categories, descriptions and keywords of templates.
 * The translations are in the order of the keys.
 */
async function searchedTexts(): Promise<{ keys: string[]; texts: Record<string, (string | null)[]> }> {
  const originals = Object.entries(await readEntries(LIBRARY_CATALOGUE, SOURCE_LANGUAGE));
  const searched = originals.filter(
    ([, { context, comments = [] }]) =>
      /^(?:type|category: .*|keywords)$/.test(context ?? "") ||
      comments.some((comment) => comment.startsWith("Description of the template")),
  );
  const texts: Record<string, (string | null)[]> = {};
  for (const language of INTERFACE_LANGUAGES.filter((each) => each !== SOURCE_LANGUAGE)) {
    const translated = await readEntries(LIBRARY_CATALOGUE, language);
    texts[language] = searched.map(([id]) => translated[id]?.translation || null);
  }
  return { keys: searched.map(([, { message = "", context }]) => libraryKey(message, context)), texts };
}

function readEntries(name: string, language: string) {
  const { file, text } = readPo(name, language);
  return parsePo(text, file, language);
}

export async function parsePo(text: string, file: string, language: string) {
  return po.parse(text, { locale: language, sourceLocale: SOURCE_LANGUAGE, filename: file });
}

function compile(message: string, file: string, text: string, change?: (text: string) => string): unknown {
  try {
    return compileMessageOrThrow(message, change);
  } catch (error) {
    throw new Error(`${file}:${lineOf(message, text)}: ${(error as Error).message}`);
  }
}

function lineOf(message: string, text: string): number {
  const start = JSON.stringify(message).slice(1, -1).slice(0, 40);
  return text.slice(0, Math.max(0, text.indexOf(start))).split("\n").length;
}

const ACCENTED: Record<string, string> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  A: "Á",
  E: "É",
  I: "Í",
  O: "Ó",
  U: "Ú",
};

/** A text with accents and 40 % more letters; tags of elements stay. */
function lengthen(text: string): string {
  return text.replace(/<[^>]*>|([aeiouAEIOU])/g, (found, vowel?: string) =>
    vowel ? `${ACCENTED[vowel]}${ACCENTED[vowel.toLowerCase()]}` : found,
  );
}
