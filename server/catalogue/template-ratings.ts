import { averageOf, ratingOrder } from "../../contract/people/ratings.ts";
import type { Db } from "../database/connect.ts";
import { recordNews } from "./changes.ts";

/**
 * The sums of ratings that stand with each template. They are changed by what a rating adds or takes, in its transaction:
 * the row of the template is held until that ends, so two people who rate at once are both counted.
 */

/** People: 1 for a new rating, -1 for one that is gone, 0 for one that changed. */
export async function addStars(
  db: Db,
  template: string,
  { stars, people }: { stars: number; people: -1 | 0 | 1 },
): Promise<void> {
  const sums = await db
    .updateTable("templates")
    .set((eb) => ({
      rating_sum: eb("rating_sum", "+", stars),
      rating_count: eb("rating_count", "+", people),
    }))
    .where("id", "=", template)
    .returning(["rating_sum", "rating_count"])
    .executeTakeFirst();
  if (!sums) return;
  const { rating_sum: sum, rating_count: count } = sums;
  const rating = averageOf(sum, count);
  await db
    .updateTable("templates")
    .set({ rating, rating_order: rating === null ? null : ratingOrder(sum / count, count) })
    .where("id", "=", template)
    .execute();
  await recordNews(db, "ratings", [template]);
}

/** Before a person is deleted, whose ratings would go without being subtracted. In the order of ids: others lock rows, too. */
export async function takeBackRatings(db: Db, userId: string): Promise<void> {
  const deleted = await db
    .deleteFrom("ratings")
    .where("user_id", "=", userId)
    .returning(["templates_id", "stars", "state"])
    .execute();
  const counted = deleted.filter(({ state }) => state === "shown");
  counted.sort((a, b) => (a.templates_id < b.templates_id ? -1 : 1));
  for (const { templates_id, stars } of counted)
    await addStars(db, templates_id, { stars: -stars, people: -1 });
}
