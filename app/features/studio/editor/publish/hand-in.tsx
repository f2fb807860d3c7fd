import { useMutation, useQuery } from "@tanstack/react-query";
import { type RefObject, useId } from "react";
import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { notify } from "../../../../lib/browser/toasts.ts";
import { errorMessage } from "../../../../lib/http/http-client.ts";
import { queryClient } from "../../../../lib/http/query-client.tsx";
import { Button } from "../../../../ui/button.tsx";
import { DialogActions, DialogTitle } from "../../../../ui/dialog.tsx";
import { FormProblem } from "../../../../ui/form-parts.tsx";
import { handingInSetting, withdraw } from "../../../submissions/index.ts";

type ConsentProps = {
  hasAgreed: boolean;
  onAgree(hasAgreed: boolean): void;
  /** What is said below the box while it has to be ticked. */
  error: string | undefined;
  box: RefObject<HTMLInputElement | null>;
};

/** What the library asks of a template that is handed in; kept with it as it was agreed to. */
export function Consent({ hasAgreed, onAgree, error, box }: ConsentProps) {
  const problem = useId();
  const { data } = useQuery({ ...handingInSetting, refetchOnMount: "always" });
  return (
    <div className="consent">
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
        <span>I agree to this licence</span>
      </label>
      {error && (
        <p className="hint bad" id={problem}>
          {error}
        </p>
      )}
    </div>
  );
}

/** It waits for an answer; its author can take it back. */
export function HandedInNote({ draft, onClose }: { draft: TemplateDraft; onClose(): void }) {
  const withdrawal = useMutation({
    mutationFn: () => withdraw(draft.id),
    onSuccess: () => {
      notify({ kind: "fact", message: `${draft.template_name} is a draft again.` });
      onClose();
      return queryClient.invalidateQueries({ queryKey: ["draft", draft.id] });
    },
  });
  return (
    <>
      <DialogTitle>It is handed in</DialogTitle>
      <FormProblem>{withdrawal.error && errorMessage(withdrawal.error)}</FormProblem>
      <p>
        It waits for the people who run this library. What you change here is what they see; you can also take
        it back first.
      </p>
      <DialogActions close="Close">
        <Button
          isBusy={withdrawal.isPending}
          busyMessage="Taking it back…"
          onClick={() => withdrawal.mutate()}
        >
          Withdraw
        </Button>
      </DialogActions>
    </>
  );
}
