import { useId } from "react";
import styles from "./sender-note.module.css";
import type { Sender } from "./use-sender.ts";

/** Above the form: in whose name the page is, and a quiet offer to keep what somebody has typed of themselves. */
export function SenderNote({ sender: { choices, current, choose, offer } }: { sender: Sender }) {
  const id = useId();
  if (offer)
    return (
      <p className={styles.senderNote} role="status">
        <span>Type this once: keep what you wrote about yourself for other pages.</span>
        <button type="button" className="link" onClick={offer.keep}>
          Put it into my details
        </button>
        <button type="button" className="link" onClick={offer.leave}>
          No
        </button>
      </p>
    );
  if (choices.length === 0) return null;
  return (
    <p className={styles.senderNote}>
      <label htmlFor={id}>In the name of</label>
      <select
        id={id}
        className="input"
        value={current ?? ""}
        onChange={(event) => choose(event.target.value)}
      >
        {current === undefined && <option value="">nobody yet</option>}
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </p>
  );
}
