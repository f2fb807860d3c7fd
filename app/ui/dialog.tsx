import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { t } from "@lingui/core/macro";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import "./dialog.css";

export const DialogTitle = BaseDialog.Title;
export const DialogDescription = BaseDialog.Description;
export const DialogClose = BaseDialog.Close;

type FrameProps = ComponentProps<typeof BaseDialog.Popup> & {
  isOpen?: boolean;
  /** An alert dialog stays open when its backdrop is pressed. */
  isAlert?: boolean;
  onClose(): void;
};

/** A modal dialog without a look of its own; closes with Escape and by pressing the backdrop. */
export function DialogFrame({ isOpen = true, isAlert = false, onClose, ...popup }: FrameProps) {
  const Root = isAlert ? AlertDialog.Root : BaseDialog.Root;
  return (
    <Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="scrim" />
        <BaseDialog.Popup {...popup} />
      </BaseDialog.Portal>
    </Root>
  );
}

type DialogProps = Omit<FrameProps, "title" | "className"> & {
  /** Content that names itself uses a DialogTitle instead. */
  title?: ReactNode;
  className?: string;
};

export function Dialog({ title, className = "", children, ...frame }: DialogProps) {
  return (
    <DialogFrame {...frame} className={`panel dialog ${className}`}>
      {title && <DialogTitle>{title}</DialogTitle>}
      {children}
    </DialogFrame>
  );
}

type ActionsProps = { close: ReactNode; isClosePrimary?: boolean; children?: ReactNode };

/** The last line of a dialog: the button that closes it, then those that do something. */
export function DialogActions({ close, isClosePrimary = false, children }: ActionsProps) {
  return (
    <div className="dialog-actions">
      <DialogClose className={isClosePrimary ? "button primary" : "button"}>{close}</DialogClose>
      {children}
    </div>
  );
}

type ConfirmProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** What happens: "Clear the history". */
  confirm: string;
  cancel?: string;
  isDestructive?: boolean;
  /** Gets the focus when the dialog closes, if what had it before is not to. */
  finalFocus?: FrameProps["finalFocus"];
  onConfirm(): void;
  onCancel(): void;
};

/** Asks for confirmation before something that can't be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  const {
    isOpen,
    title,
    children,
    confirm,
    cancel = t`Cancel`,
    isDestructive = false,
    finalFocus,
    onConfirm,
    onCancel,
  } = props;
  return (
    <Dialog isAlert isOpen={isOpen} title={title} finalFocus={finalFocus} onClose={onCancel}>
      <DialogDescription render={<div />}>{children}</DialogDescription>
      <DialogActions close={cancel}>
        <Button variant={isDestructive ? "danger" : "primary"} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
