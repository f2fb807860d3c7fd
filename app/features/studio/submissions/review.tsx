import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { TemplateDraft } from "../../../../contract/templates/drafts.ts";
import type { Submission } from "../../../../contract/templates/submissions.ts";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import { commentsOf, numberedComments } from "../../submissions/index.ts";
import { useChecks } from "../editor/checks/use-checks.ts";
import { readDraft } from "../editor/drafts-client.ts";
import { EditorContext } from "../editor/editor-context.ts";
import { type ReviewSession, useReviewSession } from "./review-session.ts";
import { ReviewSheet } from "./review-sheet.tsx";
import { ReviewSide } from "./review-side.tsx";

/** One submission: its pages and samples, the facts about it, and the comments. */
export function Review({ submission }: { submission: Submission }) {
  const { id, rev } = submission;
  const query = useQuery({
    queryKey: ["handed-in", "draft", id, rev],
    queryFn: () => readDraft(id),
    gcTime: 0,
  });
  if (!query.data)
    return (
      <div className="submissions-none">
        <PendingPart failure={t`We couldn’t load this template.`} of={pendingOf(query)} height="20rem" />
      </div>
    );
  return <OpenReview submission={submission} draft={query.data} />;
}

type Props = { submission: Submission; draft: TemplateDraft };

function OpenReview({ submission, draft }: Props) {
  const reading = useReviewSession(draft);
  return reading ? <Parts submission={submission} draft={draft} reading={reading} /> : null;
}

function Parts({ submission, draft, reading }: Props & { reading: ReviewSession }) {
  const { own, parts, proofs } = reading;
  const { data } = useQuery(commentsOf(draft.id));
  const checks = useChecks(own, proofs, draft.templates_id);
  const [about, setAbout] = useState<string | null>(null);
  const writing = useRef<HTMLTextAreaElement>(null);
  const { rows } = parts.fieldsOf(own.get());
  const labelOf = (field: string) => rows.find(({ path }) => path === field)?.label || field;
  const numbers = new Map(
    numberedComments(data ?? []).flatMap(({ field, number }) =>
      field !== null && number !== undefined ? [[field, number] as const] : [],
    ),
  );
  return (
    <EditorContext value={parts}>
      <ReviewSheet
        draft={draft}
        reading={reading}
        numbers={numbers}
        about={about}
        labelOf={labelOf}
        onAbout={(field) => {
          setAbout(field);
          if (field !== null) writing.current?.focus();
        }}
      />
      <ReviewSide
        submission={submission}
        draft={draft}
        reading={reading}
        checks={checks}
        rows={rows}
        talk={{ about, onAbout: setAbout, labelOf, input: writing }}
      />
    </EditorContext>
  );
}
