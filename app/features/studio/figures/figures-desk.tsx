import chart from "virtual:icon/chart-line";
import download from "virtual:icon/download";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useSearchParams } from "react-router";
import type { DayCountKind, Figures } from "../../../../contract/site/figures.ts";
import { useTypes } from "../../../lib/pages/page-data.ts";
import { EmptySheet } from "../../../ui/empty-sheet.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import { DayChart } from "./day-chart.tsx";
import { DayTable, TemplateTable, TypeTable } from "./figure-tables.tsx";
import styles from "./figures.module.css";
import { type Choice, figuresOf, formatNumber, readChoice, STRETCHES, stretchOf } from "./figures-client.ts";
import { MissedWordsTable } from "./missed-words.tsx";
import { UseRuler } from "./use-ruler.tsx";

const STRETCH_WORDS: Record<Choice["days"], string> = {
  7: "The last 7 days",
  30: "The last 30 days",
  90: "The last 90 days",
  365: "The last year",
};

/** What was used, exported and looked for. */
export function FiguresDesk() {
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
      <header className="bench-head">
        <h1>Figures</h1>
        <p>Counted without storing who.</p>
        <div className="bench-actions">
          <select
            className="input"
            aria-label="Days"
            value={choice.days}
            onChange={(event) => choose({ days: event.target.value })}
          >
            {STRETCHES.map((days) => (
              <option key={days} value={days}>
                {STRETCH_WORDS[days]}
              </option>
            ))}
          </select>
          <select
            className="input"
            aria-label="Type"
            value={choice.type}
            onChange={(event) => choose({ type: event.target.value })}
          >
            <option value="">All types</option>
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
        <PendingPart what="the figures" of={pendingOf(query)} height="24rem" />
      )}
    </>
  );
}

const sumOf = (days: Figures["days"], kind: DayCountKind) => days.reduce((sum, day) => sum + day[kind], 0);

function FigureSections({ figures, choice }: { figures: Figures; choice: Choice }) {
  const { days, templates, types, missed, added } = figures;
  const [used, exported] = [sumOf(days, "used"), sumOf(days, "exported")];
  const [searched, missing] = [sumOf(days, "searched"), sumOf(days, "missed")];
  if (used + exported + searched + missing === 0) return <NothingYet />;
  return (
    <>
      <FigureSection
        title="Each day"
        csv={csvAddress("days", choice)}
        words={
          <span className={styles.figureLegend}>
            <span>
              <b>{formatNumber(used)}</b> used
            </span>
            <span className="exported">
              <b>{formatNumber(exported)}</b> exported
            </span>
          </span>
        }
        table={<DayTable days={days} />}
      >
        <DayChart days={days} added={added} />
      </FigureSection>
      <FigureSection
        title="What they used"
        csv={csvAddress("templates", choice)}
        words={
          used > 0 && `The ruler is all ${formatNumber(used)} uses; a sheet is as wide as its part of it.`
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
          <p className="muted">Nothing was used in these days.</p>
        )}
      </FigureSection>
      <FigureSection
        title="Looked for, not found"
        csv={csvAddress("searches", choice)}
        words={`${formatNumber(missing)} of ${formatNumber(Math.max(searched, missing))} searches`}
      >
        {missed.length > 0 ? (
          <MissedWordsTable missed={missed} />
        ) : (
          <p className="muted">Every search that was kept found something.</p>
        )}
      </FigureSection>
    </>
  );
}

const csvAddress = (name: string, choice: Choice) => `/site/figures/${name}.csv?${stretchOf(choice)}`;

type SectionProps = {
  title: string;
  words: ReactNode;
  csv: string;
  /** The same in numbers: always there for who hears the page, and for all who ask for it. */
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
        <div className={styles.figureWords}>{words}</div>
        <span className={styles.figureActs}>
          {table && (
            <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? "Hide the table" : "As a table"}
              <span className="sr-only">: {title}</span>
            </button>
          )}
          <a className="button small" href={csv} download>
            <Icon of={download} />
            CSV<span className="sr-only">: {title}</span>
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
    <div className="desk-section">
      <EmptySheet title="Nothing counted yet" drawing={chart}>
        When people use a template, download a page or search for one, it is counted here by day. Nothing says
        who it was.
      </EmptySheet>
    </div>
  );
}
