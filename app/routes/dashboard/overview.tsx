import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { Link } from "react-router";
import type { CardTemplate } from "../../../contract/records.ts";
import { ContinueShelf, recentDocumentsOf } from "../../features/documents/index.ts";
import { historyOf, sayAction, type UsedTemplate, usedTemplatesOf } from "../../features/history/index.ts";
import { ProfileRows } from "../../features/profile/index.ts";
import { useSavedTemplates } from "../../features/saved/index.ts";
import { queryClient } from "../../lib/content-client.ts";
import { sayMoment } from "../../lib/moments.ts";
import { pageRatio } from "../../lib/page-format.ts";
import { describePersonalPage } from "../../lib/page-meta.ts";
import { usePerson } from "../../shell/dashboard-layout.tsx";
import { NothingSaved, NothingUsed } from "../../ui/nothing-yet.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import type { Route } from "./+types/overview";
import { FirstSteps } from "./first-steps.tsx";
import { Shelf } from "./shelf.tsx";
import "./overview.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "Dashboard");
}

const SHOWN_USED = 5;

export default function Overview() {
  const { profile } = usePerson();
  const uses = useRecentUses(profile.id);
  const saved = useSavedTemplates(profile.id);
  const { data: documents, isPending } = useQuery(recentDocumentsOf(profile.id), queryClient);
  const hasDocuments = documents !== undefined && documents.length > 0;
  const isNew = uses?.length === 0 && saved?.length === 0 && !hasDocuments;
  return (
    <>
      <h1>On your table</h1>
      {isNew ? (
        <FirstSteps />
      ) : (
        <>
          {hasDocuments ? (
            <ContinueShelf documents={documents} />
          ) : (
            <RecentlyUsed uses={isPending ? undefined : uses} />
          )}
          <SavedShelf saved={saved} />
        </>
      )}
      <div className={hasDocuments ? "desk-pair" : undefined}>
        {hasDocuments && <LastUses uses={uses} />}
        <section className="desk-section">
          <div className="section-head">
            <h2>Profile</h2>
            <Link className="link" to="/dashboard/profile">
              View and edit
            </Link>
          </div>
          <ProfileRows profile={profile} isPaired={!hasDocuments} />
        </section>
      </div>
    </>
  );
}

type Use = { id: string; moment: Date; words: string; template: UsedTemplate };

function useRecentUses(userId: string): Use[] | undefined {
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

function RecentlyUsed({ uses }: { uses: Use[] | undefined }) {
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
          <LastUse use={last} />
          <ul className="recent-list">
            {others.map((use) => (
              <li key={use.id}>
                <RecentUse use={use} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <NothingUsed isWithin />
      )}
    </section>
  );
}

/** In a few words, where the documents themselves lie above. */
function LastUses({ uses }: { uses: Use[] | undefined }) {
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

function LastUse({ use: { template, words, moment } }: { use: Use }) {
  const ratio = pageRatio(template.page);
  return (
    <div className="recent-last">
      <div className="cropped" style={{ "--ar": ratio } as CSSProperties}>
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

function RecentUse({ use: { template, words, moment } }: { use: Use }) {
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

function SavedShelf({ saved }: { saved: CardTemplate[] | undefined }) {
  return (
    <section className="desk-section">
      <div className="section-head">
        <h2>Saved</h2>
        {saved && saved.length > 0 && (
          <Link className="link" to="/dashboard/saved">
            {saved.length === 1 ? "1 saved" : `All ${saved.length} saved`}
          </Link>
        )}
      </div>
      {!saved ? (
        <span className="skeleton" style={{ height: "14rem" }} />
      ) : saved.length > 0 ? (
        <Shelf templates={saved} />
      ) : (
        <NothingSaved isWithin />
      )}
    </section>
  );
}
