import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Dialog, DialogActions, DialogDescription } from "../../../ui/dialog.tsx";
import type { FieldPath } from "../draft.ts";
import styles from "./export.module.css";

/** Messages about an export, each with its field. */
export type ExportNotes = {
  title: string;
  lead: ReactNode;
  notes: { path: FieldPath | undefined; label: string; message: string }[];
};

type Props = { notes: ExportNotes | undefined; onField(path: FieldPath): void; onClose(): void };

export function ExportNotesDialog({ notes, onField, onClose }: Props) {
  return (
    <Dialog isOpen={notes !== undefined} title={notes?.title} onClose={onClose}>
      <DialogDescription>{notes?.lead}</DialogDescription>
      <ul className={styles.exportNotes}>
        {notes?.notes.map(({ path, label, message }) => (
          <li key={`${path} ${message}`}>
            {path ? (
              <Trans>
                <button type="button" className="link" onClick={() => onField(path)}>
                  {label}
                </button>
                : {message}
              </Trans>
            ) : (
              t`${label}: ${message}`
            )}
          </li>
        ))}
      </ul>
      <DialogActions close={t`Close`} />
    </Dialog>
  );
}
