import pino from "pino";
import { ratingOrder } from "../../contract/people/ratings.ts";
import { versionOf } from "../../server/catalogue/versions/template-versions.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { derivedId } from "../../server/database/ids.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";

const TYPES = [
  "resumes",
  "letters",
  "invoices",
  "proposals",
  "reports",
  "certificates",
  "posters",
  "cards",
  "notes",
  "invitations",
  "planners",
  "menus",
];
const CATEGORIES = ["classic", "modern", "bold", "quiet"];
const SYLLABLES = [
  "ka",
  "lu",
  "mer",
  "to",
  "vin",
  "so",
  "ra",
  "del",
  "fi",
  "nor",
  "pa",
  "qui",
  "ten",
  "bo",
  "gal",
  "ish",
];

/** An invented word for each number, so that searches find something. */
export function wordFor(number: number): string {
  let word = "";
  for (let rest = number + 17; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

/** The name of a template by its number. */
export function nameOf(number: number): string {
  return `${wordFor(number)} ${wordFor(number * 7 + 3)}`;
}

/** Fills a data folder or a PostgreSQL database with a number of templates. */
export async function fillCatalogue(
  dataDir: string,
  count: number,
  databaseUrl: string | undefined = undefined,
): Promise<void> {
  const log = pino({ level: "silent" });
  const database = await openDatabase({ dataDir, databaseUrl }, log);
  await migrateDatabase(database, log);
  await database.db.transaction().execute(async (db) => {
    const categories = JSON.stringify(
      CATEGORIES.map((slug) => ({ slug, label: slug, description: "", icon: "" })),
    );
    await db
      .insertInto("types")
      .values(
        TYPES.map((id, sort) => ({
          id,
          singular: id,
          plural: id,
          description: "",
          icon: "lucide:file",
          sort,
          categories,
          origin: null,
        })),
      )
      .execute();
    for (let at = 0; at < count; at += 200)
      await db
        .insertInto("templates")
        .values(Array.from({ length: Math.min(200, count - at) }, (_, index) => aTemplate(at + index)))
        .execute();
  });
  await database.close();
}

const RATERS = 20;
const ratingOf = (number: number) => 1 + (number % 41) / 10;

function aTemplate(number: number) {
  const type = TYPES[number % TYPES.length] ?? "";
  const name = nameOf(number);
  const looks = {
    content: `= ${name}\n${"Some words of the source. ".repeat(20)}`,
    fields: '{"type":"object","properties":{}}',
    sample: "{}",
    samples: "{}",
    page: '{"papers":["a4"],"orientation":"portrait"}',
    papers: "a4",
    theme: "{}",
  };
  const moment = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  return {
    ...looks,
    id: derivedId("bench", String(number)),
    type,
    category: CATEGORIES[Math.floor(number / TYPES.length) % CATEGORIES.length] ?? "",
    slug: `t-${number}`,
    url: `/${type}/t-${number}`,
    template_name: name,
    rating: ratingOf(number),
    rating_count: RATERS,
    rating_sum: Math.round(ratingOf(number) * RATERS),
    rating_order: ratingOrder(ratingOf(number), RATERS),
    image: null,
    description: `A ${type} template for ${wordFor(number * 3)} and ${wordFor(number * 5 + 1)}.`,
    title: null,
    origin: null,
    source_hash: null,
    version: versionOf(looks),
    date_created: moment,
    date_updated: moment,
  };
}
