import type { Database } from "../database/connect.ts";
import type { CatalogueVersion } from "./catalogue-version.ts";
import { createWordIndex } from "./word-index.ts";

/** The words of every published template, for both databases, kept up to date as templates change. */
export type TemplateIndex = {
  /** Ids, best first. */
  search(words: string): string[];
  update(): Promise<void>;
};

type Labels = { kind: string; categories: Map<string, string> };

const BATCH = 500;
const BEST_RATING = 5;

export async function createTemplateIndex(
  database: Database,
  catalogue: CatalogueVersion,
): Promise<TemplateIndex> {
  const index = createWordIndex();
  const indexed = new Map<string, string>();

  async function update(): Promise<void> {
    const types = await database.db
      .selectFrom("types")
      .select(["id", "singular", "plural", "categories"])
      .execute();
    const labels = new Map(types.map((type) => [type.id, { mark: JSON.stringify(type), ...labelsOf(type) }]));
    const rows = await database.db
      .selectFrom("templates")
      .select(["id", "type", "date_updated"])
      .where("published", "=", 1)
      .execute();
    const present = new Set<string>();
    const stale = new Map<string, string>();
    for (const { id, type, date_updated } of rows) {
      const mark = `${date_updated} ${labels.get(type)?.mark}`;
      present.add(id);
      if (indexed.get(id) !== mark) stale.set(id, mark);
    }
    for (const id of indexed.keys()) {
      if (present.has(id)) continue;
      indexed.delete(id);
      index.remove(id);
    }
    const changed = [...stale];
    for (let at = 0; at < changed.length; at += BATCH) {
      const batch = changed.slice(at, at + BATCH);
      await indexBatch(
        batch.map(([id]) => id),
        labels,
      );
      // Only now: what a lost connection kept from being indexed is still to be done.
      for (const [id, mark] of batch) indexed.set(id, mark);
    }
  }

  async function indexBatch(ids: string[], labels: Map<string, Labels>): Promise<void> {
    const rows = await database.db
      .selectFrom("templates")
      .select(["id", "type", "category", "template_name", "description", "rating"])
      .where("id", "in", ids)
      .execute();
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
    // Between batches other requests get their turn: a first import brings ten thousand.
    await new Promise((resolve) => setImmediate(resolve));
  }

  let running = Promise.resolve();
  const updateInTurn = () => {
    running = running.then(update, update);
    return running;
  };
  await updateInTurn();
  catalogue.beforeChange(updateInTurn);

  return {
    search: index.search,
    update: updateInTurn,
  };
}

function labelsOf(type: { singular: string; plural: string; categories: string }): Labels {
  const categories: { slug: string; label: string }[] = JSON.parse(type.categories);
  return {
    kind: `${type.singular} ${type.plural}`,
    categories: new Map(categories.map(({ slug, label }) => [slug, label])),
  };
}
