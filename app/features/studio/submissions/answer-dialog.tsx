import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions, DialogTitle } from "../../../ui/dialog.tsx";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { TextArea } from "../../../ui/text-field.tsx";
import styles from "./submissions.module.css";

export type AnswerKind = "asked" | "refused";

const texts = (): Record<AnswerKind, { title: string; label: string; hint: string; send: string }> => ({
  asked: {
    title: t`Request changes`,
    label: t`What should change?`,
    hint: t`The template goes back to its author, who can edit it and submit it again.`,
    send: t`Request changes`,
  },
  refused: {
    title: t`Reject this template`,
    label: t`Reason`,
    hint: t`The author sees this reason. They keep the template and can submit it again.`,
    send: t`Reject`,
  },
});

type Props = {
  kind: AnswerKind | undefined;
  onClose(): void;
  /** Rejects with the server's error. */
  onSend(kind: AnswerKind, reason: string): Promise<void>;
};

/** Returns a template to its author; a reason is required. */
export function AnswerDialog({ kind, onClose, onSend }: Props) {
  return (
    <Dialog isOpen={kind !== undefined} className={styles.submissionDialog} onClose={onClose}>
      {kind && <AnswerForm kind={kind} onSend={onSend} />}
    </Dialog>
  );
}

function AnswerForm({ kind, onSend }: { kind: AnswerKind; onSend: Props["onSend"] }) {
  const { title, label, hint, send } = texts()[kind];
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const sending = useMutation({ mutationFn: () => onSend(kind, reason.trim()) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending) return;
    if (reason.trim() === "") setMissing(true);
    else sending.mutate();
  };
  return (
    <form className={styles.submissionForm} onSubmit={submit} noValidate>
      <DialogTitle>{title}</DialogTitle>
      <FormProblem>{sending.error && errorMessage(sending.error)}</FormProblem>
      <TextArea
        label={label}
        rows={4}
        maxLength={2_000}
        value={reason}
        error={missing && reason.trim() === "" ? t`Enter a reason for the author.` : undefined}
        hint={hint}
        onChange={({ target }) => setReason(target.value)}
      />
      <DialogActions close={t`Cancel`}>
        <Button type="submit" variant="primary" isBusy={sending.isPending} busyMessage={t`Sending`}>
          {send}
        </Button>
      </DialogActions>
    </form>
  );
}
