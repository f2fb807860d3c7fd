import { useEffect, useState } from "react";
import { RefusedCall } from "../../../lib/http-client.ts";
import { requestPages } from "../../../lib/render-client.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { fillRow, type RowPlan } from "./row-plan.ts";
import { describeFault, faultsOf, sayProblem } from "./row-results.ts";
import type { Table } from "./table.ts";

type Props = { template: EditorTemplate; draft: Draft; table: Table; plan: RowPlan };
type Shown = { address: string; ratio: number } | { problems: string[] };

const SHOWN_ROWS = 3;
const SHOWN_PROBLEMS = 4;
const PAUSE_MS = 250; // choosing several columns one after the other draws the pages once

/** The first rows as they will be, or what is wrong with them. */
export function FirstRows({ template, draft, table, plan: { matching, leaves } }: Props) {
  const [shown, setShown] = useState<Shown[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const made: Shown[] = [];
    const draw = async () => {
      for (const row of table.rows.slice(0, SHOWN_ROWS)) {
        const data = fillRow(draft.data, row, { matching, leaves });
        made.push(await drawRow(template, data, draft, stop.signal));
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
  }, [template, draft, table, matching, leaves]);

  return (
    <section className="batch-first" aria-label="The first rows">
      {table.rows.slice(0, SHOWN_ROWS).map((_, index) => {
        const row = shown[index];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <figure key={index}>
            {!row ? (
              <span className="skeleton batch-page" />
            ) : "address" in row ? (
              <img
                className="batch-page"
                src={row.address}
                alt={`First page of row ${index + 1}`}
                style={{ aspectRatio: row.ratio }}
              />
            ) : (
              <ul className="batch-page batch-bad">
                {row.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            )}
            <figcaption>Row {index + 1}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}

async function drawRow(
  { id, fields }: EditorTemplate,
  data: Draft["data"],
  { theme }: Draft,
  signal: AbortSignal,
): Promise<Shown> {
  try {
    const { pages } = await requestPages(id, { data, theme }, signal);
    const [page] = pages;
    if (!page) return { problems: ["The page is empty."] };
    const picture = new Blob([page.svg], { type: "image/svg+xml" });
    return { address: URL.createObjectURL(picture), ratio: page.width / page.height };
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error;
    const problems = faultsOf(error).map((fault) => describeFault(fields, fault));
    return { problems: problems.slice(0, SHOWN_PROBLEMS).map(sayProblem) };
  }
}
