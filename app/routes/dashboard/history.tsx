import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import {
  clearHistory,
  clearRecord,
  groupByDay,
  HistoryLine,
  historyPageOf,
  historyTypesOf,
} from "../../features/history/index.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { readPageNumber } from "../../lib/http/listed-page.ts";
import { useTypes } from "../../lib/pages/page-data.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Pager } from "../../ui/pager.tsx";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import type { Route } from "./+types/history";
import { NoHistory } from "./empty-states.tsx";
import "../../features/history/history.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`History`);
}

export default function History() {
  const { profile } = usePerson();
  const { data: used } = useQuery(historyTypesOf(profile.id));
  const [parameters] = useSearchParams();
  const [isAsking, setIsAsking] = useState(false);
  const all = useTypes();
  const types = all.filter(({ slug }) => used?.includes(slug));
  const chosen = all.find(({ slug }) => slug === parameters.get("type"))?.slug;
  const choice = { userId: profile.id, type: chosen };
  const query = useQuery(historyPageOf(choice, readPageNumber(parameters.get("page"))));
  const shown = query.data?.items ?? [];
  const total = query.data?.paging.total ?? 0;

  const removeAll = async () => {
    setIsAsking(false);
    if (await clearHistory(choice))
      notify({
        kind: "fact",
        message: plural(total, { one: "# entry cleared", other: "# entries cleared" }),
      });
  };

  return (
    <>
      <div className="dashboard-head">
        <h1>{t`History`}</h1>
        {shown.length > 0 && (
          <Button onClick={() => setIsAsking(true)}>
            {chosen ? t`Clear these entries` : t`Clear history`}
          </Button>
        )}
      </div>
      {!query.data && (
        <div className="dashboard-section">
          <PendingPart failure={t`We couldn’t load your history.`} of={pendingOf(query)} height="16rem" />
        </div>
      )}
      {query.data && total === 0 && (
        <div className="dashboard-section">
          <NoHistory />
        </div>
      )}
      {types.length > 1 && (
        <nav className="dashboard-filter" aria-label={t({ message: "Type", context: "type of template" })}>
          <Link
            to="?"
            aria-current={chosen ? undefined : "true"}
            replace
            preventScrollReset
          >{t`All types`}</Link>
          {types.map(({ slug, plural: label }) => (
            <Link
              key={slug}
              to={`?type=${slug}`}
              aria-current={chosen === slug ? "true" : undefined}
              replace
              preventScrollReset
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      {groupByDay(shown, new Date()).map(({ day, label, records: own }) => (
        <section key={day} className="dashboard-section" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="day">
            {label}
          </h2>
          <ul className="log">
            {own.map((record) => (
              <HistoryLine
                key={record.id}
                record={record}
                onRemove={() => void clearRecord(profile.id, record.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      {query.data && query.data.paging.pages > 1 && (
        <Pager
          paging={query.data.paging}
          to={(page) =>
            `?${new URLSearchParams({ ...(chosen ? { type: chosen } : {}), page: String(page) })}`
          }
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={plural(total, { one: "Clear # entry?", other: "Clear # entries?" })}
        confirm={t`Clear`}
        isDestructive
        onConfirm={removeAll}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t`Your documents are kept. Only the history is deleted. This can’t be undone.`}</p>
      </ConfirmDialog>
    </>
  );
}
