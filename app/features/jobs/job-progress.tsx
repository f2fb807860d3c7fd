import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef } from "react";
import type { ListedJob } from "../../../contract/rendering/jobs.ts";
import { formatNumber } from "../../lib/i18n/intl.ts";
import styles from "./jobs.module.css";
import { formatMomentOf, formatOutcome, phaseOf } from "./jobs.ts";

/** The number of rows that are done, and how long the others take. */
export function JobProgress({ job }: { job: ListedJob }) {
  const { rows, made, failed, date_created } = job;
  const phase = phaseOf(job);
  const done = made + failed;
  const left = useTimeLeft(done, rows);
  const isRunning = phase === "running";
  const [madeText, failedText, waitingText] = [made, failed, rows - done].map((count) => formatNumber(count));
  return (
    <section className={styles.progress} aria-label={t({ message: "Progress", context: "of a job" })}>
      <div className={styles.headline}>
        <p role="status">
          <b className="num">{formatOutcome(job)}</b>
          {isRunning && <span className="num">{left}</span>}
        </p>
        {isRunning && <p>{t`You can leave this page. We’ll notify you when it’s done.`}</p>}
      </div>
      {phase !== "failed" && <progress max={rows} value={done} aria-label={t`Rows done`} />}
      <div className={styles.headline}>
        <ul className="num">
          <li>
            <Trans>
              <b>{madeText}</b> done
            </Trans>
          </li>
          {failed > 0 && (
            <li>
              <Trans>
                <b className={styles.bad}>{failedText}</b> failed
              </Trans>
            </li>
          )}
          {isRunning && (
            <li>
              <Trans>
                <b>{waitingText}</b> waiting
              </Trans>
            </li>
          )}
        </ul>
        <p className="num">{t`Started ${{ moment: formatMomentOf(date_created) }}`}</p>
      </div>
    </section>
  );
}

const FEW_ROWS = 5; // a time from fewer would be a guess

/** From the speed since the page was opened: the job may have waited for others before. */
function useTimeLeft(done: number, all: number): string {
  const start = useRef<{ at: number; done: number }>(undefined);
  start.current ??= { at: Date.now(), done };
  const since = done - start.current.done;
  if (since < FEW_ROWS) return t`Estimating the time left…`;
  const seconds = Math.max(1, Math.ceil((((Date.now() - start.current.at) / since) * (all - done)) / 1_000));
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  const time = formatNumber(count, { style: "unit", unit, unitDisplay: "long" });
  return t`About ${time} left`;
}
