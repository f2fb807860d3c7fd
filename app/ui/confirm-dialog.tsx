import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import "./dialogs.css";

type Props = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** What happens: "Clear the history". */
  confirm: string;
  cancel?: string;
  isGrave?: boolean;
  onConfirm(): void;
  onCancel(): void;
};

/** Asks once, before something that can't be taken back. */
export function ConfirmDialog(props: Props) {
  const { isOpen, title, children, confirm, cancel = "Cancel", isGrave = false, onConfirm, onCancel } = props;
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="panel dialog">
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>
          <div className="dialog-actions">
            <AlertDialog.Close className="button">{cancel}</AlertDialog.Close>
            <button type="button" className={isGrave ? "button grave" : "button primary"} onClick={onConfirm}>
              {confirm}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
