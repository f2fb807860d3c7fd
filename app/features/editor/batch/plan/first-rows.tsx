import { useEffect, useState } from "react";
import { faultsOf } from "../../../../lib/batch/row-results.ts";
import { RefusedCall } from "../../../../lib/http-client.ts";
import { requestPages } from "../../../../lib/render-client.ts";
import type { Draft } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { languageOf } from "../../numbers/document-numbers.ts";
import type { TableRow } from "../table/table.ts";
import { fillDocument } from "./documents.ts";
import type { RowPlan } from "./row-plan.ts";
import { describeConflict, describeFault, sayProblem, sayRows } from "./row-problems.ts";

type Props = {
  template: EditorTemplate;
  draft: Draft;
  /** The rows of each document. */
  groups: readonly TableRow[][];
  plan: RowPlan;
};
type Shown = { address: string; ratio: number } | { problems: string[] };

const SHOWN_DOCUMENTS = 3;
const SHOWN_PROBLEMS = 4;
const PAUSE_MS = 250; // choosing several columns one after the other draws the pages once

/** The first documents as they will be, or what is wrong with them. */
export function FirstRows({ template, draft, groups, plan }: Props) {
  const [shown, setShown] = useState<Shown[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const made: Shown[] = [];
    const draw = async () => {
      for (const rows of groups.slice(0, SHOWN_DOCUMENTS)) {
        made.push(await drawDocument(template, draft, rows, plan, stop.signal));
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

  return (
    <section className="batch-first" aria-label="The first rows">
      {groups.slice(0, SHOWN_DOCUMENTS).map((rows, index) => {
        const document = shown[index];
        const numbers = sayRows(rows.map(({ number }) => number));
        const name = rows.length === 1 ? `row ${numbers}` : `rows ${numbers}`;
        return (
          <figure key={numbers}>
            {!document ? (
              <span className="skeleton batch-page" />
            ) : "address" in document ? (
              <img
                className="batch-page"
                src={document.address}
                alt={`First page of ${name}`}
                style={{ aspectRatio: document.ratio }}
              />
            ) : (
              <ul className="batch-page batch-bad">
                {document.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            )}
            <figcaption>{name.replace("r", "R")}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}

async function drawDocument(
  { id, versionId, fields }: EditorTemplate,
  draft: Draft,
  rows: TableRow[],
  plan: RowPlan,
  signal: AbortSignal,
): Promise<Shown> {
  const context = { fields, plan, language: languageOf(draft.theme) };
  const document = fillDocument(draft.data, rows, plan);
  const say = (problems: Parameters<typeof sayProblem>[0][]) => ({
    problems: problems.slice(0, SHOWN_PROBLEMS).map(sayProblem),
  });
  if (document.conflicts.length > 0)
    return say(document.conflicts.map((conflict) => describeConflict(conflict, context)));
  try {
    const { data } = document;
    const { pages } = await requestPages(
      { id, versionId },
      { data, theme: draft.theme, mode: "final" },
      signal,
    );
    const [page] = pages;
    if (!page) return { problems: ["The page is empty."] };
    const picture = new Blob([page.svg], { type: "image/svg+xml" });
    return { address: URL.createObjectURL(picture), ratio: page.width / page.height };
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error;
    return say(faultsOf(error).map((fault) => describeFault(document, fault, context)));
  }
}
