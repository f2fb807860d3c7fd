import star from "virtual:icon/star";
import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { MAX_RATING_COMMENT } from "../../../contract/people/ratings.ts";
import { errorMessage } from "../../lib/http/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { NewRating } from "./own-rating-data.ts";
import { ALL_STARS, formatStars } from "./rating.tsx";
import styles from "./ratings.module.css";

type Props = {
  asked: string;
  before?: NewRating;
  onSave(given: NewRating): Promise<void>;
  onCancel?(): void;
};

/**
 * Stars first, then an optional comment. Nothing is sent before Save, so arrow keys can move through the
 * stars.
 */
export function RateForm({ asked, before, onSave, onCancel }: Props) {
  const [stars, setStars] = useState(before?.stars ?? 0);
  const [comment, setComment] = useState(before?.words ?? "");
  const saving = useMutation({ mutationFn: onSave, meta: { failure: "Rating failed" } });
  const reason = saving.error && errorMessage(saving.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!saving.isPending) saving.mutate({ stars, words: comment.trim() || null });
  }

  return (
    <form method="post" className={styles.rate} onSubmit={submit}>
      <fieldset className={styles.rateStars}>
        <legend>{asked}</legend>
        <span>
          {ALL_STARS.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="stars"
                value={each}
                checked={each === stars}
                onChange={() => setStars(each)}
              />
              <Icon of={star} />
              <span className="sr-only">{formatStars(each)}</span>
            </label>
          ))}
        </span>
      </fieldset>
      {stars > 0 && (
        <>
          <TextField
            label={t`Comment (optional)`}
            hint={t`Visible to everyone, without your name.`}
            maxLength={MAX_RATING_COMMENT}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
          <FormProblem>{reason && t`We couldn’t save your rating. ${reason}`}</FormProblem>
          <div className={styles.rateActions}>
            <Button
              type="submit"
              variant="primary"
              isBusy={saving.isPending}
              busyMessage={t`Saving`}
            >{t`Save rating`}</Button>
            {onCancel && <Button onClick={onCancel}>{t`Cancel`}</Button>}
          </div>
        </>
      )}
    </form>
  );
}
