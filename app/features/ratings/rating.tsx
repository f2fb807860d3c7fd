import star from "virtual:icon/star";
import { MAX_STARS } from "../../../contract/people/ratings.ts";
import { Icon } from "../../ui/icon.tsx";

type Rated = {
  value: number | null;
  people: number;
  /** Adds "from 38 ratings"; otherwise the number is in brackets. */
  isLong?: boolean;
};

/** Renders nothing if there are too few ratings. */
export function Rating({ value, people, isLong = false }: Rated) {
  if (value === null) return null;
  return (
    <span className="rating">
      <Icon of={star} />
      <span className="sr-only">Rated </span>
      <b>{value.toFixed(1)}</b>
      {isLong ? (
        <span>from {people} ratings</span>
      ) : (
        <>
          <span aria-hidden="true">({people})</span>
          <span className="sr-only"> by {people} people</span>
        </>
      )}
    </span>
  );
}

export const ALL_STARS = Array.from({ length: MAX_STARS }, (_, i) => i + 1);

export function formatStars(stars: number): string {
  return stars === 1 ? "1 star" : `${stars} stars`;
}

/** One person's stars. */
export function Stars({ given }: { given: number }) {
  return (
    <span className="stars">
      <span className="sr-only">{formatStars(given)}</span>
      {ALL_STARS.map((place) => (
        <span key={place} data-given={place <= given || undefined}>
          <Icon of={star} />
        </span>
      ))}
    </span>
  );
}
