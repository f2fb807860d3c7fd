import tableIcon from "virtual:icon/table";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { reportFailure } from "../../../lib/http/failures.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { isolate } from "../../../lib/i18n/intl.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { correctJobRow, isGone, type JobRowPlace, jobRowIn, jobRowOf } from "../../jobs/index.ts";
import type { FieldPath } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { type ExportNotes, ExportNotesDialog } from "../export/export-notes.tsx";
import { notesOf } from "../export/refusal-notes.ts";
import { languageOf } from "../numbers/document-numbers.ts";

type Props = { template: EditorTemplate; store: DraftStore; onProblem(path: FieldPath): void };

/** Above the fields of a document that corrects a failed row of a job: adds its PDF to the job's result. */
export function JobRowNotice(props: Props) {
  const [place] = useState(() => (isPrivatePage() ? undefined : jobRowIn(location.search)));
  return place && <Notice place={place} {...props} />;
}

function Notice({ place, template, store, onProblem }: Props & { place: JobRowPlace }) {
  const { job, row } = place;
  const { data: known, error, refetch } = useQuery(jobRowOf(place));
  const [isBusy, setIsBusy] = useState(false);
  const [notes, setNotes] = useState<ExportNotes>();
  const go = useNavigate();
  const path = `/dashboard/jobs/${job}`;
  const add = async () => {
    setIsBusy(true);
    try {
      await correctJobRow(place, store.read().data);
      notify({ kind: "fact", message: t`Row ${row} is in the result of the job.` });
      await go(path);
    } catch (error) {
      if (error instanceof RefusedCall && error.faults.length > 0) {
        const lead = t`The row was not added to the result. Check these fields and try again:`;
        setNotes(notesOf(template, languageOf(store.read().theme), error, lead));
      } else {
        const outcome = t`We couldn’t add this row to the result.`;
        reportFailure(error, { failure: "Correcting a row failed", outcome });
        await refetch(); // the job may be gone, or another tab was first
      }
    }
    setIsBusy(false);
  };
  if (isGone(error))
    return (
      <div className="ed-notice" role="status">
        <Icon of={tableIcon} />
        <p>{t`The job of this row was deleted or has expired. You can still download this document.`}</p>
      </div>
    );
  if (!known) return null;
  const title = isolate(known.title);
  if (known.state === "made")
    return (
      <div className="ed-notice" role="status">
        <Icon of={tableIcon} />
        <p>{t`Row ${row} of “${title}” is in the result of the job.`}</p>
        <Link className="button" to={path}>{t`Open job`}</Link>
      </div>
    );
  return (
    <div className="ed-notice" role="status">
      <Icon of={tableIcon} />
      <p>
        <Trans>
          <b>
            Row {row} of “{title}”.
          </b>{" "}
          Correct it, then add its PDF to the result of the job.
        </Trans>
      </p>
      <Button isBusy={isBusy} busyMessage={t`Adding…`} onClick={() => void add()}>
        {t`Add to result`}
      </Button>
      <ExportNotesDialog
        notes={notes}
        onField={(path) => {
          setNotes(undefined);
          onProblem(path);
        }}
        onClose={() => setNotes(undefined)}
      />
    </div>
  );
}
