import drawing from "virtual:icon/layers";
import plus from "virtual:icon/plus";
import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { MAX_DRAFT_SOURCE, MAX_DRAFTS } from "../../../contract/limits.ts";
import { NewTemplateDialog } from "../../features/studio/editor/index.ts";
import { OwnDraft, ownDrafts, PublishedList } from "../../features/studio/submissions/index.ts";
import { ownPublished, submissionSettings } from "../../features/submissions/index.ts";
import { formatNumber } from "../../lib/i18n/intl.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import type { Route } from "./+types/templates";

const KILOBYTE = 1_000;

function describeLimits(isFull: boolean): string {
  if (isFull)
    return plural(MAX_DRAFTS, {
      one: "You’ve reached the limit of # draft. Submit or delete it to create another.",
      other: "You’ve reached the limit of # drafts. Submit or delete one to create another.",
    });
  const kilobytes = formatNumber(Math.round(MAX_DRAFT_SOURCE / KILOBYTE));
  return plural(MAX_DRAFTS, {
    one: `You can have up to # draft, with up to ${kilobytes} KB of source.`,
    other: `You can have up to # drafts, each with up to ${kilobytes} KB of source.`,
  });
}

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Your templates`);
}

/** A person's template drafts, their reviews, and the templates published under their name. */
export default function OwnTemplates() {
  const { profile, role } = usePerson();
  const setting = useQuery({ ...submissionSettings, refetchOnMount: "always" }).data;
  const isOn = setting?.isOn === true && role === "person";
  const query = useQuery({ ...ownDrafts(profile.id), enabled: isOn, refetchOnMount: "always" });
  const { data: published } = useQuery({ ...ownPublished, refetchOnMount: "always" });
  const [isNew, setNew] = useState(false);
  const drafts = query.data;
  const isFull = drafts !== undefined && drafts.length >= MAX_DRAFTS;
  return (
    <>
      <div className="dashboard-head">
        <h1>{t`Your templates`}</h1>
        {isOn && drafts && drafts.length > 0 && (
          <Button
            variant="primary"
            disabled={isFull}
            aria-describedby="draft-limits"
            onClick={() => setNew(true)}
          >
            <Icon of={plus} />
            {t`New template`}
          </Button>
        )}
      </div>
      {setting && !isOn ? (
        <p className="dashboard-lead">
          {role === "operator"
            ? t`Operators create templates in the studio.`
            : t`This library isn’t accepting templates at the moment. Your drafts are kept.`}
        </p>
      ) : (
        <p className="dashboard-lead" id="draft-limits">
          {t`Create a template and submit it. Once accepted, it’s published under your name.`}{" "}
          {describeLimits(isFull)}
        </p>
      )}
      {isOn && !drafts && (
        <div className="dashboard-section">
          <PendingPart failure={t`We couldn’t load your drafts.`} of={pendingOf(query)} height="12rem" />
        </div>
      )}
      {isOn && drafts?.length === 0 && (
        <div className="dashboard-section">
          <EmptyState
            title={t`No templates yet`}
            drawing={drawing}
            action={<Button variant="primary" onClick={() => setNew(true)}>{t`Create template`}</Button>}
          >{t`Start with an empty page or a copy of an existing template.`}</EmptyState>
        </div>
      )}
      {isOn && drafts && drafts.length > 0 && (
        <ul className="own-drafts dashboard-section" aria-label={t`Your drafts`}>
          {drafts.map((draft) => (
            <OwnDraft key={draft.id} draft={draft} authorName={profile.name} userId={profile.id} />
          ))}
        </ul>
      )}
      {published && published.templates.length > 0 && (
        <section className="dashboard-section">
          <div className="section-head">
            <h2>{t`Published`}</h2>
            {published.handle && (
              <Link className="link" to={`/authors/${published.handle}`}>{t`Your author page`}</Link>
            )}
          </div>
          <PublishedList templates={published.templates} canChange={isOn && !isFull} />
        </section>
      )}
      <NewTemplateDialog isOpen={isNew} onClose={() => setNew(false)} />
    </>
  );
}
