import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { SubmissionSettings } from "../../../../contract/templates/drafts.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions, DialogTitle } from "../../../ui/dialog.tsx";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { TextArea } from "../../../ui/text-field.tsx";
import { changeHandingIn } from "../../submissions/index.ts";

type Props = { setting: SubmissionSettings; isOpen: boolean; onClose(): void };

/** Whether people may hand in templates, and what they agree to when they do. */
export function HandingInDialog({ setting, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} className="handing-in-dialog" onClose={onClose}>
      <Setting setting={setting} onClose={onClose} />
    </Dialog>
  );
}

function Setting({ setting, onClose }: Omit<Props, "isOpen">) {
  const [isOn, setOn] = useState(setting.isOn);
  const [licence, setLicence] = useState(setting.licence);
  const save = useMutation({
    mutationFn: () => changeHandingIn({ isOn, licence: licence.trim() }),
    onSuccess: () => {
      notify({ kind: "fact", message: isOn ? "People can hand in templates." : "Handing in is off." });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form className="handing-in-form" onSubmit={submit}>
      <DialogTitle>Handing in</DialogTitle>
      <FormProblem>{save.error && errorMessage(save.error)}</FormProblem>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
        <span>
          People can make templates and hand them in
          <small>Up to five drafts each. Nothing is published before you accept it.</small>
        </span>
      </label>
      <TextArea
        label="What they agree to"
        rows={5}
        maxLength={5_000}
        required
        value={licence}
        hint="Kept with each template as it was when it was handed in."
        onChange={({ target }) => setLicence(target.value)}
      />
      <DialogActions close="Cancel">
        <Button type="submit" variant="primary" isBusy={save.isPending} busyMessage="Saving…">
          Save
        </Button>
      </DialogActions>
    </form>
  );
}
