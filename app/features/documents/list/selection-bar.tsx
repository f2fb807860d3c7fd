import download from "virtual:icon/download";
import tag from "virtual:icon/tag";
import trash from "virtual:icon/trash";
import { t } from "@lingui/core/macro";
import { MAX_SELECTED_DOCUMENTS } from "../../../../contract/limits.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { Download } from "../download/use-download.ts";
import styles from "./selection-bar.module.css";

type Props = {
  count: number;
  /** The number of documents in the list, and whether the list is complete. */
  shown: number;
  isWhole: boolean;
  busy: Download["busy"];
  onAll(): void;
  onClear(): void;
  onLabel(): void;
  onDelete(): void;
  onDownload(): void;
  onStop(): void;
};

/** At the bottom while documents are selected: their number and the bulk actions. */
export function SelectionBar(props: Props) {
  const { count, shown, isWhole, busy, onAll, onClear, onLabel, onDelete, onDownload, onStop } = props;
  const most = Math.min(shown, MAX_SELECTED_DOCUMENTS);
  return (
    <section className="panel selection-bar" aria-label={t`Selected documents`}>
      <div className={styles.selectionCount}>
        <p role="status" className="num">
          {busy ? formatBusy(busy) : formatCount(count)}
        </p>
        {busy ? (
          busy.all > 1 && <progress max={busy.all} value={busy.done} aria-label={t`Progress`} />
        ) : (
          <>
            {count < most && (
              <Button variant="bare" size="small" onClick={onAll}>
                {isWhole && shown === most ? t`Select all` : t`Select the first ${most}`}
              </Button>
            )}
            {count > 0 && <Button variant="bare" size="small" onClick={onClear}>{t`Clear`}</Button>}
          </>
        )}
      </div>
      <div className={styles.selectionActions}>
        {busy ? (
          <Button onClick={onStop}>{t`Stop`}</Button>
        ) : (
          <>
            <Button disabled={count === 0} onClick={onLabel}>
              <Icon of={tag} />
              {t`Label`}
            </Button>
            <Button disabled={count === 0} onClick={onDelete}>
              <Icon of={trash} />
              {t`Delete`}
            </Button>
            <Button variant="primary" disabled={count === 0} onClick={onDownload}>
              <Icon of={download} />
              {count > 1 ? t`Download ${count} PDFs` : t`Download PDF`}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** Announced once; the progress bar shows the rest. */
function formatBusy({ step, all }: NonNullable<Download["busy"]>): string {
  if (all === 1) return t`Creating PDF…`;
  return step === "making" ? t`Creating ${all} PDFs…` : t`Checking ${all} documents…`;
}

function formatCount(count: number): string {
  if (count === MAX_SELECTED_DOCUMENTS) return t`${count} selected (maximum)`;
  return count === 0 ? t`None selected` : t`${count} selected`;
}
