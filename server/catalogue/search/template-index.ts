import { MAX_STARS } from "../../../contract/people/ratings.ts";
import { SOURCE_LANGUAGE } from "../../../contract/site/interface-languages.ts";
import { LANGUAGES } from "../../../contract/templates/languages.ts";
import { pageFile } from "../../../contract/templates/template-file.ts";
import { KEYWORDS, libraryKey } from "../../../shared/text/library-texts.ts";
import type { Database } from "../../database/connect.ts";
import { messageOf } from "../../errors/errors.ts";
import type { Log } from "../../log/logging.ts";
import { nextTurn } from "../../process/loop-turns.ts";
import type { CatalogueVersion } from "../catalogue-version.ts";
import { type Change, changesAfter } from "../changes.ts";
import { LOOKS, looksOf } from "./look-words.ts";
import { categoryGroup, searchStored, typeGroup, typeName } from "./stored-search.ts";
import { NO_TRANSLATIONS, type Translations } from "./translations.ts";
import { createWordIndex } from "./word-index.ts";

const OTHER_LANGUAGES = LANGUAGES.filter((language) => language !== SOURCE_LANGUAGE);

type Named = { text: string; context?: string };

/** The search index of all published templates, for both databases, updated as templates change. */
export type TemplateIndex = {
  /** Ids, best first. Until the index is built, the database is searched, which finds words and prefixes as spelled. */
  search(query: string, preferred?: string): Promise<string[]>;
  /** Whether the index is built: only then are typos understood. */
  isReady(): boolean;
  /** Called when the index is built, if the database answered searches until then. */
  onReady(listener: () => void): void;
  /** Of these templates something changed without a new version of the catalogue. Too many to be named wait for the next start. */
  readAgain(templates: readonly string[] | undefined): void;
  /** Starts reading the templates, a few at a time, while the server is already listening. */
  start(): void;
  close(): Promise<void>;
};

/** How many templates are read and indexed in one turn of the event loop, which takes a few milliseconds. */
const BATCH = 100;
const TRY_AGAIN_MS = 1_000;
/** People don't look further down, and filters are applied to each. */
const MAX_FOUND = 5_000;
const AFTER_EVERY_ID = "\uffff";

