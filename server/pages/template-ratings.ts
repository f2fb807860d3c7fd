import type { SaidRating, TemplateRatings } from "../../contract/page-services.ts";
import { MOST_STARS } from "../../contract/people/ratings.ts";
import type { Database } from "../database/connect.ts";

const SAID = 6;

/** What a template's page shows of its ratings, by the indices of migration 11: what everybody may read of them. */
export async function readTemplateRatings(db: Database["db"], template: string): Promise<TemplateRatings> {
  const groups = await db
    .selectFrom("ratings")
    .select(({ fn }) => ["stars", fn.countAll<number>().as("count")])
    .where("templates_id", "=", template)
    .where("state", "=", "shown")
    .groupBy("stars")
    .execute();
  const counts = Array<number>(MOST_STARS).fill(0);
  for (const { stars, count } of groups) counts[stars - 1] = Number(count);
  return { counts, said: await readSaid(db, template) };
}

function readSaid(db: Database["db"], template: string): Promise<SaidRating[]> {
  return db
    .selectFrom("ratings")
    .select(["id", "stars", "words", "hidden", "date_updated"])
    .where("templates_id", "=", template)
    .where("state", "=", "shown")
    .where(({ or, eb }) => or([eb("words", "is not", null), eb("hidden", "is not", null)]))
    .orderBy("date_updated", "desc")
    .orderBy("id", "desc")
    .limit(SAID)
    .execute();
}
