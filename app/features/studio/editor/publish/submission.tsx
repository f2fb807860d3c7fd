import { t } from "@lingui/core/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type RefObject, useId } from "react";
import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { notify } from "../../../../lib/browser/toasts.ts";
import { errorMessage } from "../../../../lib/http/http-client.ts";
import { queryClient } from "../../../../lib/http/query-client.tsx";
import { Button } from "../../../../ui/button.tsx";
import { DialogActions, DialogTitle } from "../../../../ui/dialog.tsx";
import { FormProblem } from "../../../../ui/form-parts.tsx";
import { submissionSettings, withdrawSubmission } from "../../../submissions/index.ts";
import styles from "./publish.module.css";

type ConsentProps = {
  hasAgreed: boolean;
  onAgree(hasAgreed: boolean): void;
  /** Shown below the checkbox while it isn't ticked. */
  error: string | undefined;
  box: RefObject<HTMLInputElement | null>;
};

/** The licence an author agrees to. It is stored with the submission. */
export function Consent({ hasAgreed, onAgree, error, box }: ConsentProps) {
  const problem = useId();
  const { data } = useQuery({ ...submissionSettings, refetchOnMount: "always" });
  return (
    <div className={styles.consent}>
      <blockquote>{data?.licence}</blockquote>
      <label className="check">
        <input
          ref={box}
          type="checkbox"
          aria-required="true"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : problem}
          checked={hasAgreed}
          disabled={!data}
          onChange={({ target }) => onAgree(target.checked)}
        />
        <span>{t`I agree to this licence`}</span>
      </label>
      {error && (
        <p className="hint bad" id={problem}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Shown while a submission waits for review; its author can withdraw it. */
export function SubmittedNote({ draft, onClose }: { draft: TemplateDraft; onClose(): void }) {
  const withdrawal = useMutation({
    mutationFn: () => withdrawSubmission(draft.id),
    onSuccess: () => {
      notify({
        kind: "fact",
        message: t`${{ name: draft.template_name }} has been withdrawn and is a draft again.`,
      });
      onClose();
      return queryClient.invalidateQueries({ queryKey: ["draft", draft.id] });
    },
  });
  return (
    <>
      <DialogTitle>{t`Submitted for review`}</DialogTitle>
      <FormProblem>{withdrawal.error && errorMessage(withdrawal.error)}</FormProblem>
      <p>{t`The library team will review this template. They see any changes you make here. To keep working in private, withdraw it first.`}</p>
      <DialogActions close={t`Close`}>
        <Button
          isBusy={withdrawal.isPending}
          busyMessage={t`Withdrawing…`}
          onClick={() => withdrawal.mutate()}
        >{t`Withdraw`}</Button>
      </DialogActions>
    </>
  );
}
