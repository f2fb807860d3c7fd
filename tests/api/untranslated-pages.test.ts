import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  INTERFACE_LANGUAGES,
  inLanguage,
  type TranslatedLanguage,
} from "../../contract/site/interface-languages.ts";
import { LANGUAGE_LABELS } from "../../contract/templates/languages.ts";
import { FONTS_OF_PAIRING } from "../../contract/templates/looks.ts";
import { CATALOGUES, LIBRARY_CATALOGUE } from "../../locales/catalogues.ts";
import { parsePo, readPo } from "../../scripts/build/messages.ts";
import { withDatabase } from "../support/database-schema.ts";
import { databases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import {
  DASHBOARD_ROUTES,
  NAMES_OF_ITEMS,
  NOT_TRANSLATED,
  OTHER_STATES,
  PUBLIC_ROUTES,
  pathsOf,
  STUDIO_ROUTES,
} from "../support/page-paths.ts";
import type { Call } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const LIBRARY = fileURLToPath(new URL("../../library", import.meta.url));
const ROUTES = [...PUBLIC_ROUTES, ...DASHBOARD_ROUTES, ...STUDIO_ROUTES, ...OTHER_STATES];
const FIXED = [
  "Page Not Found",
  "Page not found:",
  "Typecase",
  "API",
  "Privacy",
  "Terms",
  "Imprint",
  "zzzzzz",
];
const NAMES_OF_PROGRAMS = ["curl", "JavaScript", "MCP", "Python"];
/** A text that is no message is English in all languages, so two find it; the long tests look for texts that one lacks. */
const SHORT: readonly string[] = ["de", "ar"];
const OTHERS = INTERFACE_LANGUAGES.filter((language) => language !== "en");
/** Programs get unknown pages as JSON. */
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const [FIRST] = databases;

describe("pages as the server renders them", () => {
  let data: Place;
  let server: TestServer;
  let cookie: string;
  let paths: string[];
  let names: string[];
  const english = new Map<string, Set<string>>();

  const read = async (path: string) =>
    textsOf(await (await fetch(server.url + path, { headers: { ...BROWSER, cookie } })).text());

  beforeAll(async () => {
    if (!FIRST) throw new Error("no database");
    data = await FIRST.place();
    server = await startServerHere({
      environment: { ...data.environment, LIBRARY_DIR: LIBRARY, WEBHOOK_HOSTS: "larnes.example" },
    });
    const call: Call = (path, init) => fetch(server.url + path, init);
    const operator = await anOperator(call, data);
    cookie = operator.cookie;
    const pathOf = await pathsOf(call, operator, (run) => withDatabase(data, run));
    paths = [...ROUTES, "/certificates", "/resumes/monologue"]
      .map(pathOf)
      .filter((path) => !NOT_TRANSLATED.includes(path));
    const answer = await fetch(`${server.url}/items/templates?limit=-1&fields=template_name`);
    const templates: { template_name: string }[] = (await answer.json()).data;
    const fonts = Object.values(FONTS_OF_PAIRING).flat();
    names = [
      ...templates.map(({ template_name }) => template_name),
      ...[...fonts, ...Object.values(LANGUAGE_LABELS), ...FIXED, ...NAMES_OF_PROGRAMS, ...NAMES_OF_ITEMS],
    ];
    for (const path of paths) english.set(path, await read(path));
  });
  afterAll(async () => {
    await server?.stop();
    await data?.remove();
  });

  async function findUntranslated(language: TranslatedLanguage): Promise<void> {
    const known = [...names, ...(await sameInEnglish(language))].sort((a, b) => b.length - a.length);
    const isKnown = (text: string) =>
      !/\p{L}{2}/u.test(known.reduce((rest, each) => rest.replaceAll(each, " "), text));
    for (const path of paths) {
      const found = [...(await read(inLanguage(language, path)))];
      const untranslated = found.filter((text) => english.get(path)?.has(text) && !isKnown(text));
      expect.soft(found.length, path).toBeGreaterThan(0); // of some pages only the title: the browser fills in the rest
      expect.soft(untranslated, path).toEqual([]);
    }
  }

  for (const language of OTHERS)
    test(`have no English text in ${language}`, { tags: SHORT.includes(language) ? [] : ["long"] }, () =>
      findUntranslated(language),
    );
});

/** Words, for people and programs that read the page aloud, that a page has when it arrives. */
function textsOf(html: string): Set<string> {
  const shown = html
    .replace(/<(script|style|template|noscript|code|pre|kbd)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<(?!html)[^>]* lang="[^"]*"[^>]*>[^<]*/g, " ");
  const texts = [...shown.matchAll(/>([^<]+)</g)].map(([, text = ""]) => text);
  const labels = [...shown.matchAll(/ (?:aria-label|aria-description|title|placeholder|alt)="([^"]*)"/g)];
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const all = [...texts, ...labels.map(([, text = ""]) => text), description];
  return new Set(all.map((text) => text.trim()).filter((text) => /\p{L}{3}/u.test(text)));
}

/** Texts and parts of texts that are the same word, as “Version” in German. Missing ones are for tests/structure/messages.test.ts. */
async function sameInEnglish(language: string): Promise<string[]> {
  const partsOf = (text: string) => text.split(/\{\w+\}|<\/?\d+\/?>/);
  const catalogues = [...Object.keys(CATALOGUES), LIBRARY_CATALOGUE].map(async (name) => {
    const { text, file } = readPo(name, language);
    return Object.entries(await parsePo(text, file, language));
  });
  return (await Promise.all(catalogues))
    .flat()
    .map(([id, { message, translation }]) => ({ original: message || id, translation }))
    .flatMap(({ original, translation }) => {
      const parts = new Set(partsOf(translation || original));
      return partsOf(original).flatMap((part) => (parts.has(part) ? [part.trimStart()] : []));
    })
    .filter((text) => /\p{L}/u.test(text));
}
