import star from "virtual:icon/star";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { RecordOf } from "../../../contract/collections/records.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { formatMoment } from "../../lib/format/moments.ts";
import { countItems, itemsAddress, updateItem } from "../../lib/http/content-client.ts";
import { attempt } from "../../lib/http/failures.ts";
import { fetchListedPage, type ListedPage, readPageNumber } from "../../lib/http/listed-page.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { formatNumber } from "../../lib/i18n/intl.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pager } from "../../ui/pager.tsx";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import { HideCommentControl, Stars } from "../ratings/index.ts";
import "./operators.module.css";

const FIELDS = [
  "id",
  "stars",
  "words",
  "hidden",
  "state",
  "date_updated",
  "templates_id.template_name",
  "templates_id.url",
] as const;
type State = RecordOf<"ratings">["state"];
type ListedRating = Pick<
  RecordOf<"ratings">,
  "id" | "stars" | "words" | "hidden" | "state" | "date_updated"
> & { templates_id: { template_name: string; url: string } | null };

const GROUPS = {
  waiting: { states: "waiting", sort: "date_updated" },
  reviewed: { states: "shown,refused", sort: "-date_updated" },
} as const;
type Group = keyof typeof GROUPS;
const PER_PAGE = 30;

function ratingsIn(group: Group, page: number) {
  const { states, sort } = GROUPS[group];
  const addressOf = (number: number) =>
    itemsAddress("ratings", {
      filter: { state: { _in: states } },
      fields: FIELDS,
      sort: [sort, "id"],
      limit: PER_PAGE,
      page: number,
      meta: "filter_count",
    });
  return queryOptions({
    queryKey: ["operator-ratings", group, page],
    queryFn: () => fetchListedPage<ListedRating>(addressOf, page, PER_PAGE),
    placeholderData: keepPreviousData,
    meta: { failure: "Ratings failed" },
  });
}

/** The number of ratings to review, for the navigation. */
export const waitingRatingCount = queryOptions({
  queryKey: ["operator-ratings", "count"],
  queryFn: () => countItems("ratings", { state: { _eq: "waiting" } }),
});

const DONE: Record<State, (template: string) => string> = {
  shown: (template) => t`Rating of ${template} approved.`,
  refused: (template) => t`Rating of ${template} rejected. It doesn’t count towards the average.`,
  waiting: (template) => t`Rating of ${template} returned to review.`,
};

async function review(rating: ListedRating, state: State, canUndo = true): Promise<void> {
  const template = nameOf(rating);
  const report = {
    failure: "Rating change failed",
    outcome: t`We couldn’t change the rating of ${template}.`,
  };
  if (await attempt(report, () => updateItem("ratings", rating.id, { state }, { fields: ["id"] })))
    notify({
      kind: "fact",
      message: DONE[state](template),
      ...(canUndo ? { action: { label: t`Undo`, run: () => review(rating, rating.state, false) } } : {}),
    });
  await queryClient.invalidateQueries({ queryKey: ["operator-ratings"] });
}

/** Ratings of templates: those to review first, then the newest. */
export function RatingList() {
  const [parameters] = useSearchParams();
  const list = (group: Group) => ({
    ...ratingsIn(group, readPageNumber(parameters.get(group))),
    refetchOnMount: "always" as const,
  });
  const waiting = useQuery(list("waiting"));
  const reviewed = useQuery(list("reviewed"));
  const isLoaded = waiting.data && reviewed.data;
  const isEmpty = isLoaded && waiting.data.paging.total + reviewed.data.paging.total === 0;
  return (
    <>
      <header className="studio-head">
        <h1>
          {t`Ratings`}{" "}
          {isLoaded && <small>{formatNumber(waiting.data.paging.total + reviewed.data.paging.total)}</small>}
        </h1>
        <p>{t`Ratings from new accounts are shown after you approve them.`}</p>
      </header>
      {!isLoaded && (
        <div className="dashboard-section">
          <PendingPart
            failure={t`We couldn’t load the ratings.`}
            of={pendingOf(waiting, reviewed)}
            height="12rem"
          />
        </div>
      )}
      {isEmpty && (
        <div className="dashboard-section">
          <EmptyState
            title={t`No ratings yet`}
            drawing={star}
          >{t`People can rate a template after they have downloaded a document made with it.`}</EmptyState>
        </div>
      )}
      {waiting.data && <RatingGroup group="waiting" ratings={waiting.data} />}
      {reviewed.data && <RatingGroup group="reviewed" ratings={reviewed.data} />}
    </>
  );
}

function RatingGroup({
  group,
  ratings: { items, paging },
}: {
  group: Group;
  ratings: ListedPage<ListedRating>;
}) {
  const [parameters] = useSearchParams();
  if (paging.total === 0) return null;
  const addressOf = (wanted: number) => {
    const next = new URLSearchParams(parameters);
    next.set(group, String(wanted));
    return `?${next}`;
  };
  const label = group === "waiting" ? t`Waiting for review` : t({ message: "Newest", context: "ratings" });
  return (
    <section className="dashboard-section" aria-label={label}>
      <h2 className="day">
        {label} <span className="muted num">{formatNumber(paging.total)}</span>
      </h2>
      <ul className="lines letters">
        {items.map((rating) => (
          <RatingLine key={`${rating.id} ${rating.state} ${rating.hidden}`} rating={rating} />
        ))}
      </ul>
      {paging.pages > 1 && <Pager paging={paging} to={addressOf} />}
    </section>
  );
}

function RatingLine({ rating }: { rating: ListedRating }) {
  const { stars, words, hidden, state, templates_id, date_updated } = rating;
  const name = nameOf(rating);
  const changedAt = formatMoment(new Date(date_updated));
  const canBeHidden = state === "shown" && (words !== null || hidden !== null);
  return (
    <li data-rating={state}>
      <div>
        <b dir="auto">{templates_id ? <Link to={`${templates_id.url}#ratings`}>{name}</Link> : name}</b>
        <small>
          <Stars given={stars} /> {state === "refused" ? <Trans>{changedAt}, rejected</Trans> : changedAt}
        </small>
        {words && (
          <p dir="auto">
            <Trans>“{words}”</Trans>
          </p>
        )}
        {hidden && (
          <p className="muted">
            <Trans>Hidden: {hidden}</Trans>
          </p>
        )}
        {canBeHidden && <HideCommentControl rating={rating} />}
      </div>
      {state !== "shown" && (
        <div className="dashboard-actions">
          <Button
            size="small"
            aria-label={t`Approve the rating of ${name}`}
            onClick={() => review(rating, "shown")}
          >{t`Approve`}</Button>
          {state === "waiting" && (
            <Button
              size="small"
              aria-label={t`Reject the rating of ${name}`}
              onClick={() => review(rating, "refused")}
            >{t`Reject`}</Button>
          )}
        </div>
      )}
    </li>
  );
}

function nameOf({ templates_id }: Pick<ListedRating, "templates_id">): string {
  return templates_id?.template_name ?? t`Deleted template`;
}
