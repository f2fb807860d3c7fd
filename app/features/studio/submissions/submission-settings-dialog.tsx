import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { SubmissionSettings } from "../../../../contract/templates/drafts.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions, DialogTitle } from "../../../ui/dialog.tsx";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { TextArea } from "../../../ui/text-field.tsx";
import { changeSubmissionSettings } from "../../submissions/index.ts";
import styles from "./submissions.module.css";

type Props = { setting: SubmissionSettings; isOpen: boolean; onClose(): void };

/** Settings for submissions: whether they are open, and the licence. */
export function SubmissionSettingsDialog({ setting, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} className={styles.submissionDialog} onClose={onClose}>
      <Setting setting={setting} onClose={onClose} />
    </Dialog>
  );
}

function Setting({ setting, onClose }: Omit<Props, "isOpen">) {
  const [isOn, setOn] = useState(setting.isOn);
  const [licence, setLicence] = useState(setting.licence);
  const save = useMutation({
    mutationFn: () => changeSubmissionSettings({ isOn, licence: licence.trim() }),
    onSuccess: () => {
      notify({ kind: "fact", message: isOn ? t`Submissions are open.` : t`Submissions are closed.` });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form className={styles.submissionForm} onSubmit={submit}>
      <DialogTitle>{t`Submission settings`}</DialogTitle>
      <FormProblem>{save.error && errorMessage(save.error)}</FormProblem>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
        <span>
          {t`Let people submit templates`}
          <small>{t`Each person can have up to five drafts. Nothing is published until you accept it.`}</small>
        </span>
      </label>
      <TextArea
        label={t`Licence`}
        rows={5}
        maxLength={5_000}
        required
        value={licence}
        hint={t`Authors agree to this text when they submit a template.`}
        onChange={({ target }) => setLicence(target.value)}
      />
      <DialogActions close={t`Cancel`}>
        <Button
          type="submit"
          variant="primary"
          isBusy={save.isPending}
          busyMessage={t`Saving…`}
        >{t`Save`}</Button>
      </DialogActions>
    </form>
  );
}
