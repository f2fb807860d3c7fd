import inbox from "virtual:icon/inbox";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Queue, Review, SubmissionSettingsDialog } from "../../features/studio/submissions/index.ts";
import { submissionList, submissionSettings } from "../../features/submissions/index.ts";
import { formatNumber } from "../../lib/i18n/intl.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useMedia } from "../../ui/media.ts";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import type { Route } from "./+types/submissions";

const WIDE = "(min-width: 1200px)";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Submissions · Studio`);
}

/** The submissions: the queue on the left, and the one under review. */
export default function StudioHandedIn({ params: { id: chosen } }: Route.ComponentProps) {
  const query = useQuery({ ...submissionList, refetchOnMount: "always" });
  const { data: setting } = useQuery({ ...submissionSettings, refetchOnMount: "always" });
  const [isSetting, setSetting] = useState(false);
  const isWide = useMedia(WIDE);
  const { data } = query;
  const submissions = data?.submissions ?? [];
  const waiting = submissions.filter(({ state }) => state === "handed_in");
  // A wide window also shows the first submission; otherwise the queue is a page of its own.
  const shown = submissions.find(({ id }) => id === chosen) ?? (chosen || !isWide ? undefined : waiting[0]);
  const isEmpty = data && submissions.length === 0 && data.accepted.length === 0;
  return (
    <div className="submissions" data-shows={shown || chosen ? "one" : "queue"}>
      <section className="queue" aria-label={t`Submissions`}>
        <header className="queue-head">
          <h1>
            {t`Submissions`} {waiting.length > 0 && <small>{formatNumber(waiting.length)}</small>}
          </h1>
          {setting && (
            <button type="button" className="link" onClick={() => setSetting(true)}>
              {setting.isOn ? t`Submissions are open` : t`Submissions are closed`}
            </button>
          )}
        </header>
        {!data && (
          <PendingPart failure={t`We couldn’t load the submissions.`} of={pendingOf(query)} height="12rem" />
        )}
        {data && !isEmpty && <Queue handedIn={data} shown={shown?.id} />}
      </section>
      {shown && <Review key={shown.id} submission={shown} />}
      {data && !shown && (chosen || isWide || isEmpty) && (
        <div className="submissions-none">
          <Nothing
            title={chosen ? t`Already reviewed` : t`Nothing to review`}
            isOn={setting?.isOn !== false}
            onSwitch={() => setSetting(true)}
          />
        </div>
      )}
      {setting && (
        <SubmissionSettingsDialog setting={setting} isOpen={isSetting} onClose={() => setSetting(false)} />
      )}
    </div>
  );
}

function Nothing({ title, isOn, onSwitch }: { title: string; isOn: boolean; onSwitch(): void }) {
  if (isOn)
    return (
      <EmptyState
        title={title}
        drawing={inbox}
      >{t`Templates that people submit appear here for you to accept or reject.`}</EmptyState>
    );
  return (
    <EmptyState
      title={t`Submissions are closed`}
      drawing={inbox}
      action={
        <Button variant="primary" onClick={onSwitch}>
          {t({ message: "Open submissions", context: "verb: let people submit templates" })}
        </Button>
      }
    >{t`When submissions are open, anyone with an account can create a template and submit it. Nothing is published until you accept it.`}</EmptyState>
  );
}
