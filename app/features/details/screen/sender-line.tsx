import { t } from "@lingui/core/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { MAX_DETAILS_LABEL } from "../../../../contract/limits.ts";
import { type DetailsSet, readLabel } from "../../../../contract/people/details.ts";
import styles from "../details.module.css";

type Props = {
  set: DetailsSet;
  isOnly: boolean;
  /** A new sender is asked for its name first. */
  isNew: boolean;
  onRename(label: string): void;
  onDefault(): void;
  onRemove(): void;
};

/** Actions for a sender: rename, make default, remove. */
export function SenderLine({ set, isOnly, isNew, onRename, onDefault, onRemove }: Props) {
  const [isRenaming, setRenaming] = useState(isNew);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isRenaming) box.current?.select();
  }, [isRenaming]);
  const rename = (event?: FormEvent) => {
    event?.preventDefault();
    const label = readLabel(box.current?.value);
    if (label && label !== set.label) onRename(label);
    setRenaming(false);
  };
  if (isRenaming)
    return (
      <form className={styles.senderLine} onSubmit={rename}>
        <label>
          {t`Name of this sender`}
          <input
            ref={box}
            className="input"
            defaultValue={set.label}
            maxLength={MAX_DETAILS_LABEL}
            autoComplete="off"
            onKeyDown={(event) => event.key === "Escape" && setRenaming(false)}
          />
        </label>
        <button type="submit" className="link">{t`Done`}</button>
      </form>
    );
  return (
    <p className={styles.senderLine}>
      <button type="button" className="link" onClick={() => setRenaming(true)}>{t`Rename`}</button>
      {!set.isDefault && (
        <button type="button" className="link" onClick={onDefault}>{t`Use for new documents`}</button>
      )}
      {!isOnly && <button type="button" className="link" onClick={onRemove}>{t`Remove`}</button>}
    </p>
  );
}
