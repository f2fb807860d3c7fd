import type { Database } from "../database/connect.ts";
import { messageOf } from "../kernel/errors.ts";
import type { Log } from "../kernel/logging.ts";
import type { CatalogueVersion } from "./catalogue-version.ts";
import { type Change, changesAfter } from "./changes.ts";
import { createWordIndex } from "./word-index.ts";

/** The words of every published template, for both databases, kept up to date as templates change. */
export type TemplateIndex = {
  /** Ids, best first. Waits until the index is there. */
  search(words: string): Promise<string[]>;
  /** Whether a search would be answered at once. */
  isReady(): boolean;
  /** Begins to read the templates, a few at a time: the server listens meanwhile. */
  start(): void;
  close(): Promise<void>;
};

type Labels = { mark: string; kind: string; categories: Map<string, string> };

/** So many are read and put in at once, which takes some milliseconds; then others get their turn. */
const BATCH = 100;
const BEST_RATING = 5;
const TRY_AGAIN_MS = 1_000;
/** Nobody looks further down, and filters are asked about every one of them. */
const MOST_FOUND = 5_000;
const AFTER_EVERY_ID = "\uffff";

export function createTemplateIndex(
  { db }: Pick<Database, "db">,
  catalogue: Pick<CatalogueVersion, "version" | "beforeChange">,
  log: Log,
): TemplateIndex {
  const index = createWordIndex();
  let labels = new Map<string, Labels>();
  /** How each type was called when its templates were put in. */
  const marks = new Map<string, string>();
  let reached: Change = { version: catalogue.version(), template_id: AFTER_EVERY_ID };
  let state: "waiting" | "building" | "ready" | "closed" = "waiting";
  let running = Promise.resolve();
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {}); // told to whoever waits for it

  /** All of a type that is called differently now, and what changed since the last time. */
  async function catchUp(): Promise<void> {
    labels = await readLabels();
    for (const [type, { mark }] of labels) {
      if (marks.get(type) === mark) continue;
      await indexType(type);
      marks.set(type, mark);
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
      .select(["id", "type", "category", "template_name", "description", "rating"])
      .where("published", "=", 1);

  async function putIn(rows: Awaited<ReturnType<ReturnType<typeof publishedTemplates>["execute"]>>) {
    for (const row of rows) {
      const { kind = "", categories } = labels.get(row.type) ?? {};
      index.set({
        id: row.id,
        texts: [
          { text: row.template_name, weight: 4 },
          { text: kind, weight: 3 },
          { text: `${row.category} ${categories?.get(row.category) ?? ""}`, weight: 2 },
          { text: row.description ?? "", weight: 1 },
        ],
        rank: (row.rating ?? 0) / BEST_RATING,
      });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  async function readLabels(): Promise<Map<string, Labels>> {
    const types = await db.selectFrom("types").select(["id", "singular", "plural", "categories"]).execute();
    return new Map(types.map((type) => [type.id, { mark: JSON.stringify(type), ...labelsOf(type) }]));
  }

  async function buildUntilDone(): Promise<void> {
    while (state === "building") {
      try {
        await catchUp();
        if (state !== "building") return;
        state = "ready";
        ready.resolve();
      } catch (error) {
        log.warn({ error: messageOf(error) }, "search index not built; trying again");
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS).unref());
      }
    }
  }

  catalogue.beforeChange(() => {
    // What changes while it is being built is looked at when that is done.
    if (state !== "ready") return Promise.resolve();
    running = running.then(catchUp, catchUp);
    return running;
  });

  return {
    search: async (words) => {
      await ready.promise;
      return index.search(words, MOST_FOUND);
    },
    isReady: () => state === "ready",
    start: () => {
      if (state !== "waiting") return;
      state = "building";
      running = buildUntilDone();
    },
    close: async () => {
      if (state !== "ready") ready.reject(new Error("the server is stopping"));
      state = "closed";
      await running.catch(() => {});
    },
  };
}

function labelsOf(type: { singular: string; plural: string; categories: string }): Omit<Labels, "mark"> {
  const categories: { slug: string; label: string }[] = JSON.parse(type.categories);
  return {
    kind: `${type.singular} ${type.plural}`,
    categories: new Map(categories.map(({ slug, label }) => [slug, label])),
  };
}
