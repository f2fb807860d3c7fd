import { plural, t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "react";
import { countGaps, lookForUnprinted } from "../../../documents/index.ts";
import type { Draft } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import styles from "../batch.module.css";
import type { TableRow } from "../table/table.ts";
import { fillDocument } from "./documents.ts";
import type { RowPlan } from "./row-plan.ts";

type Props = {
  template: EditorTemplate;
  draft: Draft;
  /** The rows of each document. */
  groups: readonly TableRow[][];
  plan: RowPlan;
};

/**
 * Counts empty recommended fields and characters that can't be printed over all documents, instead of asking
 * for each file.
 */
export function EmptyCounts({ template, draft, groups, plan }: Props) {
  const documents = useMemo(
    () => groups.map((rows) => fillDocument(draft.data, rows, plan).data),
    [draft, groups, plan],
  );
  const counts = useMemo(() => countGaps(template.fields, documents), [template, documents]);
  const unprinted = useUnprintedRows(documents);
  if (counts.length === 0 && unprinted.count === 0) return null;
  const total = groups.length;
  return (
    <section className={styles.batchEmpty} aria-label={t`Missing`}>
      <h3>{t`Missing`}</h3>
      <ul>
        {unprinted.count > 0 && (
          <li>
            <span>{t`Characters that can’t be printed: ${{ characters: unprinted.characters }}`}</span>
            <span className="num">{formatRows(unprinted.count, total)}</span>
          </li>
        )}
        {counts.map(({ label, count, isRequired }) => (
          <li key={label}>
            <span>
              {label}
              {isRequired && <small>{t`Required`}</small>}
            </span>
            <span className="num">{formatRows(count, total)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatRows(count: number, total: number): string {
  if (count === total) return t`in all PDFs`;
  return plural(total, { one: `in ${count} of # PDF`, other: `in ${count} of # PDFs` });
}

const MAX_NAMED = 5;

function useUnprintedRows(documents: readonly unknown[]): { count: number; characters: string } {
  const [found, setFound] = useState({ count: 0, characters: "" });
  useEffect(() => {
    let isOld = false;
    setFound({ count: 0, characters: "" });
    lookForUnprinted(documents)?.then(
      (rows) => {
        const characters = new Set(rows.flat().flatMap((each) => each.characters));
        const named = [...characters].slice(0, MAX_NAMED).join(" ");
        const count = rows.filter((row) => row.length > 0).length;
        if (!isOld) setFound({ count, characters: characters.size > MAX_NAMED ? `${named} …` : named });
      },
      (error: unknown) => console.error("Character fetch failed", error),
    );
    return () => {
      isOld = true;
    };
  }, [documents]);
  return found;
}
