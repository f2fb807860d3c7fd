import download from "virtual:icon/download";
import tag from "virtual:icon/tag";
import trash from "virtual:icon/trash";
import { plural, t } from "@lingui/core/macro";
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
                {isWhole && shown === most
                  ? t`Select all`
                  : plural(most, { one: "Select the first #", other: "Select the first #" })}
              </Button>
            )}
            {count > 0 && (
              <Button variant="bare" size="small" onClick={onClear}>
                {t({ message: "Clear", context: "verb: clear the selection" })}
              </Button>
            )}
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
              {t({ message: "Label", context: "verb: label documents" })}
            </Button>
            <Button disabled={count === 0} onClick={onDelete}>
              <Icon of={trash} />
              {t`Delete`}
            </Button>
            <Button variant="primary" disabled={count === 0} onClick={onDownload}>
              <Icon of={download} />
              {count > 1
                ? plural(count, { one: "Download # PDF", other: "Download # PDFs" })
                : t`Download PDF`}
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
  return step === "making"
    ? plural(all, { one: "Creating # PDF…", other: "Creating # PDFs…" })
    : plural(all, { one: "Checking # document…", other: "Checking # documents…" });
}

function formatCount(count: number): string {
  if (count === MAX_SELECTED_DOCUMENTS)
    return plural(count, { one: "# selected (maximum)", other: "# selected (maximum)" });
  return plural(count, { 0: "None selected", one: "# selected", other: "# selected" });
}
