import { ratingOrder } from "../../contract/people/ratings.ts";
import { RATER_AGE_MS } from "../../server/limits/limits.ts";
import { createExportRecord } from "../../server/rendering/requests/exports.ts";
import { withDatabase } from "./database-schema.ts";
import { type Place, quietLog } from "./databases.ts";
import type { Person } from "./people.ts";

const PEOPLE = 20;

/** As rendering records an export of a person. */
export function anExport(
  place: Pick<Place, "environment">,
  { id }: Pick<Person, "id">,
  ...templates: string[]
): Promise<void> {
  const viewer = { role: "person", userId: id, email: "", sessionId: "" } as const;
  return withDatabase(place, async (database) => {
    const record = createExportRecord(database, { countExport: () => {} });
    for (const template of templates) await record(viewer, template, quietLog);
  });
}

/** An account old enough for its ratings to count without review. */
export function makeOld(place: Pick<Place, "environment">, { id }: Pick<Person, "id">): Promise<void> {
  return withDatabase(place, async ({ db, dialect }) => {
    const old = new Date(Date.now() - 2 * RATER_AGE_MS);
    await db
      .updateTable("auth_user")
      .set({ createdAt: dialect === "postgres" ? old : old.toISOString() })
      .where("id", "=", id)
      .execute();
  });
}

/** Templates as if twenty people had rated each, without the people. */
export async function giveAverages(
  place: Pick<Place, "environment">,
  averages: ReadonlyMap<string, number>,
): Promise<void> {
  await withDatabase(place, ({ db }) =>
    db.transaction().execute(async (db) => {
      for (const [id, rating] of averages)
        await db
          .updateTable("templates")
          .set({
            rating,
            rating_count: PEOPLE,
            rating_sum: Math.round(rating * PEOPLE),
            rating_order: ratingOrder(rating, PEOPLE),
          })
          .where("id", "=", id)
          .execute();
    }),
  );
}
