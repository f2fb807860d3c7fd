import star from "virtual:icon/star";
import { plural } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { MAX_STARS } from "../../../contract/people/ratings.ts";
import { formatNumber } from "../../lib/i18n/intl.ts";
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
  const average = formatAverage(value);
  return (
    <span className="rating">
      <Icon of={star} />
      {people === 0 ? (
        // Of another content backend, which says only the average.
        <b>{average}</b>
      ) : isLong ? (
        <Trans>
          <span className="sr-only">Rated </span>
          <b>{average}</b>
          <span>
            from <Plural value={people} one="# rating" other="# ratings" />
          </span>
        </Trans>
      ) : (
        <Trans>
          <span className="sr-only">Rated </span>
          <b>{average}</b>
          <span aria-hidden="true">({people})</span>
          <span className="sr-only">
            {" "}
            by <Plural value={people} one="# person" other="# people" />
          </span>
        </Trans>
      )}
    </span>
  );
}

/** "4.6" */
export function formatAverage(rating: number): string {
  return formatNumber(rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

export const ALL_STARS = Array.from({ length: MAX_STARS }, (_, i) => i + 1);

export function formatStars(stars: number): string {
  return plural(stars, { one: "# star", other: "# stars" });
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
