// Loaded later: for an operator.
import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { PublicRating } from "../../../contract/page-services.ts";
import { updateItem } from "../../lib/http/content-client.ts";
import { errorMessage } from "../../lib/http/http-client.ts";
import { withQueries } from "../../lib/http/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./ratings.module.css";

export default withQueries(HideComment);

/** Lets an operator hide a comment with a public reason, or show it again. */
function HideComment({ rating }: { rating: PublicRating }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [done, setDone] = useState("");
  const write = useMutation({
    mutationFn: (hidden: string | null) => updateItem("ratings", rating.id, { hidden }, { fields: ["id"] }),
    onSuccess: (_, hidden) => {
      setOpen(false);
      setDone(hidden === null ? t`The comment is visible again.` : t`Comment hidden: ${hidden}.`);
    },
    meta: { failure: "Rating failed" },
  });
  const problem = write.error && describeFailure(write.error, write.variables === null);
  const comment = rating.words ?? "";

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!write.isPending) write.mutate(reason.trim());
  }

  if (done)
    return (
      <p role="status" className={styles.ownRatingDone}>
        {t`${done} Everyone will see the change within a minute.`}
      </p>
    );
  if (!isOpen)
    return (
      <>
        {rating.hidden === null ? (
          <button
            type="button"
            className="link"
            aria-label={t`Hide comment: ${comment}`}
            onClick={() => setOpen(true)}
          >{t`Hide comment`}</button>
        ) : (
          <button type="button" className="link" onClick={() => write.mutate(null)}>{t`Show comment`}</button>
        )}
        <FormProblem>{problem}</FormProblem>
      </>
    );
  return (
    <form method="post" className={styles.rate} onSubmit={submit}>
      <TextField
        label={t`Reason`}
        hint={t`Shown to everyone in place of the comment.`}
        maxLength={200}
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <FormProblem>{problem}</FormProblem>
      <div className={styles.rateActions}>
        <Button type="submit" isBusy={write.isPending} busyMessage={t`Hiding`}>{t`Hide`}</Button>
        <Button onClick={() => setOpen(false)}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}

function describeFailure(error: Error, isShowing: boolean): string {
  const reason = errorMessage(error);
  return isShowing ? t`We couldn’t show the comment. ${reason}` : t`We couldn’t hide the comment. ${reason}`;
}
