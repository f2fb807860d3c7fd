import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { WebhooksOff } from "../../features/account/index.ts";
import { TemplateShelf } from "../../features/catalogue/index.ts";
import { ContinueShelf, recentDocumentsOf } from "../../features/documents/index.ts";
import { RecentUses, RecentUsesList, useRecentUses } from "../../features/history/index.ts";
import { ProfileRows } from "../../features/profile/index.ts";
import { EInvoiceDrop } from "../../features/received/index.ts";
import { useSavedTemplates } from "../../features/saved/index.ts";
import { submissionSettings } from "../../features/submissions/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import { type Pending, PendingPart, pendingOf } from "../../ui/pending.tsx";
import type { Route } from "./+types/overview";
import { NoHistory, NoSavedTemplates } from "./empty-states.tsx";
import { FirstSteps } from "./first-steps.tsx";
import styles from "./overview.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Dashboard`);
}

export default function Overview() {
  const { profile, role } = usePerson();
  const recent = useRecentUses(profile.id);
  const shelf = useSavedTemplates(profile.id);
  const query = useQuery(recentDocumentsOf(profile.id));
  const { data: documents } = query;
  const unknown = pendingOf(query);
  const hasDocuments = documents !== undefined && documents.length > 0;
  const isNew = recent.uses?.length === 0 && shelf.saved?.length === 0 && documents?.length === 0;
  return (
    <>
      <h1>{t`Overview`}</h1>
      <WebhooksOff />
      {isNew ? (
        <FirstSteps />
      ) : (
        <>
          {hasDocuments && <ContinueShelf documents={documents} />}
          {!documents && <UnknownDocuments of={unknown} />}
          {!hasDocuments && (documents || unknown.hasFailed) && (
            <RecentUses recent={recent} empty={<NoHistory isWithin />} />
          )}
          <SavedShelf shelf={shelf} />
        </>
      )}
      <div className={hasDocuments ? styles.dashboardPair : undefined}>
        {hasDocuments && <RecentUsesList recent={recent} />}
        <section className="dashboard-section">
          <div className="section-head">
            <h2>{t`Profile`}</h2>
            <Link className="link" to="/dashboard/profile">{t`View and edit`}</Link>
          </div>
          <ProfileRows profile={profile} isPaired={!hasDocuments} />
        </section>
      </div>
      <EInvoiceDrop />
      {role === "person" && <SubmissionsLink />}
    </>
  );
}

/** Shown only while the library accepts templates. */
function SubmissionsLink() {
  const { data } = useQuery(submissionSettings);
  if (!data?.isOn) return null;
  return (
    <section className="dashboard-section">
      <div className="section-head">
        <h2>{t`Your templates`}</h2>
        <Link className="link" to="/dashboard/templates">{t`Create and submit`}</Link>
      </div>
      <p className="muted">{t`Have a template others could use? Submit it to this library.`}</p>
    </section>
  );
}

function UnknownDocuments({ of }: { of: Pending }) {
  return (
    <section className="dashboard-section">
      {of.hasFailed && (
        <div className="section-head">
          <h2>{t({ message: "Continue", context: "heading: documents to continue working on" })}</h2>
        </div>
      )}
      <PendingPart failure={t`We couldn’t load your documents.`} of={of} height="16rem" />
    </section>
  );
}

function SavedShelf({ shelf }: { shelf: ReturnType<typeof useSavedTemplates> }) {
  const { saved } = shelf;
  const count = saved?.length ?? 0;
  const available = saved?.filter(({ state }) => state === "published") ?? [];
  return (
    <section className="dashboard-section">
      <div className="section-head">
        <h2>{t({ message: "Saved", context: "saved templates" })}</h2>
        {count > 0 && (
          <Link className="link" to="/dashboard/saved">
            {plural(count, { one: "View # template", other: "View all # templates" })}
          </Link>
        )}
      </div>
      {!saved ? (
        <PendingPart failure={t`We couldn’t load your saved templates.`} of={shelf} height="14rem" />
      ) : available.length > 0 ? (
        <TemplateShelf templates={available} />
      ) : saved.length > 0 ? (
        <p className="muted">{t`Your saved templates are no longer available.`}</p>
      ) : (
        <NoSavedTemplates isWithin />
      )}
    </section>
  );
}
