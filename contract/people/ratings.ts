/** Ratings of a template. Server and browser order by the same number. */

export const MAX_STARS = 5;
/** Characters of the comment of a rating. */
export const MAX_RATING_COMMENT = 280;
/** An average is shown from this many ratings on: fewer say more about the people than about the template. */
export const MIN_RATINGS_FOR_AVERAGE = 5;

/** The order is by a Bayesian average: as if so many people more had given the middle. Five times five stars is no proof yet. */
const PRIOR = { people: 5, stars: 3 };

export type Rated = { rating: number | null; rating_count: number };

/** With two decimals; null while too few have rated. */
export function averageOf(sum: number, count: number): number | null {
  return count < MIN_RATINGS_FOR_AVERAGE ? null : Math.round((100 * sum) / count) / 100;
}

/** The number templates are ordered by; null is last. */
export function ratingOrder(rating: number | null, count: number): number | null {
  if (rating === null) return null;
  return (PRIOR.people * PRIOR.stars + rating * count) / (PRIOR.people + count);
}
