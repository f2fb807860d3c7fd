import star from "virtual:icon/star";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
      <span className="sr-only">{t`Rated `}</span>
      <b>{value.toFixed(1)}</b>
      {isLong ? (
        <span>
          <Trans>from {people} ratings</Trans>
        </span>
      ) : (
        <>
          <span aria-hidden="true">({people})</span>
          <span className="sr-only">
            <Trans> by {people} people</Trans>
          </span>
        </>
      )}
    </span>
  );
}

export const ALL_STARS = Array.from({ length: MAX_STARS }, (_, i) => i + 1);

export function formatStars(stars: number): string {
  return stars === 1 ? t`1 star` : t`${stars} stars`;
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
