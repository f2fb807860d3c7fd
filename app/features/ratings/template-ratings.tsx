import { plural, t } from "@lingui/core/macro";
import type { TemplateRatings as Given, PublicRating } from "../../../contract/page-services.ts";
import { MIN_RATINGS_FOR_AVERAGE } from "../../../contract/people/ratings.ts";
import { isolate, pageLocale } from "../../lib/i18n/intl.ts";
import { lazyPart, useLazyPart } from "../../lib/pages/lazy-part.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useSession } from "../session/index.ts";
import { ALL_STARS, formatAverage, formatStars, Stars } from "./rating.tsx";
import styles from "./ratings.module.css";

type RatedTemplate = { id: string; name: string; rating: number | null; raters: number };
type Props = { template: RatedTemplate; given: Given };

const ownRating = lazyPart(() => import("./own-rating.tsx"));
const hideSentence = lazyPart(() => import("./hide-comment.tsx"));

/** The ratings of a template, the same for everyone, and the person's own rating. */
export function TemplateRatings({ template, given }: Props) {
  const { rating, raters } = template;
  const session = useSession();
  const OwnRating = useLazyPart(ownRating, session.kind !== "unknown" && session.kind !== "checking");
  const own = <div className={styles.ownRating}>{OwnRating && <OwnRating template={template} />}</div>;
  return (
    <section className="ratings" id="ratings" aria-labelledby="ratings-title">
      <h2 id="ratings-title">{t`Ratings`}</h2>
      {rating === null ? (
        <EmptyState title={formatRaters(raters)} action={own} isWithin>
          {plural(MIN_RATINGS_FOR_AVERAGE, {
            one: "You can rate a template after downloading a document made with it. The average appears after # rating.",
            other:
              "You can rate a template after downloading a document made with it. The average appears after # ratings.",
          })}
        </EmptyState>
      ) : (
        <>
          <Score rating={rating} raters={raters} counts={given.counts} />
          <CommentList ratings={given.comments} />
          {own}
        </>
      )}
    </section>
  );
}

function formatRaters(count: number): string {
  if (count === 0) return t`No ratings yet`;
  return plural(count, { one: "# rating so far", other: "# ratings so far" });
}

function Score({ rating, raters, counts }: { rating: number; raters: number; counts: readonly number[] }) {
  const max = Math.max(...counts, 1);
  return (
    <div className="score">
      <p>
        <b>{formatAverage(rating)}</b>
        <span>{plural(raters, { one: "# rating", other: "# ratings" })}</span>
      </p>
      <ul aria-label={t`Ratings by stars`}>
        {ALL_STARS.toReversed().map((stars) => {
          const count = counts[stars - 1] ?? 0;
          const given = formatStars(stars);
          return (
            <li key={stars}>
              <span className="sr-only">{t`${given}: ${count}`}</span>
              <span aria-hidden="true">{stars}</span>
              <i style={{ "--share": count / max }} />
              <span aria-hidden="true">{count}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function CommentList({ ratings }: { ratings: readonly PublicRating[] }) {
  if (ratings.length === 0) return null;
  return (
    <ul className="rating-comments" aria-label={t`Comments`}>
      {ratings.map((each) => (
        <Comment key={each.id} rating={each} />
      ))}
    </ul>
  );
}

function Comment({ rating }: { rating: PublicRating }) {
  const { hidden, stars, date_updated } = rating;
  const comment = isolate(rating.words ?? "");
  const session = useSession();
  const isOperator = session.kind === "known" && session.role === "operator";
  return (
    <li data-hidden={hidden !== null || undefined}>
      {hidden === null ? t`“${comment}”` : t`An operator has hidden this comment: ${hidden}`}
      <small>
        <Stars given={stars} />
        {hidden === null ? (
          <time dateTime={date_updated}>{formatDate(date_updated)}</time>
        ) : (
          t`The stars still count`
        )}
      </small>
      {isOperator && <HideCommentControl rating={rating} />}
    </li>
  );
}

/** For operators: hides a comment or shows it again. */
export function HideCommentControl({ rating }: { rating: PublicRating }) {
  const HideSentence = useLazyPart(hideSentence, true);
  return HideSentence ? <HideSentence rating={rating} /> : null;
}

/** "2 Nov 2026", in every time zone. */
function formatDate(moment: string): string {
  const format = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Date(moment).toLocaleDateString(pageLocale(), format);
}
