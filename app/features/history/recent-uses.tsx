import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMoment } from "../../lib/format/moments.ts";
import { pageRatio } from "../../lib/pictures/page-format.ts";
import { type Pending, PendingPart, pendingOf } from "../../ui/pending.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { formatAction, historyPageOf, templateOf, type UsedTemplate } from "./history.ts";

const SHOWN_USED = 5;

type Use = { id: string; moment: Date; text: string; template: UsedTemplate };

/** `uses` is undefined until the history is known. */
type RecentlyUsed = Pending & { uses: Use[] | undefined };

/** The last use of each template, newest first, as far as the first page of the history goes. */
export function useRecentUses(userId: string): RecentlyUsed {
  const query = useQuery(historyPageOf({ userId }));
  const seen = new Set<string>();
  const uses = query.data?.items.flatMap((record): Use[] => {
    const template = templateOf(record);
    if (!template || seen.has(template.id)) return [];
    seen.add(template.id);
    const text = formatAction(record, template.template_name);
    return [{ id: record.id, moment: new Date(record.date_created), text, template }];
  });
  return { ...pendingOf(query), uses: uses?.slice(0, SHOWN_USED) };
}

/** The newest large, the others in a list; `empty` is shown if there are none. */
export function RecentUses({ recent, empty }: { recent: RecentlyUsed; empty: ReactNode }) {
  const { uses } = recent;
  if (!uses) return <UnknownUses recent={recent} />;
  const [last, ...others] = uses;
  return (
    <section className="dashboard-section">
      <div className="section-head">
        <h2>{t`Recently used`}</h2>
        {last && <Link className="link" to="/dashboard/history">{t`View history`}</Link>}
      </div>
      {last ? (
        <div className="recent">
          <NewestUse use={last} />
          <ul className="recent-list">
            {others.map((use) => (
              <li key={use.id}>
                <OlderUse use={use} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        empty
      )}
    </section>
  );
}

function UnknownUses({ recent }: { recent: RecentlyUsed }) {
  return (
    <section className="dashboard-section">
      {recent.hasFailed && (
        <div className="section-head">
          <h2>{t`Recently used`}</h2>
        </div>
      )}
      <PendingPart failure={t`We couldn’t load your history.`} of={recent} height="16rem" />
    </section>
  );
}

/** The same as a short list. */
export function RecentUsesList({ recent }: { recent: RecentlyUsed }) {
  const { uses } = recent;
  return (
    <section className="dashboard-section">
      <div className="section-head">
        <h2>{t`Recently used`}</h2>
        <Link className="link" to="/dashboard/history">{t`View history`}</Link>
      </div>
      {!uses && <PendingPart failure={t`We couldn’t load your history.`} of={recent} height="14rem" />}
      {uses?.length === 0 && <p className="muted">{t`Documents you create and download appear here.`}</p>}
      {uses && uses.length > 0 && (
        <ul className="last-uses">
          {uses.map(({ id, template, text, moment }) => (
            <li key={id}>
              <time dateTime={moment.toISOString()}>{formatMoment(moment)}</time>
              <span>{text}</span>
              <Link to={template.url}>{template.template_name}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NewestUse({ use: { template, text: action, moment } }: { use: Use }) {
  const ratio = pageRatio(template.page);
  const { template_name: name } = template;
  const time = formatMoment(moment);
  return (
    <div className="recent-last">
      <div className="cropped" style={{ "--ar": ratio }}>
        <i className="top-left" />
        <i className="top-right" />
        <i className="bottom-left" />
        <i className="bottom-right" />
        <Link to={template.url} tabIndex={-1} aria-hidden="true">
          <Sheet image={template.image} ratio={ratio} sizes="208px" />
        </Link>
      </div>
      <div>
        <h3>{name}</h3>
        <p>{t`${action}, ${time}`}</p>
        <Link className="button primary" to={template.url}>
          {t`Open ${name}`}
        </Link>
      </div>
    </div>
  );
}

function OlderUse({ use: { template, text, moment } }: { use: Use }) {
  const ratio = pageRatio(template.page);
  return (
    <Link to={template.url}>
      <span className="thumb">
        <Sheet image={template.image} ratio={ratio} sizes="44px" />
      </span>
      <span>
        <b>{template.template_name}</b>
        <small>{text}</small>
      </span>
      <time dateTime={moment.toISOString()}>{formatMoment(moment)}</time>
    </Link>
  );
}
