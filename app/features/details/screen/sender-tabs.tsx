import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useRef } from "react";
import { MAX_DETAILS } from "../../../../contract/limits.ts";
import type { DetailsSet } from "../../../../contract/people/details.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "../details.module.css";

type Props = {
  sets: readonly DetailsSet[];
  current: string;
  onSelect(id: string): void;
  onAdd(): void;
};

/** One tab per sender. */
export function SenderTabs({ sets, current, onSelect, onAdd }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = sets.findIndex(({ id }) => id === current);
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: sets.length - 1 }[event.key];
    const next = step === undefined ? undefined : sets[Math.max(0, Math.min(step, sets.length - 1))];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    row.current?.querySelector<HTMLElement>(`[data-sender="${next.id}"]`)?.focus();
  };
  return (
    <div className={styles.senders}>
      <div className={styles.sendersRow} role="tablist" aria-label={t`Senders`} ref={row}>
        {sets.map(({ id, label, isDefault }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`sender-${id}`}
            data-sender={id}
            aria-selected={id === current}
            aria-controls="sender-panel"
            tabIndex={id === current ? 0 : -1}
            onClick={() => onSelect(id)}
            onKeyDown={move}
          >
            {label}
            {isDefault && sets.length > 1 && (
              <small>
                {t({
                  message: "default",
                  comment: "After the name of the sender that new documents start with",
                })}
              </small>
            )}
          </button>
        ))}
      </div>
      {sets.length < MAX_DETAILS && (
        <button type="button" className={`link ${styles.sendersAdd}`} onClick={onAdd}>
          <Icon of={plus} />
          {t`Add sender`}
        </button>
      )}
    </div>
  );
}
