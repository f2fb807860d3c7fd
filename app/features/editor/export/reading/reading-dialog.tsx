// Loaded later: when somebody asks how a machine reads the document.
import { useEffect, useState } from "react";
import { readPdfText } from "../../../../../shared/reading/pdf-text.ts";
import { type ReadValue, readBack } from "../../../../../shared/reading/read-back.ts";
import { unreachableMessage } from "../../../../lib/http/connection.ts";
import { RefusedCall } from "../../../../lib/http/http-client.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog, DialogActions, DialogDescription } from "../../../../ui/dialog.tsx";
import { FormProblem } from "../../../../ui/form-parts.tsx";
import type { Draft, FieldPath } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { labelOf } from "../../field-labels.ts";
import { exportPdf } from "../exported-files.ts";
import styles from "./reading-dialog.module.css";

type Props = {
  template: EditorTemplate;
  /** What is read; undefined while the dialog is closed. */
  draft: Draft | undefined;
  onField(path: FieldPath): void;
  onClose(): void;
};

/** What a program takes out of the PDF, and whether every value of the form is in it. */
export default function ReadingDialog(props: Props) {
  const { draft, onClose } = props;
  return (
    <Dialog isOpen={draft !== undefined} className="reading" title="How a machine reads it" onClose={onClose}>
      {draft && <Reading {...props} draft={draft} />}
      <DialogActions close="Close" />
    </Dialog>
  );
}

type Read = { text: string; values: ReadValue[] };

function Reading({ template, draft, onField }: Props & { draft: Draft }) {
  const [attempt, setAttempt] = useState(0);
  const [read, setRead] = useState<Read>();
  const [problem, setProblem] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when somebody asks for it
  useEffect(() => {
    const stop = new AbortController();
    setProblem(undefined);
    readDraft(template, draft, stop.signal).then(setRead, (error: unknown) => {
      if (stop.signal.aborted) return;
      console.error("Reading back failed", error);
      setProblem(failureMessage(error));
    });
    return () => stop.abort();
  }, [template, draft, attempt]);

  return (
    <>
      <DialogDescription>
        Programs that sort applications read the text of the PDF before anybody sees the page. This is that
        text, in their order, taken from the file that you would download.
      </DialogDescription>
      <FormProblem>{problem}</FormProblem>
      {problem && <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
      <p role="status" className={styles.readingSum}>
        {read ? formatSummary(read.values) : problem ? "" : "Making the PDF and reading it …"}
      </p>
      {read && (
        <div className={styles.readingSides}>
          <section aria-labelledby="reading-values">
            <h3 id="reading-values">What you typed</h3>
            <Values template={template} values={read.values} onField={onField} />
          </section>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
          <section aria-labelledby="reading-text" tabIndex={0}>
            <h3 id="reading-text">What a machine reads</h3>
            <pre>{read.text}</pre>
          </section>
        </div>
      )}
    </>
  );
}

const GROUPS: readonly { state: ReadValue["state"]; title: string }[] = [
  { state: "missing", title: "Not found" },
  { state: "elsewhere", title: "Found elsewhere" },
  { state: "found", title: "Found" },
];

type ValuesProps = { template: EditorTemplate; values: readonly ReadValue[]; onField(path: FieldPath): void };

/** What is not as it should be comes first; each leads to its field. */
function Values({ template, values, onField }: ValuesProps) {
  if (values.length === 0) return <p className="muted">Nothing is typed yet.</p>;
  return GROUPS.map(({ state, title }) => {
    const own = values.filter((value) => value.state === state);
    if (own.length === 0) return null;
    return (
      <div key={state} data-state={state} className={styles.readingGroup}>
        <h4>
          {title} <span className="num">{own.length}</span>
        </h4>
        <ul>
          {own.map(({ path, value }) => (
            <li key={path}>
              <button type="button" className="link" onClick={() => onField(path)}>
                {labelOf(template.fields, path)}
              </button>
              <span>{value}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

async function readDraft(template: EditorTemplate, draft: Draft, signal: AbortSignal): Promise<Read> {
  const { content } = await exportPdf(template, draft, signal);
  const text = readPdfText(new Uint8Array(await content.arrayBuffer()));
  return { text: inLines(text), values: readBack(template.fields, draft.data, text) };
}

/** Words that the page sets apart stand in lines of their own; more than one blank line says nothing. */
function inLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

function formatSummary(values: readonly ReadValue[]): string {
  const count = (state: ReadValue["state"]) => values.filter((value) => value.state === state).length;
  const [missing, elsewhere] = [count("missing"), count("elsewhere")];
  if (values.length === 0) return "There is nothing to look for yet.";
  if (missing + elsewhere === 0) return `All ${values.length} found, in order.`;
  const parts = [`${count("found")} of ${values.length} found`];
  if (elsewhere > 0) parts.push(`${elsewhere} found elsewhere`);
  if (missing > 0) parts.push(`${missing} not found`);
  return `${parts.join(", ")}.`;
}

function failureMessage(error: unknown): string {
  if (error instanceof RefusedCall && error.faults.length > 0)
    return "The PDF can’t be made yet: something that the page needs is empty or has to be changed. Download says what.";
  if (error instanceof RefusedCall && error.status < 500) return error.message;
  return `${unreachableMessage()}. Nothing was read; what you typed is kept.`;
}
