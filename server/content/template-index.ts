import MiniSearch from "minisearch";
import type { Database } from "../database/connect.ts";
import type { Log } from "../logging.ts";
import type { Catalogue } from "./catalogue.ts";

type Entry = {
  id: string;
  name: string;
  kind: string;
  category: string;
  description: string;
  rating: number;
};

/** The words of every published template, for both databases, kept up to date as templates change. */
export type TemplateIndex = {
  /** Ids, best first. */
  search(words: string): string[];
  update(): Promise<void>;
};

const PREFIX = { prefix: true } as const;
/** Two slips in a long word ("invioce"), one in a shorter one, none where it would match anything. */
const FUZZY = {
  prefix: true,
  fuzzy: (term: string) => (term.length > 5 ? 2 : term.length > 3 ? 1 : false),
} as const;

export async function createTemplateIndex(
  database: Database,
  catalogue: Catalogue,
  log: Log,
): Promise<TemplateIndex> {
  const index = new MiniSearch<Entry>({
    fields: ["name", "kind", "category", "description"],
    processTerm: plainWord,
    searchOptions: {
      boost: { name: 4, kind: 3, category: 2 },
      boostDocument: (_id, _term, stored) => 1 + ((stored?.rating as number | undefined) ?? 0) / 50,
      combineWith: "AND",
    },
    storeFields: ["rating"],
  });
  const indexed = new Map<string, string>();

  const update = async () => {
    const rows = await database.db
      .selectFrom("templates")
      .innerJoin("types", "types.id", "templates.type")
      .select([
        "templates.id",
        "templates.date_updated",
        "types.singular",
        "types.plural",
        "types.categories",
      ])
      .where("published", "=", 1)
      .execute();
    const present = new Set<string>();
    const stale: string[] = [];
    const labels = new Map<string, { kind: string; categories: string }>();
    for (const row of rows) {
      const mark = `${row.date_updated} ${row.singular} ${row.plural} ${row.categories}`;
      present.add(row.id);
      labels.set(row.id, { kind: `${row.singular} ${row.plural}`, categories: row.categories });
      if (indexed.get(row.id) !== mark) stale.push(row.id);
      indexed.set(row.id, mark);
    }
    for (const id of indexed.keys()) {
      if (present.has(id)) continue;
      indexed.delete(id);
      index.discard(id);
    }
    for (let at = 0; at < stale.length; at += 500) await indexBatch(stale.slice(at, at + 500), labels);
  };

  const indexBatch = async (ids: string[], labels: Map<string, { kind: string; categories: string }>) => {
    const rows = await database.db
      .selectFrom("templates")
      .select(["id", "template_name", "category", "description", "rating"])
      .where("id", "in", ids)
      .execute();
    for (const row of rows) {
      const { kind, categories } = labels.get(row.id) as { kind: string; categories: string };
      const entry = {
        id: row.id,
        name: row.template_name,
        kind,
        category: labelOf(categories, row.category),
        description: row.description ?? "",
        rating: row.rating ?? 0,
      };
      if (index.has(row.id)) index.replace(entry);
      else index.add(entry);
    }
    // Between batches other requests get their turn: a first import brings ten thousand.
    await new Promise((resolve) => setImmediate(resolve));
  };

  let running = update();
  await running;
  catalogue.onChange(() => {
    running = running.then(update).catch((error) => {
      log.error({ error: error.message }, "search index not brought up to date");
    });
  });

  return {
    search: (words) => {
      // As typed first; with slips when that finds nothing; any of the words when even that finds nothing.
      for (const options of [PREFIX, FUZZY, { ...FUZZY, combineWith: "OR" as const }]) {
        const found = index.search(words, options);
        if (found.length > 0) return found.map((hit) => hit.id as string);
      }
      return [];
    },
    update: async () => {
      await running;
      await update();
    },
  };
}

/** Without case and accents: "Resume" finds "Résumé". */
function plainWord(word: string): string {
  return word
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

function labelOf(categories: string, slug: string): string {
  const found = (JSON.parse(categories) as { slug: string; label: string }[]).find(
    (each) => each.slug === slug,
  );
  return found ? `${found.label} ${slug}` : slug;
}
