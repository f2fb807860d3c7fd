import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { queryClient } from "../../lib/content-client.ts";
import { sayMoment } from "../../lib/moments.ts";
import { pageRatio } from "../../lib/page-format.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { historyOf, sayAction, type UsedTemplate, usedTemplatesOf } from "./history.ts";

const SHOWN_USED = 5;

type Use = { id: string; moment: Date; words: string; template: UsedTemplate };

/** The last use of each template, newest first; undefined until the history is known. */
export function useRecentUses(userId: string): Use[] | undefined {
  const { data: records } = useQuery(historyOf(userId), queryClient);
  const { data: templates } = useQuery(usedTemplatesOf(userId), queryClient);
  if (!records || !templates) return undefined;
  const uses = records.flatMap((record): Use[] => {
    const template = templates.get(record.id);
    if (!template) return [];
    const words = sayAction(record, template.template_name);
    return [{ id: record.id, moment: new Date(record.date_created), words, template }];
  });
  // The last use of each template; the history has the others.
  const seen = new Set<string>();
  return uses.filter(({ template: { id } }) => !seen.has(id) && seen.add(id)).slice(0, SHOWN_USED);
}

/** The newest large, the others in a list; `empty` stands where there is none. */
export function RecentUses({ uses, empty }: { uses: Use[] | undefined; empty: ReactNode }) {
  if (!uses) return <span className="skeleton desk-section" style={{ height: "16rem" }} />;
  const [last, ...others] = uses;
  return (
    <section className="desk-section">
      <div className="section-head">
        <h2>Recently used</h2>
        {last && (
          <Link className="link" to="/dashboard/history">
            Everything
          </Link>
        )}
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

/** The same in a few words. */
export function RecentUsesList({ uses }: { uses: Use[] | undefined }) {
  return (
    <section className="desk-section">
      <div className="section-head">
        <h2>Recently used</h2>
        <Link className="link" to="/dashboard/history">
          Everything
        </Link>
      </div>
      {!uses && <span className="skeleton" style={{ height: "14rem" }} />}
      {uses?.length === 0 && <p className="muted">What you make and download is remembered here.</p>}
      {uses && uses.length > 0 && (
        <ul className="last-uses">
          {uses.map(({ id, template, words, moment }) => (
            <li key={id}>
              <time dateTime={moment.toISOString()}>{sayMoment(moment)}</time>
              <span>{words}</span>
              <Link to={template.url}>{template.template_name}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NewestUse({ use: { template, words, moment } }: { use: Use }) {
  const ratio = pageRatio(template.page);
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
        <h3>{template.template_name}</h3>
        <p>
          {words}, {sayMoment(moment)}
        </p>
        <Link className="button primary" to={template.url}>
          Open {template.template_name}
        </Link>
      </div>
    </div>
  );
}

function OlderUse({ use: { template, words, moment } }: { use: Use }) {
  const ratio = pageRatio(template.page);
  return (
    <Link to={template.url}>
      <span className="thumb">
        <Sheet image={template.image} ratio={ratio} sizes="44px" />
      </span>
      <span>
        <b>{template.template_name}</b>
        <small>{words}</small>
      </span>
      <time dateTime={moment.toISOString()}>{sayMoment(moment)}</time>
    </Link>
  );
}
