import { t } from "@lingui/core/macro";
import { notify } from "../../lib/browser/toasts.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./shown-once.module.css";

type Props = { title: string; label: string; value: string; copy: string; copied: string; notCopied: string };

/** A key or a secret that the server doesn't show again. */
export function ShownOnce({ title, label, value, copy, copied, notCopied }: Props) {
  const copyValue = () =>
    navigator.clipboard.writeText(value).then(
      () => notify({ kind: "fact", message: copied }),
      () => notify({ kind: "failure", message: notCopied }),
    );
  return (
    <section className={styles.shownOnce} role="status">
      <h2>{title}</h2>
      <p>{t`You won’t be able to see it again. Store it somewhere safe.`}</p>
      <div>
        <input
          className="input"
          aria-label={label}
          dir="ltr"
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="primary" onClick={() => void copyValue()}>
          {copy}
        </Button>
      </div>
    </section>
  );
}
