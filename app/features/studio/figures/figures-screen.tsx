import chart from "virtual:icon/chart-line";
import download from "virtual:icon/download";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useSearchParams } from "react-router";
import type { DayCountKind, Figures } from "../../../../contract/site/figures.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { useTypes } from "../../../lib/pages/page-data.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import { DayChart } from "./day-chart.tsx";
import { DayTable, TemplateTable, TypeTable } from "./figure-tables.tsx";
import styles from "./figures.module.css";
import { type Choice, figuresOf, PERIODS, periodOf, readChoice } from "./figures-client.ts";
import { MissedSearchTable } from "./missed-searches.tsx";
import { UseRuler } from "./use-ruler.tsx";

function formatPeriod(days: Choice["days"]): string {
  return days === 365
    ? t`Last year`
    : t`${plural({ count: days }, { one: "Last # day", other: "Last # days" })}`;
}

/** Statistics of uses, downloads and searches. */
export function FiguresScreen() {
  const [parameters, setParameters] = useSearchParams();
  const choice = readChoice(parameters);
  const types = useTypes();
  const query = useQuery({
    ...figuresOf(choice),
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
  const choose = (some: Partial<Record<keyof Choice, string>>) =>
    setParameters((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(some)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });
  return (
    <>
      <header className="studio-head">
        <h1>{t`Statistics`}</h1>
        <p>{t`Counts are anonymous. We don’t store who did what.`}</p>
        <div className="studio-actions">
          <select
            className="input"
            aria-label={t`Period`}
            value={choice.days}
            onChange={(event) => choose({ days: event.target.value })}
          >
            {PERIODS.map((days) => (
              <option key={days} value={days}>
                {formatPeriod(days)}
              </option>
            ))}
          </select>
          <select
            className="input"
            aria-label={t`Type`}
            value={choice.type}
            onChange={(event) => choose({ type: event.target.value })}
          >
            <option value="">{t`All types`}</option>
            {types.map(({ slug, plural }) => (
              <option key={slug} value={slug}>
                {plural}
              </option>
            ))}
          </select>
        </div>
      </header>
      {query.data ? (
        <FigureSections figures={query.data} choice={choice} />
      ) : (
        <PendingPart failure={t`We couldn’t load the statistics.`} of={pendingOf(query)} height="24rem" />
      )}
    </>
  );
}

const sumOf = (days: Figures["days"], kind: DayCountKind) => days.reduce((sum, day) => sum + day[kind], 0);

function FigureSections({ figures, choice }: { figures: Figures; choice: Choice }) {
  const { days, templates, types, missed, added } = figures;
  const [used, exported] = [sumOf(days, "used"), sumOf(days, "exported")];
  const [usedCount, downloadedCount] = [formatNumber(used), formatNumber(exported)];
  const [searched, missing] = [sumOf(days, "searched"), sumOf(days, "missed")];
  const missingCount = formatNumber(missing);
  if (used + exported + searched + missing === 0) return <NothingYet />;
  return (
    <>
      <FigureSection
        title={t`By day`}
        csv={csvAddress("days", choice)}
        words={
          <span className={styles.figureLegend}>
            <span>
              <Trans>
                <b>{usedCount}</b> used
              </Trans>
            </span>
            <span className="exported">
              <Trans>
                <b>{downloadedCount}</b> downloaded
              </Trans>
            </span>
          </span>
        }
        table={<DayTable days={days} />}
      >
        <DayChart days={days} added={added} />
      </FigureSection>
      <FigureSection
        title={t`Most used`}
        csv={csvAddress("templates", choice)}
        words={
          used > 0 &&
          plural(
            { count: used },
            {
              one: "# use. The wider a page, the more often its template was used.",
              other: "# uses. The wider a page, the more often its template was used.",
            },
          )
        }
        table={
          <>
            <TemplateTable templates={templates} />
            {!choice.type && <TypeTable types={types} />}
          </>
        }
      >
        {used > 0 ? (
          <UseRuler templates={templates} />
        ) : (
          <p className="muted">{t`No templates were used in this period.`}</p>
        )}
      </FigureSection>
      <FigureSection
        title={t`Searches without results`}
        csv={csvAddress("searches", choice)}
        words={t`${missingCount} of ${plural({ count: Math.max(searched, missing) }, { one: "# search", other: "# searches" })}`}
      >
        {missed.length > 0 ? (
          <MissedSearchTable missed={missed} />
        ) : (
          <p className="muted">{t`Every recorded search had results.`}</p>
        )}
      </FigureSection>
    </>
  );
}

const csvAddress = (name: string, choice: Choice) => `/site/figures/${name}.csv?${periodOf(choice)}`;

type SectionProps = {
  title: string;
  words: ReactNode;
  csv: string;
  /** The same data as a table: always available to screen readers, visible on request. */
  table?: ReactNode;
  children: ReactNode;
};

function FigureSection({ title, words, csv, table, children }: SectionProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.figure} aria-labelledby={id}>
      <div className={styles.figureHead}>
        <h2 id={id}>{title}</h2>
        <div className={styles.figureSummary}>{words}</div>
        <span className={styles.figureActions}>
          {table && (
            <button
              type="button"
              className="link"
              aria-expanded={isOpen}
              aria-label={isOpen ? t`Hide table: ${title}` : t`Show as table: ${title}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? t`Hide table` : t`Show as table`}
            </button>
          )}
          <a className="button small" href={csv} download aria-label={`CSV: ${title}`}>
            <Icon of={download} />
            CSV
          </a>
        </span>
      </div>
      {children}
      {table && <div className={isOpen ? styles.figureTables : "sr-only"}>{table}</div>}
    </section>
  );
}

function NothingYet() {
  return (
    <div className="dashboard-section">
      <EmptyState
        title={t`No data yet`}
        drawing={chart}
      >{t`Uses, downloads and searches are counted here by day, without storing who did what.`}</EmptyState>
    </div>
  );
}
