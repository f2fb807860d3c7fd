import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { holdsRows } from "../../../../../contract/rendering/print-sheets.ts";
import { faultsOf } from "../../../../lib/batch/row-results.ts";
import { RefusedCall } from "../../../../lib/http/http-client.ts";
import { requestPages } from "../../../../lib/http/render-client.ts";
import type { Draft } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { languageOf } from "../../numbers/document-numbers.ts";
import styles from "../batch.module.css";
import type { TableRow } from "../table/table.ts";
import { fillDocument } from "./documents.ts";
import { makeWithGoodRows } from "./good-rows.ts";
import type { RowPlan } from "./row-plan.ts";
import {
  describeConflict,
  describeFault,
  formatProblem,
  formatRows,
  type RowProblem,
} from "./row-problems.ts";

type Props = {
  template: EditorTemplate;
  draft: Draft;
  /** The rows of each document. */
  groups: readonly TableRow[][];
  plan: RowPlan;
};
type Shown = { name: string } & ({ address: string; ratio: number; alt: string } | { problems: string[] });

const SHOWN_DOCUMENTS = 3;
const SHOWN_PROBLEMS = 4;
const PAUSE_MS = 250; // several choices in a row render the pages once

/** A preview of the first documents, or of the first pages of the only one, and their problems. */
export function FirstRows({ template, draft, groups, plan }: Props) {
  const [shown, setShown] = useState<Shown[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const made: Shown[] = [];
    const draw = async () => {
      for (const rows of groups.slice(0, SHOWN_DOCUMENTS)) {
        const max = groups.length === 1 ? SHOWN_DOCUMENTS : 1;
        made.push(...(await drawDocument(template, draft, rows, plan, max, stop.signal)));
        if (stop.signal.aborted) return;
        setShown([...made]);
      }
    };
    const timer = setTimeout(() => draw().catch(() => {}), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
      for (const each of made) if ("address" in each) URL.revokeObjectURL(each.address);
    };
  }, [template, draft, groups, plan]);

  const coming = groups.slice(shown.length, SHOWN_DOCUMENTS).map(nameOf);
  return (
    <section className={styles.batchFirst} aria-label={t`Preview of the first rows`}>
      {shown.map((document) => (
        <figure key={document.name}>
          {"address" in document ? (
            <img
              className={styles.batchPage}
              src={document.address}
              alt={document.alt}
              style={{ aspectRatio: document.ratio }}
            />
          ) : (
            <ul className={`${styles.batchPage} ${styles.batchBad}`}>
              {document.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
          <figcaption>{document.name}</figcaption>
        </figure>
      ))}
      {coming.map((name) => (
        <figure key={name}>
          <span className={`skeleton ${styles.batchPage}`} />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </section>
  );
}

function nameOf(rows: readonly TableRow[]): string {
  const numbers = formatRows(rows.map(({ number }) => number));
  return plural({ count: rows.length }, { one: `Row ${numbers}`, other: `Rows ${numbers}` });
}

async function drawDocument(
  { id, versionId, fields, type }: EditorTemplate,
  draft: Draft,
  rows: TableRow[],
  plan: RowPlan,
  max: number,
  signal: AbortSignal,
): Promise<Shown[]> {
  const context = { fields, plan, language: languageOf(draft.theme) };
  const planned = fillDocument(draft.data, rows, plan);
  const name = nameOf(rows);
  const formatProblems = (problems: readonly RowProblem[], of = name): Shown => {
    const messages = problems.slice(0, SHOWN_PROBLEMS).map((each) => {
      const problem = formatProblem(each);
      const isOne = rows.length > 1 && each.rows.length === 1;
      return isOne ? t`Row ${{ number: each.rows[0] ?? "" }}: ${problem}` : problem;
    });
    const more = problems.length - messages.length;
    return {
      name: of,
      problems:
        more > 0
          ? [...messages, plural(more, { one: "# more problem", other: "# more problems" })]
          : messages,
    };
  };
  if (planned.conflicts.length > 0)
    return [formatProblems(planned.conflicts.map((conflict) => describeConflict(conflict, context)))];
  const draw = async (data: Draft["data"]) => {
    try {
      return await requestPages({ id, versionId }, { data, theme: draft.theme, mode: "final" }, signal);
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
      return { faults: faultsOf(error) };
    }
  };
  const { document, result, leftOut } = holdsRows(type.slug)
    ? await makeWithGoodRows(planned, draft.data, plan, draw)
    : { document: planned, result: await draw(planned.data), leftOut: [] };
  const left = leftOut.flatMap((each) =>
    each.faults.map((fault) => describeFault(each.document, fault, context)),
  );
  if ("faults" in result)
    return [
      formatProblems([...left, ...result.faults.map((fault) => describeFault(document, fault, context))]),
    ];
  const pages = result.pages.slice(0, max).map(({ svg, width, height }, index): Shown => {
    const picture = new Blob([svg], { type: "image/svg+xml" });
    const isPage = max > 1 && rows.length > 1;
    const page = t`Page ${{ page: index + 1 }} of ${{ count: result.pages.length }}`;
    return {
      name: isPage ? page : name,
      alt: isPage ? page : t`${name}, first page`,
      address: URL.createObjectURL(picture),
      ratio: width / height,
    };
  });
  if (pages.length === 0) return [{ name, problems: [t`The page is empty.`] }];
  return left.length > 0 ? [formatProblems(left, t`Skipped rows`), ...pages] : pages;
}