export function createTemplateIndex(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  catalogue: Pick<CatalogueVersion, "version" | "beforeChange">,
  log: Log,
  readTranslations: () => Promise<Translations> = async () => NO_TRANSLATIONS,
): TemplateIndex {
  const index = createWordIndex();
  let translations = NO_TRANSLATIONS;
  for (const [look, words] of LOOKS) index.explain(look, words);
  /** The types whose templates were put in. */
  const indexed = new Set<string>();
  let reached: Change = { version: catalogue.version(), template_id: AFTER_EVERY_ID };
  let state: "waiting" | "building" | "ready" | "closed" = "waiting";
  let running = Promise.resolve();
  let explained: Promise<unknown> | undefined;
  let answeredByDatabase = false;
  let onReady = () => {};

  /** What types are called now, all of a type that is new, and what changed since the last time. */
  async function catchUp(): Promise<void> {
    if (indexed.size === 0) {
      translations = await readTranslations();
      // What was imported since the server read the version is read below, and need not be read again as a change.
      reached = { version: catalogue.version(), template_id: AFTER_EVERY_ID };
    }
    for (const type of await explainTypes()) {
      if (indexed.has(type)) continue;
      await indexType(type);
      indexed.add(type);
    }
    for (;;) {
      const changes = await changesAfter(db, reached, BATCH);
      const last = changes.at(-1);
      if (!last) return;
      const ids = changes.map((change) => change.template_id);
      const rows = await publishedTemplates().where("id", "in", ids).execute();
      const present = new Set(rows.map(({ id }) => id));
      for (const id of ids) if (!present.has(id)) index.remove(id);
      await putIn(rows);
      reached = last;
    }
  }

  async function readThese(templates: readonly string[]): Promise<void> {
    for (let at = 0; at < templates.length && state === "ready"; at += BATCH)
      await putIn(
        await publishedTemplates()
          .where("id", "in", templates.slice(at, at + BATCH))
          .execute(),
      );
  }

  async function indexType(type: string): Promise<void> {
    for (let last = ""; state !== "closed"; ) {
      const rows = await publishedTemplates()
        .where("type", "=", type)
        .where("id", ">", last)
        .orderBy("id")
        .limit(BATCH)
        .execute();
      await putIn(rows);
      last = rows.at(-1)?.id ?? "";
      if (rows.length < BATCH) return;
    }
  }

  const publishedTemplates = () =>
    db
      .selectFrom("templates")
      .select([
        "id",
        "type",
        "category",
        "template_name",
        "description",
        "words",
        "theme",
        "page",
        "rating_order",
      ])
      .where("published", "=", 1);

  async function putIn(rows: Awaited<ReturnType<ReturnType<typeof publishedTemplates>["execute"]>>) {
    for (const row of rows) {
      index.set({
        id: row.id,
        texts: [
          // A template's own name and keywords count more than what it shares with its type.
          { text: row.template_name, weight: 7 },
          { text: row.words ?? "", weight: 5 },
          { text: row.category, weight: 2 },
          { text: row.description ?? "", weight: 1 },
          ...inOtherLanguages({ text: row.words ?? "", context: KEYWORDS }, 5),
          ...inOtherLanguages({ text: row.description ?? "" }, 1),
        ],
        groups: [
          { group: typeGroup(row.type), weight: 3 },
          // A type's name of one word counts as much as a template's own: "letter" finds letters before newsletters.
          { group: typeName(row.type), weight: 7 },
          { group: categoryGroup(row.type, row.category), weight: 2 },
          ...lookGroups(row).map((group) => ({ group, weight: 3 })),
        ],
        rank: (row.rating_order ?? 0) / MAX_STARS,
      });
    }
    await nextTurn();
  }

  function inOtherLanguages({ text, context }: Named, weight: number) {
    const key = libraryKey(text, context);
    return OTHER_LANGUAGES.flatMap((language) => {
      const translation = translations(language, key);
      return translation ? [{ text: translation, weight, language }] : [];
    });
  }

  /** The texts of a group and their translations that are accepted, with the keywords of each language. */
  function explain(
    group: string,
    texts: readonly Named[],
    keywords: Readonly<Record<string, string>>,
    accept: (text: string) => boolean = () => true,
  ): void {
    const plain = texts.map(({ text }) => text).filter(accept);
    index.explain(group, [...plain, keywords.en ?? ""].join(" "));
    for (const language of OTHER_LANGUAGES) {
      const translated = texts
        .map(({ text, context }) => translations(language, libraryKey(text, context)) ?? "")
        .filter(accept);
      index.explain(group, [...translated, keywords[language] ?? ""].join(" "), language);
    }
  }

  async function explainTypes(): Promise<string[]> {
    const types = await db
      .selectFrom("types")
      .select(["id", "singular", "plural", "words", "categories"])
      .execute();
    for (const { id, singular, plural, words: stored, categories } of types) {
      const words: Record<string, string> = JSON.parse(stored);
      const names = [singular, plural].map((text) => ({ text, context: "type" }));
      explain(typeGroup(id), names, words);
      explain(typeName(id), names, {}, (text) => !text.includes(" "));
      const own: { slug: string; label: string; words?: string }[] = JSON.parse(categories);
      for (const { slug, label, words: keywords = "" } of own)
        explain(
          categoryGroup(id, slug),
          [
            { text: label, context: `category: ${id}` },
            { text: keywords, context: KEYWORDS },
          ],
          {},
        );
    }
    return types.map(({ id }) => id);
  }

  async function buildUntilDone(): Promise<void> {
    while (state === "building") {
      try {
        await catchUp();
        if (state !== "building") return;
        state = "ready";
        if (answeredByDatabase) onReady();
      } catch (error) {
        log.warn({ error: messageOf(error) }, "search index not built; trying again");
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS).unref());
      }
    }
  }

  async function searchDatabase(query: string): Promise<string[]> {
    answeredByDatabase = true;
    explained ??= explainTypes();
    try {
      await explained;
    } catch (error) {
      explained = undefined;
      throw error;
    }
    return searchStored({ db, dialect }, index.explainQuery(query), MAX_FOUND);
  }

  catalogue.beforeChange(() => {
    // What changes while it is being built is looked at when that is done.
    if (state !== "ready") return Promise.resolve();
    running = running.then(catchUp, catchUp);
    return running;
  });

  return {
    search: async (query, preferred) => {
      await nextTurn();
      const found =
        state === "ready" ? index.search(query, MAX_FOUND, preferred) : await searchDatabase(query);
      await nextTurn();
      return found;
    },
    isReady: () => state === "ready",
    onReady: (listener) => {
      onReady = listener;
    },
    readAgain: (templates = []) => {
      if (state !== "ready" || templates.length === 0) return;
      const read = () => readThese(templates);
      running = running.then(read, read);
      running.catch((error) => log.warn({ error: messageOf(error) }, "search index: ratings not read"));
    },
    start: () => {
      if (state !== "waiting") return;
      state = "building";
      running = buildUntilDone();
    },
    close: async () => {
      state = "closed";
      await running.catch(() => {});
    },
  };
}

/** A template made through the API may have no colour, and one older than the check of pages no known one. */
function lookGroups({ theme, page, words }: { theme: string; page: string; words: string | null }): string[] {
  const { accent } = JSON.parse(theme);
  return looksOf(
    typeof accent === "string" ? accent : undefined,
    pageFile.safeParse(JSON.parse(page)).data,
    words ?? "",
  );
}
