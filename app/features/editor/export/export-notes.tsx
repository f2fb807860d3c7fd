import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import type { FieldPath } from "../draft.ts";

/** What to say about an export, each part with the field it is about. */
export type ExportNotes = {
  title: string;
  lead: ReactNode;
  notes: { path: FieldPath | undefined; label: string; words: string }[];
};

type Props = { notes: ExportNotes | undefined; onField(path: FieldPath): void; onClose(): void };

export function ExportNotesDialog({ notes, onField, onClose }: Props) {
  return (
    <Dialog.Root open={notes !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="panel dialog">
          <Dialog.Title>{notes?.title}</Dialog.Title>
          <Dialog.Description>{notes?.lead}</Dialog.Description>
          <ul className="export-notes">
            {notes?.notes.map(({ path, label, words }) => (
              <li key={`${path} ${words}`}>
                {path ? (
                  <button type="button" className="link" onClick={() => onField(path)}>
                    {label}
                  </button>
                ) : (
                  label
                )}
                : {words}
              </li>
            ))}
          </ul>
          <div className="dialog-actions">
            <Dialog.Close className="button">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
