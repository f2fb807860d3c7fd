/** What becomes of the stars that people give a template. Server and browser order by the same number. */

export const MOST_STARS = 5;
/** The characters of the sentence that may come with the stars. */
export const MAX_RATING_COMMENT = 280;
/** An average is shown from so many people on: fewer say more about themselves than about the template. */
export const SHOWN_FROM = 5;

/** The order is by a Bayesian average: as if so many people more had given the middle. Five times five stars is no proof yet. */
const PRIOR = { people: 5, stars: 3 };

export type Rated = { rating: number | null; rating_count: number };

/** With two decimals; null while too few have rated. */
export function averageOf(sum: number, count: number): number | null {
  return count < SHOWN_FROM ? null : Math.round((100 * sum) / count) / 100;
}

/** By which templates are ordered; null stands after all others. */
export function ratingOrder(rating: number | null, count: number): number | null {
  if (rating === null) return null;
  return (PRIOR.people * PRIOR.stars + rating * count) / (PRIOR.people + count);
}
