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
import linguiConfig from "../../lingui.config.ts";
import { CATALOGUES } from "../../locales/catalogues.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCE = /\.tsx?(?:\?|$)/; // the framework adds a query to parts of a route
const MACRO = /["']@lingui\/(?:core|react)\/macro["']/;
const po = formatter({ lineNumbers: false });
const config = makeConfig(linguiConfig, { skipValidation: true });

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
    load: (id) => (id === `\0${SHARES}` ? "export const reviewed = {};" : undefined),
    transform: {
      filter: { id: SOURCE, code: MACRO },
      handler: (code, id) => expandMacros(code, id, false),
    },
  };
}

/** All that are built. */
const LANGUAGES = [...INTERFACE_LANGUAGES, PSEUDO_LANGUAGE];
const CATALOGUE = "messages/"; // as scripts name a catalogue; the import map of a page says which file it is
const SERVER = "virtual:messages";
/** Which part of each translation a person has reviewed. */
const SHARES = "virtual:translations";

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
    resolveId(id) {
      if (id.startsWith(CATALOGUE)) return isBuild ? { id, external: true } : `\0${id}`;
      if (id === SHARES) return `\0${id}`;
      return id === SERVER || id.startsWith(`${SERVER}/`) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (id === `\0${SHARES}`) return `export const reviewed = ${JSON.stringify(await reviewedShares())};`;
      if (id === `\0${SERVER}`) return serverModule(isBuild);
      if (id.startsWith(`\0${SERVER}/`))
        return `export default ${JSON.stringify(await messagesOf(id.slice(SERVER.length + 2)))};`;
      if (id.startsWith(`\0${CATALOGUE}`)) return developmentCatalogue(id.slice(CATALOGUE.length + 1));
      return undefined;
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
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
  const loaders = LANGUAGES.map((each) => `"${each}": () => import("${SERVER}/${each}")`);
  const maps = Object.fromEntries(LANGUAGES.map((each) => [each, {} as Record<string, string>]));
  if (isBuild)
    for (const { language, name, address } of await catalogueFiles())
      Object.assign(maps[language] ?? {}, { [CATALOGUE + name]: address });
  return `export const loaders = { ${loaders.join(", ")} };\nexport const importMaps = ${JSON.stringify(maps)};`;
}

async function developmentCatalogue(name: string): Promise<string> {
  const all: Record<string, Messages> = {};
  for (const language of LANGUAGES) all[language] = await readCatalogue(name, language);
  return `Object.assign(globalThis.typecaseMessages ??= {}, ${JSON.stringify(all)}[document.documentElement.lang]);`;
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
        const source = `Object.assign(globalThis.typecaseMessages??={},${messages});`;
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        return { language, name, source, address: `/builds/assets/${name}.${language}-${hash}.js` };
      }),
    ),
  );
}

/** A translation says in a comment who made it: `# origin: machine`, or a person who chose it. */
async function reviewedShares(): Promise<Record<string, number>> {
  const shares: Record<string, number> = {};
  for (const language of INTERFACE_LANGUAGES) {
    const texts = Object.keys(CATALOGUES).map((name) => readPo(name, language).text);
    const count = (pattern: RegExp) => texts.join("\n").match(pattern)?.length ?? 0;
    const all = count(/^# origin: /gm);
    shares[language] = all === 0 ? 0 : (all - count(/^# origin: machine$/gm)) / all;
  }
  return shares;
}

function readPo(name: string, language: string): { file: string; text: string } {
  const file = `locales/${language}/${name}.po`;
  return { file, text: readFileSync(path.join(ROOT, file), "utf8") };
}

const read = new Map<string, Promise<Messages>>();

/** The compiled messages of a catalogue, read once in a build. */
function readCatalogue(name: string, language: string): Promise<Messages> {
  const key = `${language}/${name}`;
  const found = read.get(key) ?? compileCatalogue(name, language);
  read.set(key, found);
  return found;
}

/** A message without a translation is in English. */
async function compileCatalogue(name: string, language: string): Promise<Messages> {
  const isPseudo = language === PSEUDO_LANGUAGE;
  const { file, text } = readPo(name, isPseudo ? SOURCE_LANGUAGE : language);
  const entries = await po.parse(text, { locale: language, sourceLocale: SOURCE_LANGUAGE, filename: file });
  const messages: Messages = {};
  for (const [id, { message, translation, obsolete }] of Object.entries(entries)) {
    if (obsolete) continue;
    messages[id] = compile(translation || message || id, file, text, isPseudo ? lengthen : undefined);
  }
  return messages;
}

function compile(message: string, file: string, text: string, change?: (text: string) => string): unknown {
  try {
    return compileMessageOrThrow(message, change);
  } catch (error) {
    const start = JSON.stringify(message).slice(1, -1).slice(0, 40);
    const line = text.slice(0, Math.max(0, text.indexOf(start))).split("\n").length;
    throw new Error(`${file}:${line}: ${(error as Error).message}`);
  }
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
