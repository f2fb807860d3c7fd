import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import {
  clearHistory,
  groupByDay,
  HistoryLine,
  type HistoryRecord,
  historyOf,
  usedTemplatesOf,
} from "../../features/history/index.ts";
import { queryClient } from "../../lib/content-client.ts";
import { tell } from "../../lib/messages.ts";
import { useTypes } from "../../lib/page-data.ts";
import { describePersonalPage } from "../../lib/page-meta.ts";
import { usePerson } from "../../shell/dashboard-layout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { Route } from "./+types/history";
import { NothingUsed } from "./nothing-yet.tsx";
import "../../features/history/history.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "History");
}

const typeOf = ({ template_id }: HistoryRecord) => template_id[0]?.templates_id?.type;

export default function History() {
  const { profile } = usePerson();
  const { data: records } = useQuery(historyOf(profile.id), queryClient);
  const { data: templates } = useQuery(usedTemplatesOf(profile.id), queryClient);
  const [parameters] = useSearchParams();
  const [isAsking, setIsAsking] = useState(false);
  const used = new Set(records?.map(typeOf));
  const types = useTypes().filter(({ slug }) => used.has(slug));
  const chosen = types.find(({ slug }) => slug === parameters.get("type"))?.slug;
  const shown = records?.filter((record) => !chosen || typeOf(record) === chosen) ?? [];

  const remove = (record: HistoryRecord) => clearHistory(profile.id, [record.id]);
  const removeShown = async () => {
    setIsAsking(false);
    const count = shown.length;
    const isGone = await clearHistory(
      profile.id,
      shown.map(({ id }) => id),
    );
    if (isGone)
      tell({ kind: "fact", words: count === 1 ? "One record was cleared" : `${count} records were cleared` });
  };

  return (
    <>
      <div className="desk-head">
        <h1>History</h1>
        {shown.length > 0 && (
          <button type="button" className="button" onClick={() => setIsAsking(true)}>
            {chosen ? "Clear these" : "Clear all"}
          </button>
        )}
      </div>
      {!records && <span className="skeleton desk-section" style={{ height: "16rem" }} />}
      {records?.length === 0 && (
        <div className="desk-section">
          <NothingUsed />
        </div>
      )}
      {types.length > 1 && (
        <nav className="desk-filter" aria-label="Type">
          <Link to="?" aria-current={chosen ? undefined : "true"} replace preventScrollReset>
            Everything
          </Link>
          {types.map(({ slug, plural }) => (
            <Link
              key={slug}
              to={`?type=${slug}`}
              aria-current={chosen === slug ? "true" : undefined}
              replace
              preventScrollReset
            >
              {plural}
            </Link>
          ))}
        </nav>
      )}
      {groupByDay(shown, new Date()).map(({ day, label, records: own }) => (
        <section key={day} className="desk-section" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="day">
            {label}
          </h2>
          <ul className="log">
            {own.map((record) => (
              <HistoryLine
                key={record.id}
                record={record}
                template={templates?.get(record.id)}
                onRemove={() => remove(record)}
              />
            ))}
          </ul>
        </section>
      ))}
      <ConfirmDialog
        isOpen={isAsking}
        title={shown.length === 1 ? "Clear this record?" : `Clear ${shown.length} records?`}
        confirm="Clear"
        isGrave
        onConfirm={removeShown}
        onCancel={() => setIsAsking(false)}
      >
        <p>What you made stays; only the memory of it goes. This can’t be taken back.</p>
      </ConfirmDialog>
    </>
  );
}
