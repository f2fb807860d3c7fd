import download from "virtual:icon/download";
import { useEffect, useRef, useState } from "react";
import { saveFile } from "../../../lib/render-client.ts";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { rowsThatFit, runBatch } from "./batch-run.ts";
import { createNames, nameRow } from "./file-names.ts";
import { fillRow, type RowPlan } from "./row-plan.ts";
import { describeFault, type RowProblem, renderRows, sayProblem, writeReport } from "./row-results.ts";
import type { Table } from "./table.ts";
import { createZipFile } from "./zip-file.ts";

type Props = {
  template: EditorTemplate;
  draft: Draft;
  table: Table;
  plan: RowPlan;
  onRunning(isRunning: boolean): void;
  onBack(): void;
  onMade?(title: string): void;
};
type Made = { files: number; problems: RowProblem[]; end?: "done" | "stopped" | "lost"; zip?: Blob };

const SHOW_EVERY_MS = 200;
const SHOWN_PROBLEMS = 100; // the report in the ZIP has them all

export function RunStep(props: Props) {
  const { template, table, onBack } = props;
  const [made, setMade] = useState<Made>({ files: 0, problems: [] });
  const begun = useRef(Date.now());
  const stop = useBatch(props, setMade);
  const { files, problems, end, zip } = made;
  const bad = new Set(problems.map(({ row }) => row)).size;
  const done = files + bad;
  const name = `${template.name}.zip`;
  return (
    <>
      <div className="batch-body batch-run">
        {end === "lost" && (
          <FormProblem>
            The server could not be reached any more. What was made until then is in the ZIP.
          </FormProblem>
        )}
        <p className="batch-count num" role="status">
          {end
            ? `${say(files)} of ${say(table.rows.length)} made${bad > 0 ? `, ${say(bad)} could not be` : ""}`
            : `${say(done)} of ${say(table.rows.length)}`}
        </p>
        <progress max={table.rows.length} value={done} aria-label="Rows done" />
        {!end && (
          <p className="muted num">{sayTimeLeft(begun.current, Date.now(), done, table.rows.length)}</p>
        )}
        {problems.length > 0 && (
          <table className="batch-problems">
            <caption>
              Rows that could not be made
              {problems.length > SHOWN_PROBLEMS && `: the first ${SHOWN_PROBLEMS}, the report has all`}
            </caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">What is wrong</th>
              </tr>
            </thead>
            <tbody>
              {problems.slice(0, SHOWN_PROBLEMS).map(({ row, ...problem }) => (
                <tr key={`${row} ${problem.label}`}>
                  <td className="num">{row}</td>
                  <td>{sayProblem(problem)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <footer className="batch-foot">
        {!end ? (
          <button type="button" className="button" onClick={stop}>
            Stop and keep what is done
          </button>
        ) : (
          <>
            <button type="button" className="button" onClick={onBack}>
              Back to the columns
            </button>
            {zip && (
              <button type="button" className="button primary" onClick={() => saveFile(zip, name)}>
                <Icon of={download} />
                Download ZIP
              </button>
            )}
          </>
        )}
      </footer>
    </>
  );
}

/** Begins at once; the ZIP is downloaded by itself when the last row is done. */
function useBatch(props: Props, setMade: (made: Made) => void): () => void {
  const stopping = useRef<AbortController>(undefined);
  const started = useRef(props);
  useEffect(() => {
    const { template, draft, table, plan, onRunning, onMade } = started.current;
    const stop = new AbortController();
    const gone = new AbortController();
    stopping.current = stop;
    const zip = createZipFile();
    const giveName = createNames();
    const files = new Map<number, string>();
    const problems: RowProblem[] = [];
    let isPainting = false;
    // A few pictures of the progress a second, however fast rows come: drawing takes time from making.
    const show = () => {
      if (isPainting) return;
      isPainting = true;
      setTimeout(() => {
        isPainting = false;
        if (!gone.signal.aborted && stopping.current === stop)
          setMade({ files: files.size, problems: [...problems] });
      }, SHOW_EVERY_MS);
    };
    const finish = (end: Made["end"]) => {
      if (gone.signal.aborted) return;
      stopping.current = undefined;
      onRunning(false);
      zip.add("report.csv", new TextEncoder().encode(`\uFEFF${writeReport(files, problems)}`));
      const whole = files.size > 0 ? zip.finish() : undefined;
      problems.sort((a, b) => a.row - b.row);
      setMade({ files: files.size, problems: [...problems], end, zip: whole });
      if (!whole) return;
      onMade?.(files.size === 1 ? "1 PDF from a table" : `${say(files.size)} PDFs from a table`);
      if (end === "done") saveFile(whole, `${template.name}.zip`);
    };
    onRunning(true);
    runBatch({
      rows: table.rows,
      signal: AbortSignal.any([stop.signal, gone.signal]),
      most: rowsThatFit(draft.data),
      make: (rows, signal) => {
        const filled = rows.map((row) => fillRow(draft.data, row, plan));
        return renderRows(template.id, { rows: filled, theme: draft.theme }, signal);
      },
      onMade: (row, bytes) => {
        const name = giveName(nameRow(plan.fileName, table.columns, table.rows[row - 1] ?? []), row);
        zip.add(name, bytes);
        files.set(row, name);
        show();
      },
      onProblem: (row, faults) => {
        for (const fault of faults) problems.push({ row, ...describeFault(template.fields, fault) });
        show();
      },
    }).then(
      () => finish(stop.signal.aborted ? "stopped" : "done"),
      (error) => {
        console.error("Batch failed", error);
        finish("lost");
      },
    );
    return () => {
      gone.abort();
      onRunning(false);
    };
  }, [setMade]);
  return () => stopping.current?.abort();
}

function say(count: number): string {
  return count.toLocaleString("en");
}

function sayTimeLeft(begun: number, now: number, done: number, all: number): string {
  if (done < 5) return "Beginning";
  const seconds = Math.ceil((((now - begun) / done) * (all - done)) / 1_000);
  if (seconds < 60) return `About ${seconds} ${seconds === 1 ? "second" : "seconds"} left`;
  const minutes = Math.ceil(seconds / 60);
  return `About ${minutes} ${minutes === 1 ? "minute" : "minutes"} left`;
}
