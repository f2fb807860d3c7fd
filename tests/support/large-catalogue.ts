import { versionOf } from "../../server/catalogue/versions/template-versions.ts";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { derivedId } from "../../server/database/ids.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { type Place, quietLog } from "./databases.ts";

export const COUNT = 10_000;
export const TYPES = ["letters", "invoices", "posters"];
const CATEGORIES = ["classic", "modern"];
/** Inserted in groups of a hundred: each column is a parameter, and their number is limited. */
const BATCH = 250;

const PAGE = '{"papers":["a4"],"orientation":"portrait"}';

export type Made = ReturnType<typeof aTemplate>;
export const all = Array.from({ length: COUNT }, (_, number) => aTemplate(number));

/** A catalogue of this many templates, inserted as rows: through the API it would take minutes. */
export function fill({ environment }: Pick<Place, "environment">): Promise<void> {
  return putRows(environment, TYPES, CATEGORIES, all);
}

/** A new type with one category and this many templates: "Labels 0001" and so on. */
export function fillType(
  environment: Record<string, string>,
  { type, category, count }: { type: string; category: string; count: number },
): Promise<void> {
  const name = (number: number) => `${capital(type.slice(0, -1))} ${String(number).padStart(4, "0")}`;
  const templates = Array.from({ length: count }, (_, at) => ({
    ...rowOf({ number: at + 1, type, category }),
    template_name: name(at + 1),
  }));
  return putRows(environment, [type], [category], templates);
}

async function putRows(
  environment: Record<string, string>,
  types: string[],
  categories: string[],
  templates: Made[],
): Promise<void> {
  const database = await openDatabase(readSettings({ NODE_ENV: "test", ...environment }), quietLog);
  await migrateDatabase(database, quietLog);
  const described = categories.map((slug) => ({ slug, label: capital(slug), description: "", icon: "" }));
  await database.db.transaction().execute(async (db) => {
    const rows = types.map((id, sort) => ({
      ...{ id, singular: id.slice(0, -1), plural: id, description: "", icon: "lucide:file", sort },
      categories: JSON.stringify(described),
      origin: null,
    }));
    await db.insertInto("types").values(rows).execute();
    for (let at = 0; at < templates.length; at += BATCH)
      await db
        .insertInto("templates")
        .values(templates.slice(at, at + BATCH))
        .execute();
  });
  await database.close();
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A unique word for a number, long enough to be found with a typo. */
function wordFor(number: number): string {
  const syllables = ["ka", "lu", "me", "to", "vi", "so", "ra", "de", "fi", "no"];
  return [...String(number).padStart(5, "0")].map((digit) => syllables[Number(digit)]).join("");
}

function aTemplate(number: number) {
  return {
    ...rowOf({
      number,
      type: TYPES[number % TYPES.length] as string,
      category: CATEGORIES[Math.floor(number / TYPES.length) % CATEGORIES.length] as string,
    }),
    template_name: `${wordFor(number)} ${number}`,
  };
}

function rowOf({ number, type, category }: { number: number; type: string; category: string }) {
  const looks = {
    content: `= ${number}`,
    fields: '{"type":"object","properties":{}}',
    sample: "{}",
    samples: "{}",
    page: PAGE,
    papers: "a4",
    theme: "{}",
  };
  const moment = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  return {
    ...looks,
    id: derivedId("large", String(number)),
    type,
    category,
    slug: `t-${number}`,
    url: `/${type}/t-${number}`,
    rating: (number % 51) / 10,
    image: null,
    description: null,
    title: null,
    origin: null,
    source_hash: null,
    version: versionOf(looks),
    date_created: moment,
    date_updated: moment,
  };
}
