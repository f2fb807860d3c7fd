import { t } from "@lingui/core/macro";
import { useId } from "react";
import styles from "./sender-note.module.css";
import type { Sender } from "./use-sender.ts";

/** Above the form: chooses the sender, or offers to save the details that were typed. */
export function SenderNote({ sender: { choices, current, choose, offer } }: { sender: Sender }) {
  const id = useId();
  if (offer)
    return (
      <p className={styles.senderNote} role="status">
        <span>{t`Save your details and we’ll fill them in next time.`}</span>
        <button type="button" className="link" onClick={offer.keep}>{t`Save my details`}</button>
        <button type="button" className="link" onClick={offer.leave}>{t`No thanks`}</button>
      </p>
    );
  if (choices.length === 0) return null;
  return (
    <p className={styles.senderNote}>
      <label htmlFor={id}>{t`Sender`}</label>
      <select
        id={id}
        className="input"
        value={current ?? ""}
        onChange={(event) => choose(event.target.value)}
      >
        {current === undefined && <option value="">{t`Choose a sender`}</option>}
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </p>
  );
}
