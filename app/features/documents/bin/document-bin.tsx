// Loaded when the bin is opened.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { DAYS_IN_BIN } from "../../../../contract/limits.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import styles from "./bin.module.css";
import { type BinnedDocument, binOf, daysLeft, removeForGood, restoreDocuments } from "./binned-documents.ts";

/** Documents deleted in the last 30 days, to restore or delete permanently. */
export default function DocumentBin({ userId }: { userId: string }) {
  const bin = useQuery(binOf(userId));
  const [leaving, setLeaving] = useState<readonly BinnedDocument[]>();
  const documents = bin.data ?? [];
  const isAll = leaving !== undefined && leaving.length === documents.length && leaving.length > 1;
  return (
    <div className={styles.documentBin}>
      <div className="dashboard-head documents-head">
        <h1>{t`Bin`}</h1>
        <Link className="button" to="/dashboard/documents">{t`All documents`}</Link>
        {documents.length > 0 && <Button onClick={() => setLeaving(documents)}>{t`Empty bin`}</Button>}
      </div>
      {documents.length > 0 && (
        <p className="dashboard-lead">
          {plural(
            { days: DAYS_IN_BIN },
            {
              one: "Documents stay here for # day and count towards your storage. Shared links don’t work while a document is in the bin.",
              other:
                "Documents stay here for # days and count towards your storage. Shared links don’t work while a document is in the bin.",
            },
          )}
        </p>
      )}
      {bin.isPending && (
        <span className="skeleton dashboard-section" style={{ height: "16rem" }} aria-busy="true" />
      )}
      {bin.isError && (
        <p className="dashboard-lead" role="alert">
          <Trans>
            We couldn’t load the bin.{" "}
            <button type="button" className="link" onClick={() => void bin.refetch()}>
              Try again
            </button>
          </Trans>
        </p>
      )}
      {bin.isSuccess && documents.length === 0 && (
        <div className="dashboard-section">
          <EmptyState
            title={t`The bin is empty`}
            action={<Link className="button primary" to="/dashboard/documents">{t`Go to my documents`}</Link>}
          >
            {plural(
              { days: DAYS_IN_BIN },
              {
                one: "Documents you delete stay here for # day.",
                other: "Documents you delete stay here for # days.",
              },
            )}
          </EmptyState>
        </div>
      )}
      <ul className={styles.binList}>
        {documents.map((document) => (
          <li key={document.id}>
            <div>
              <h2>{document.title}</h2>
              <p className="meta">
                {document.templates_id?.template_name ?? t`Template no longer available`}
                {" · "}
                {formatDaysLeft(document.date_deleted)}
              </p>
            </div>
            <Button
              size="small"
              aria-label={t`Restore ${{ title: document.title }}`}
              onClick={() => void restoreDocuments([document])}
            >{t`Restore`}</Button>
            <Button
              size="small"
              aria-label={t`Delete permanently: ${{ title: document.title }}`}
              onClick={() => setLeaving([document])}
            >{t`Delete permanently`}</Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={isAll ? t`Empty the bin?` : t`Delete permanently?`}
        confirm={isAll ? t`Empty bin` : t`Delete permanently`}
        isDestructive
        onConfirm={() => {
          if (leaving) void removeForGood(leaving);
          setLeaving(undefined);
        }}
        onCancel={() => setLeaving(undefined)}
      >
        <p>
          {leaving?.length === 1
            ? t`“${{ title: leaving[0]?.title ?? "" }}” will be deleted permanently. This can’t be undone.`
            : plural(
                { count: leaving?.length ?? 0 },
                {
                  one: "# document will be deleted permanently. This can’t be undone.",
                  other: "# documents will be deleted permanently. This can’t be undone.",
                },
              )}
        </p>
      </ConfirmDialog>
    </div>
  );
}

function formatDaysLeft(deleted: string | null): string {
  const days = deleted === null ? 0 : daysLeft(deleted, new Date());
  if (days <= 1) return t`Deleted permanently within a day`;
  return plural(days, { one: "Deleted permanently in # day", other: "Deleted permanently in # days" });
}
